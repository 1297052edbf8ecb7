import { type KeepOrder, keepApp } from "@/store/app/keep-app";
import { fakeEnvironment } from "../../support/fake-environment";

const core: KeepOrder = { keep: "core", loaded: ["https://parley.test/a.js"] };
const order = () => core;

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

/** A worker that answers each word with the next of these outcomes; undefined stands for none. */
function workerOf(outcomes: readonly unknown[]) {
  const waiting = [...outcomes];
  const told: unknown[] = [];
  return {
    told,
    state: "activated" as ServiceWorkerState,
    postMessage(word: unknown, ports: unknown) {
      told.push(word);
      const outcome = waiting.shift();
      const [port] = ports as readonly MessagePort[];
      if (outcome !== undefined) port?.postMessage(outcome);
      port?.close();
    },
  };
}

test("asks a worker until all files are cached", async () => {
  const worker = workerOf(["more", "more", "whole"]);
  await keepApp(worker, { delay: fakeEnvironment().delay, isBusy: () => false, order });
  expect(worker.told).toEqual([core, core, core]);
});

test("requests no further batch while the tab is busy", async () => {
  const env = fakeEnvironment({ now: 0 });
  let isBusy = true;
  const worker = workerOf(["more", "whole"]);
  const kept = keepApp(worker, { delay: env.delay, isBusy: () => isBusy, order });
  await env.advance(10_000);
  expect(worker.told).toEqual([]);
  isBusy = false;
  await env.advance(2000);
  await kept;
  expect(worker.told).toEqual([core, core]);
});

test.each([
  ["reports a failure", "failed", 0],
  ["does not respond", undefined, 120_000],
])("asks a worker that %s again ten minutes later", async (_name, outcome, ms) => {
  const env = fakeEnvironment({ now: 0 });
  const worker = workerOf([outcome, "whole"]);
  const kept = keepApp(worker, { delay: env.delay, isBusy: () => false, order });
  await settled();
  await env.advance(ms + 599_000);
  expect(worker.told).toEqual([core]);
  await env.advance(1000);
  await kept;
  expect(worker.told).toEqual([core, core]);
});

test("does not ask a worker that was replaced", async () => {
  const worker = { ...workerOf(["more"]), state: "redundant" as const };
  await keepApp(worker, { delay: fakeEnvironment().delay, isBusy: () => false, order });
  expect(worker.told).toEqual([]);
});

import { keepApp } from "@/store/app/keep-app";
import { fakeEnvironment } from "../../support/fake-environment";

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

test("a worker is asked until all files are cached", async () => {
  const worker = workerOf(["more", "more", "whole"]);
  await keepApp(worker, { delay: fakeEnvironment().delay, isBusy: () => false });
  expect(worker.told).toEqual(["keep", "keep", "keep"]);
});

test("a busy tab requests no further batch", async () => {
  const env = fakeEnvironment({ now: 0 });
  let isBusy = true;
  const worker = workerOf(["more", "whole"]);
  const kept = keepApp(worker, { delay: env.delay, isBusy: () => isBusy });
  await env.advance(10_000);
  expect(worker.told).toEqual([]);
  isBusy = false;
  await env.advance(2000);
  await kept;
  expect(worker.told).toEqual(["keep", "keep"]);
});

test.each([
  ["says that it failed", "failed", 0],
  ["says nothing", undefined, 120_000],
])("a worker that %s is asked again ten minutes later", async (_name, outcome, ms) => {
  const env = fakeEnvironment({ now: 0 });
  const worker = workerOf([outcome, "whole"]);
  const kept = keepApp(worker, { delay: env.delay, isBusy: () => false });
  await settled();
  await env.advance(ms + 599_000);
  expect(worker.told).toEqual(["keep"]);
  await env.advance(1000);
  await kept;
  expect(worker.told).toEqual(["keep", "keep"]);
});

test("a worker whose place another has taken is left alone", async () => {
  const worker = { ...workerOf(["more"]), state: "redundant" as const };
  await keepApp(worker, { delay: fakeEnvironment().delay, isBusy: () => false });
  expect(worker.told).toEqual([]);
});

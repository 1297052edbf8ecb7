/** @jest-environment jsdom */
import { inNextTask } from "@/lib/platform/next-task";

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

test("the work is done in a task of its own, once", async () => {
  const done: string[] = [];
  inNextTask(() => done.push("work"));
  done.push("press");
  await nextTask();
  dispatchEvent(new Event("pagehide"));
  expect(done).toEqual(["press", "work"]);
});

test("a page that goes away before does it at once, ahead of those who keep what is there", async () => {
  const done: string[] = [];
  const keep = () => done.push("kept");
  addEventListener("pagehide", keep);
  inNextTask(() => done.push("work"));
  dispatchEvent(new Event("pagehide"));
  removeEventListener("pagehide", keep);
  await nextTask();
  expect(done).toEqual(["work", "kept"]);
});

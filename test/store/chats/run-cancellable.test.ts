import { runCancellable } from "@/store/chats/run-cancellable";

/** A worker that answers what it is told to, or never. */
function fakeWorker(...messages: readonly unknown[]) {
  const worker = {
    onmessage: (_: { readonly data: unknown }) => {},
    terminate: jest.fn(),
    postMessage: () => {
      for (const data of messages) worker.onmessage({ data });
    },
  };
  return worker as typeof worker & Worker;
}

afterEach(() => jest.useRealTimers());

test("returns the result, and ignores messages about progress", async () => {
  const worker = fakeWorker({ type: "progress", page: 2, pages: 9 }, { type: "done", answer: "text" });
  const { signal } = new AbortController();
  expect(await runCancellable(worker, "task", { signal, onTimeout: "late" })).toBe("text");
  expect(worker.terminate).toHaveBeenCalled();
});

test("ends the worker when the signal aborts, before or while it works", async () => {
  const [worker, other] = [fakeWorker(), fakeWorker()];
  const controller = new AbortController();
  const running = runCancellable(worker, "task", { signal: controller.signal, onTimeout: "late" });
  controller.abort();
  expect(await running).toBeUndefined();
  expect(await runCancellable(other, "task", { signal: controller.signal, onTimeout: "late" })).toBeUndefined();
  expect([worker.terminate.mock.calls.length > 0, other.terminate.mock.calls.length > 0]).toEqual([true, true]);
});

test("ends the worker after two minutes", async () => {
  jest.useFakeTimers();
  const worker = fakeWorker();
  const running = runCancellable(worker, "task", { signal: new AbortController().signal, onTimeout: "late" });
  jest.advanceTimersByTime(120_000);
  expect(await running).toBe("late");
  expect(worker.terminate).toHaveBeenCalled();
});

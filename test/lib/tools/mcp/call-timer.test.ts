import { startCallTimer } from "@/lib/tools/mcp/call-timer";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const timeouts = { silenceMs: 100, totalMs: 250 };

test("expires after silence, which progress restarts, and after the total time", () => {
  const silent = startCallTimer(timeouts);
  const busy = startCallTimer(timeouts);
  jest.advanceTimersByTime(90);
  busy.touch();
  jest.advanceTimersByTime(20);
  expect([silent.hasExpired(), busy.hasExpired()]).toEqual([true, false]);
  expect(silent.signal.aborted).toBe(true);
  jest.advanceTimersByTime(60);
  busy.touch();
  jest.advanceTimersByTime(75);
  busy.touch();
  jest.advanceTimersByTime(10);
  expect(busy.hasExpired()).toBe(true);
});

test("does not run while the user is asked", async () => {
  const timer = startCallTimer(timeouts);
  jest.advanceTimersByTime(90);
  let finish = () => {};
  const asked = timer.during(() => new Promise<void>((resolve) => (finish = resolve)));
  timer.touch();
  jest.advanceTimersByTime(10_000);
  expect(timer.hasExpired()).toBe(false);
  finish();
  await asked;
  jest.advanceTimersByTime(90);
  timer.touch();
  jest.advanceTimersByTime(75);
  expect(timer.hasExpired()).toBe(true);
});

test("is aborted by the caller's signal without having expired, and not after its end", () => {
  const controller = new AbortController();
  const stopped = startCallTimer(timeouts, controller.signal);
  const ended = startCallTimer(timeouts, controller.signal);
  ended.stop();
  controller.abort();
  jest.advanceTimersByTime(90);
  expect([stopped.signal.aborted, stopped.hasExpired(), ended.signal.aborted]).toEqual([true, false, false]);
  stopped.stop();
  jest.advanceTimersByTime(1000);
  expect(ended.hasExpired()).toBe(false);
});

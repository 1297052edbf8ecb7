import { serverEnvironment } from "@/lib/server/environment";

test("random numbers are in [0, 1) and ids are unique", () => {
  const numbers = Array.from({ length: 1000 }, () => serverEnvironment.random());
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(new Set(numbers).size).toBeGreaterThan(900);
  expect(serverEnvironment.newId()).toMatch(/^[\w-]{21}$/);
  expect(serverEnvironment.newId()).not.toBe(serverEnvironment.newId());
});

test("a delay ends at once when it is or becomes aborted, and there is always a next frame", async () => {
  const hour = 3_600_000;
  await serverEnvironment.delay(hour, AbortSignal.abort());
  const stop = new AbortController();
  const waiting = serverEnvironment.delay(hour, stop.signal);
  stop.abort();
  await waiting;
  await serverEnvironment.delay(1);
  await serverEnvironment.nextFrame();
  expect(stop.signal.aborted).toBe(true);
});

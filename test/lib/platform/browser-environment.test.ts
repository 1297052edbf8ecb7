/** @jest-environment jsdom */
import { browserEnvironment } from "@/lib/platform/browser-environment";

const { delay, newId, nextFrame, now, random } = browserEnvironment;

/** Returns what has ended once every timer that was due has run. */
async function endedAmong(waits: Readonly<Record<string, Promise<void>>>): Promise<string[]> {
  const ended: string[] = [];
  for (const [name, wait] of Object.entries(waits)) void wait.then(() => ended.push(name));
  await new Promise((resolve) => setTimeout(resolve, 0));
  return ended;
}

test("an id has 21 URL-safe characters and is unique", () => {
  const ids = Array.from({ length: 1000 }, newId);
  expect(ids.filter((id) => !/^[\w-]{21}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(1000);
});

test("random numbers are in [0, 1) and differ", () => {
  const numbers = Array.from({ length: 1000 }, random);
  expect(numbers.filter((number) => !(number >= 0 && number < 1))).toEqual([]);
  expect(new Set(numbers).size).toBeGreaterThan(900);
});

test("the time is that of the clock", () => {
  const before = Date.now();
  const time = now();
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

describe("a delay", () => {
  const long = 2 ** 30;

  test("of zero resolves at once, and a long one is still pending", async () => {
    const stop = new AbortController();
    const rest = delay(long, stop.signal);
    expect(await endedAmong({ short: delay(0), rest })).toEqual(["short"]);
    stop.abort();
    await rest;
  });

  test("resolves at once when its signal is or becomes aborted, and never rejects", async () => {
    const stop = new AbortController();
    const aborted = delay(long, stop.signal);
    stop.abort();
    expect(await endedAmong({ aborted, late: delay(long, stop.signal) })).toEqual(["aborted", "late"]);
  });

  test("that has ended is not affected by a later abort", async () => {
    const stop = new AbortController();
    await delay(0, stop.signal);
    expect(() => stop.abort()).not.toThrow();
  });
});

test("frames fire repeatedly", async () => {
  await nextFrame();
  await expect(nextFrame()).resolves.toBeUndefined();
});

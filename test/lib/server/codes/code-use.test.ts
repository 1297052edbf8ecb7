import fc from "fast-check";
import { createCodeUse } from "@/lib/server/codes/code-use";

function startUse(at = 1_000_000) {
  const clock = { ms: at };
  return { clock, use: createCodeUse(() => clock.ms) };
}

test("a thousand calls at once pass as often as the limit says", () => {
  const { use } = startUse();
  const waits = Array.from({ length: 1000 }, () => use.waitSeconds("ada", 100));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(100);
  expect(new Set(waits.slice(100))).toEqual(new Set([61]));
});

test("no window of 60 seconds has more calls than allowed, and a call passes after the named wait", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      (gaps, limit) => {
        const { clock, use } = startUse();
        const passed: number[] = [];
        for (const gap of gaps) {
          clock.ms += gap;
          const wait = use.waitSeconds("ada", limit);
          if (wait === 0) passed.push(clock.ms);
          else {
            clock.ms += 1000 * wait;
            expect(use.waitSeconds("ada", limit)).toBe(0);
            passed.push(clock.ms);
          }
        }
        for (const start of passed) {
          expect(passed.filter((time) => time >= start && time < start + 60_000).length).toBeLessThanOrEqual(limit);
        }
      },
    ),
  );
});

test("the calls of each code are counted separately", () => {
  const { use } = startUse();
  expect([use.waitSeconds("ada", 1), use.waitSeconds("bob", 1)]).toEqual([0, 0]);
  expect(use.waitSeconds("ada", 1)).toBeGreaterThan(0);
});

test("a clock that is set back by a moment opens nothing, and one that was wrong by hours locks nobody out", () => {
  const { clock, use } = startUse();
  use.waitSeconds("ada", 1);
  clock.ms -= 30_000;
  expect(use.waitSeconds("ada", 1)).toBeGreaterThan(0);
  clock.ms += 5 * 3_600_000;
  expect(use.waitSeconds("ada", 1)).toBe(0);
  clock.ms -= 5 * 3_600_000;
  expect(use.waitSeconds("ada", 1)).toBe(0);
});

test("of more than ten thousand codes in a minute, further ones wait; those of earlier minutes are forgotten", () => {
  const { clock, use } = startUse();
  for (let index = 0; index < 10_000; index++) use.waitSeconds(`code ${index}`, 1);
  expect([use.waitSeconds("another", 1), use.waitSeconds("code 0", 2)]).toEqual([60, 0]);
  clock.ms += 61_000;
  expect(use.waitSeconds("another", 1)).toBe(0);
});

test("replies at the same time are limited, and each ends once", () => {
  const { use } = startUse();
  const first = use.begin("ada", 2);
  const second = use.begin("ada", 2);
  expect([use.begin("ada", 2), use.begin("bob", 1) !== undefined]).toEqual([undefined, true]);
  first?.();
  first?.();
  expect(use.begin("ada", 2)).toBeDefined();
  expect(use.begin("ada", 2)).toBeUndefined();
  second?.();
  expect(use.begin("ada", 2)).toBeDefined();
});

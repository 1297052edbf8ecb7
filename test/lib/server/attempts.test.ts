import { createAttempts } from "@/lib/server/attempts";

function attemptsAt(start: number) {
  const clock = { time: start };
  return { clock, attempts: createAttempts(() => clock.time, { perClient: 5, ofUnknownClients: 50 }) };
}

test("blocks a client after five wrong codes in a minute, until the first one is a minute old", () => {
  const { clock, attempts } = attemptsAt(0);
  for (let count = 0; count < 5; count++) {
    expect(attempts.waitSeconds("a")).toBe(0);
    attempts.note("a");
    clock.time += 1_000;
  }
  expect(attempts.waitSeconds("a")).toBe(55);
  clock.time = 59_999;
  expect(attempts.waitSeconds("a")).toBe(1);
  clock.time = 60_000;
  expect(attempts.waitSeconds("a")).toBe(0);
  attempts.note("a");
  expect(attempts.waitSeconds("a")).toBe(1);
});

test("counts the wrong codes of each client separately", () => {
  const { attempts } = attemptsAt(0);
  for (let count = 0; count < 5; count++) attempts.note("a");
  expect([attempts.waitSeconds("a"), attempts.waitSeconds("b"), attempts.waitSeconds(undefined)]).toEqual([60, 0, 0]);
});

test("allows unknown clients fifty wrong codes together", () => {
  const { attempts } = attemptsAt(0);
  for (let count = 0; count < 49; count++) attempts.note(undefined);
  expect(attempts.waitSeconds(undefined)).toBe(0);
  attempts.note(undefined);
  expect(attempts.waitSeconds(undefined)).toBe(60);
});

test("forgets the least recently active of more than ten thousand clients", () => {
  const { attempts } = attemptsAt(0);
  for (let count = 0; count < 5; count++) {
    attempts.note("quiet");
    attempts.note("busy");
  }
  for (let client = 0; client < 9_998; client++) attempts.note(`client ${client}`);
  attempts.note("busy");
  expect([attempts.waitSeconds("quiet"), attempts.waitSeconds("busy")]).toEqual([60, 60]);
  attempts.note("one more");
  expect([attempts.waitSeconds("quiet"), attempts.waitSeconds("busy")]).toEqual([0, 60]);
});

test("a clock that is set back by a moment opens nothing, and one that was wrong by hours locks nobody out", () => {
  const { clock, attempts } = attemptsAt(4 * 3_600_000);
  for (let count = 0; count < 5; count++) attempts.note("a");
  clock.time -= 10_000;
  expect(attempts.waitSeconds("a")).toBe(70);
  clock.time -= 3 * 3_600_000;
  expect(attempts.waitSeconds("a")).toBe(0);
});

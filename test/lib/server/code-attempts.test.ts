import fc from "fast-check";
import { createCodeAttempts } from "@/lib/server/code-attempts";

/** Creates a count at time 0, and what sends it right and wrong codes. */
function attemptsAtStart() {
  const clock = { time: 0 };
  const attempts = createCodeAttempts(() => clock.time);
  const send = (client: string | undefined, isRight: boolean) => (id: string | number) =>
    attempts.waitSeconds(client, { id: String(id), isRight });
  return { clock, wrong: (client?: string) => send(client, false), right: (client?: string) => send(client, true) };
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

test("blocks a client after five different wrong codes in a minute @A2.5", () => {
  const { clock, wrong } = attemptsAtStart();
  expect(numbers(7).map(wrong("office"))).toEqual([0, 0, 0, 0, 0, 60, 60]);
  clock.time = 60_000;
  expect(numbers(6, 10).map(wrong("office"))).toEqual([0, 0, 0, 0, 0, 60]);
});

test("counts the same wrong code once, however often it is sent, and never blocks because of it", () => {
  const { clock, wrong, right } = attemptsAtStart();
  for (const id of ["old", "older"]) {
    for (let count = 0; count < 100; count++) expect(wrong("office")(id)).toBe(0);
  }
  expect(right("office")("new")).toBe(0);
  expect(numbers(4).map(wrong("office"))).toEqual([0, 0, 0, 60]);
  expect(wrong("office")("old")).toBe(0);
  clock.time = 3_600_000;
  expect([wrong("office")("old"), ...numbers(3).map(wrong("office"))]).toEqual([0, 0, 0, 0]);
});

test("too many old codes for a minute's comparisons block their address only until all were compared", () => {
  const { clock, wrong, right } = attemptsAtStart();
  const waits = numbers(4).map((minute) => {
    clock.time = minute * 60_000;
    for (const id of numbers(15)) wrong("office")(id);
    return right("office")(`new of minute ${minute}`);
  });
  expect(waits).toEqual([60, 60, 60, 0]);
});

test("a right code that was used before from a blocked address passes; a new one waits", () => {
  const { wrong, right } = attemptsAtStart();
  expect(right("office")("used")).toBe(0);
  numbers(6).map(wrong("office"));
  expect([right("office")("used"), right("office")("unused"), right("home")("used")]).toEqual([0, 60, 0]);
});

test("after fifty different codes in a minute, no code passes from an address until the minute is over @A2.5", () => {
  const { clock, wrong, right } = attemptsAtStart();
  right("office")("used");
  numbers(49).map(wrong("office"));
  expect(right("office")("used")).toBe(0);
  wrong("office")("one more");
  expect(right("office")("used")).toBe(60);
  clock.time = 60_000;
  expect(right("office")("used")).toBe(0);
});

test("while an address is blocked, nothing reveals whether a code it has not used is right @A2.6", () => {
  const sent = fc.array(fc.record({ id: fc.nat(80), afterMs: fc.nat(2_000) }), { maxLength: 120 });
  fc.assert(
    fc.property(sent, fc.nat(80), (codes, rightId) => {
      const [plain, secret] = [attemptsAtStart(), attemptsAtStart()];
      for (const { id, afterMs } of codes) {
        plain.clock.time += afterMs;
        secret.clock.time += afterMs;
        const wait = plain.wrong("office")(id);
        const waitOfSecret = id === rightId ? secret.right("office")(id) : secret.wrong("office")(id);
        // Once it was compared, and that was answered, everything may depend on it.
        if (id === rightId && wait === 0) return;
        expect(waitOfSecret).toBe(wait);
      }
    }),
  );
});

test("allows unknown clients fifty different wrong codes together, and a right one passes", () => {
  const { wrong, right } = attemptsAtStart();
  expect(numbers(51).map(wrong())).toEqual([...Array<number>(50).fill(0), 60]);
  expect([right()("right"), wrong()(0)]).toEqual([0, 0]);
});

test("remembers ten thousand wrong codes, and forgets the least recently sent one", () => {
  const { wrong } = attemptsAtStart();
  for (const id of [..."abcdef"]) wrong("office")(id);
  wrong("office")("a");
  for (const id of numbers(9_996)) wrong(`client ${id}`)(id);
  expect([wrong("office")("a"), wrong("office")("b")]).toEqual([0, 60]);
});

test("guesses from 20,000 addresses lock nobody else out, and no address gets more than its five @A2.5", () => {
  const { wrong, right } = attemptsAtStart();
  const passed = numbers(20_000).map(
    (address) => numbers(6).filter((guess) => wrong(`bot ${address}`)(`${address} ${guess}`) === 0).length,
  );
  expect(new Set(passed)).toEqual(new Set([5]));
  expect([right("office")("right"), right("bot 19999")("right")]).toEqual([0, 60]);
});

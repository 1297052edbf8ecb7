import { createSecretAttempts, maxHeld, secretLimits } from "@/lib/server/admin/secret-attempts";

function start() {
  let time = 0;
  const attempts = createSecretAttempts(() => time);
  /** Sends a wrong secret if it would be compared. Returns whether it was. */
  const guess = (client: string | undefined) => {
    if (attempts.waitSeconds(client) > 0) return false;
    attempts.note(client, false);
    return true;
  };
  return { attempts, guess, pass: (ms: number) => (time += ms) };
}

test("an address has five guesses per minute @A2.10", () => {
  const { attempts, guess, pass } = start();
  expect(Array.from({ length: 7 }, () => guess("192.0.2.1"))).toEqual([true, true, true, true, true, false, false]);
  expect([attempts.waitSeconds("192.0.2.1"), attempts.waitSeconds("192.0.2.2")]).toEqual([60, 0]);
  pass(60_000);
  expect(attempts.waitSeconds("192.0.2.1")).toBe(0);
});

test("guesses from many addresses do not lock out an administrator whose address is new @A2.10", () => {
  const { attempts, guess } = start();
  for (let index = 0; index < 5000; index++) guess(`10.0.${index >> 8}.${index & 255}`);
  expect(attempts.waitSeconds("192.0.2.1")).toBe(0);
  const own = Array.from({ length: 10 }, () => guess("192.0.2.1"));
  expect(own.filter(Boolean)).toHaveLength(secretLimits.perClient);
});

test("a few late responses are held at once, and each place is freed once @A2.10", () => {
  const { attempts } = start();
  const releases = Array.from({ length: maxHeld + 1 }, () => attempts.hold());
  expect(releases.map((release) => release !== undefined)).toEqual([...Array(maxHeld).fill(true), false]);
  releases[0]?.();
  releases[0]?.();
  expect([attempts.hold(), attempts.hold()].map((release) => release !== undefined)).toEqual([true, false]);
});

test("callers without a known address share a count @A2.10", () => {
  const { attempts, guess } = start();
  attempts.note(undefined, true);
  const compared = Array.from({ length: 100 }, () => guess(undefined));
  expect(compared.filter(Boolean)).toHaveLength(secretLimits.ofUnknownClients);
});

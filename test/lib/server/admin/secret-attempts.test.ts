import { createSecretAttempts, secretLimits, secretsOfAll } from "@/lib/server/admin/secret-attempts";

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

test("guesses from many addresses are limited altogether @A2.10", () => {
  const { attempts, guess, pass } = start();
  const compared = Array.from({ length: 5000 }, (_, index) => guess(`10.0.${index >> 8}.${index & 255}`));
  expect(compared.filter(Boolean)).toHaveLength(secretsOfAll);
  expect(attempts.waitSeconds("192.0.2.1")).toBe(60);
  // In an hour of it, at most that many per minute are compared.
  let count = 0;
  for (let second = 0; second < 3600; second++) {
    pass(1000);
    for (let index = 0; index < 20; index++) if (guess(`10.1.${second % 256}.${index}`)) count++;
  }
  expect(count).toBeGreaterThan(50 * secretsOfAll);
  expect(count).toBeLessThanOrEqual(60 * secretsOfAll);
});

test("strangers cannot lock out an address that had the right secret, which keeps its own limit @A2.10", () => {
  const { attempts, guess } = start();
  attempts.note("192.0.2.1", true);
  for (let index = 0; index < 100; index++) guess(`10.0.0.${index}`);
  expect([attempts.waitSeconds("192.0.2.1"), attempts.waitSeconds("192.0.2.2")]).toEqual([0, 60]);
  const own = Array.from({ length: 10 }, () => guess("192.0.2.1"));
  expect(own.filter(Boolean)).toHaveLength(secretLimits.perClient);
});

test("callers without a known address share a count @A2.10", () => {
  const { attempts, guess } = start();
  attempts.note(undefined, true);
  const compared = Array.from({ length: 100 }, () => guess(undefined));
  expect(compared.filter(Boolean)).toHaveLength(secretLimits.ofUnknownClients);
});

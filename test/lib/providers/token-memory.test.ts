import { createTokenMemory } from "@/lib/providers/token-memory";

function memoryAt() {
  const clock = { now: 0 };
  let made = 0;
  const make = async () => ({ value: `token-${++made}`, freshForMs: 1000 });
  return { clock, make, remember: createTokenMemory(() => clock.now) };
}

test("creates a token once and reuses it until it expires", async () => {
  const { clock, make, remember } = memoryAt();
  expect(await remember("a", make)).toBe("token-1");
  clock.now = 999;
  expect(await remember("a", make)).toBe("token-1");
  clock.now = 1000;
  expect(await remember("a", make)).toBe("token-2");
});

test("caches tokens by name", async () => {
  const { make, remember } = memoryAt();
  expect([await remember("a", make), await remember("b", make)]).toEqual(["token-1", "token-2"]);
});

test("concurrent callers wait for the same token", async () => {
  const { make, remember } = memoryAt();
  expect(await Promise.all([remember("a", make), remember("a", make)])).toEqual(["token-1", "token-1"]);
});

test("does not cache a failure", async () => {
  const { make, remember } = memoryAt();
  await expect(remember("a", () => Promise.reject(new Error("No.")))).rejects.toThrow("No.");
  expect(await remember("a", make)).toBe("token-1");
});

import { sha256Hex } from "@/lib/providers/sha256";
import { setRevoked, shownUsage } from "@/lib/server/admin/admin-usage";
import { refusalOf } from "@/lib/server/error-response";
import { createUsageLimits } from "@/lib/server/usage/limits";
import { fakeEnvironment } from "../../../support/fake-environment";
import { testServer } from "../../../support/test-server";

const now = Date.parse("2026-11-27T10:00Z");
const address = "http://chat.example/api/admin/usage";

async function start() {
  const server = testServer(fakeEnvironment({ now }), { CODE_SECRET: "the-secret-of-signed-codes-of-these-tests" });
  const store = await server.usage.store();
  const admission = await store.admit("signed ada", {});
  if (!("period" in admission)) throw new Error("Refused.");
  await store.endCall({
    code: "signed ada",
    period: admission.period,
    model: "acme-1",
    inputTokens: 10,
    outputTokens: 5,
    cost: 2500,
    isEstimated: false,
    reserved: { tokens: 0, money: 0 },
  });
  return { server, store };
}

const row = {
  day: "2026-11-27",
  code: "signed ada",
  model: "acme-1",
  requests: 1,
  inputTokens: 10,
  outputTokens: 5,
  cost: 2500,
  isEstimated: false,
};

test("returns the usage of the last days and the revoked codes", async () => {
  const { server } = await start();
  expect(await shownUsage(address, server)).toEqual({ kind: "memory", currency: "USD", rows: [row], revoked: [] });
  expect((await shownUsage(`${address}?days=1`, server)).rows).toEqual([row]);
  for (const days of ["0", "93", "1.5", "x", "-1", "1e9"]) {
    await expect(shownUsage(`${address}?days=${days}`, server)).rejects.toMatchObject({ code: "bad-request" });
  }
});

test("revokes a code and accepts it again", async () => {
  const { server, store } = await start();
  expect(await setRevoked({ countId: "signed ada", isRevoked: true }, server)).toEqual({ done: true });
  expect(await store.isRevoked("signed ada")).toBe(true);
  expect((await shownUsage(address, server)).revoked).toEqual([{ code: "signed ada", since: now }]);
  await setRevoked({ countId: "signed ada", isRevoked: false }, server);
  expect(await store.isRevoked("signed ada")).toBe(false);
});

test.each([
  [{}],
  [null],
  [{ countId: "signed ada" }],
  [{ countId: "ada", isRevoked: true }],
  [{ countId: "signed a b", isRevoked: true }],
  [{ countId: 5, isRevoked: true }],
])("refuses a malformed request: %j", async (request) => {
  const { server } = await start();
  await expect(setRevoked(request, server)).rejects.toMatchObject({ code: "bad-request" });
});

test("a store that is down is a refusal", async () => {
  const { server } = await start();
  const usage = { ...server.usage, ask: () => Promise.reject(new Error("down")) };
  const refusal = { code: "server", details: { refusal: "store-unreachable" } };
  await expect(shownUsage(address, { ...server, usage })).rejects.toMatchObject(refusal);
  const unknown = { code: "store-unknown", details: { refusal: "store-unknown" } };
  const revoking = setRevoked({ countId: "signed ada", isRevoked: true }, { ...server, usage });
  await expect(revoking).rejects.toMatchObject(unknown);
});

test("a store that does not reply is waited for 3 seconds, and a revocation is then unknown", async () => {
  const env = fakeEnvironment({ now });
  const server = testServer(env);
  const silent = { ...(await server.usage.store()), revoke: () => new Promise<void>(() => {}) };
  const usage = createUsageLimits({ open: async () => silent, withoutStore: "default", env, log: () => {} });
  let refusal = "waiting";
  void setRevoked({ countId: "signed ada", isRevoked: true }, { ...server, usage }).catch((thrown: unknown) => {
    refusal = refusalOf(thrown);
  });
  await env.advance(2999);
  expect(refusal).toBe("waiting");
  await env.advance(1);
  expect(refusal).toBe("store-unknown");
});

test("a plain code without rights cannot be revoked, because its calls are not checked @A2.9", async () => {
  const limits = JSON.stringify({ "with-rights": { perMinute: 5 } });
  const server = testServer(fakeEnvironment({ now }), { CODE: "without-rights,with-rights", CODE_LIMITS: limits });
  const revoking = (code: string, isRevoked: boolean) =>
    setRevoked({ countId: `plain ${sha256Hex(code)}`, isRevoked }, server).catch(refusalOf);
  expect(await revoking("without-rights", true)).toBe("code-unrevocable");
  expect(await revoking("unknown", true)).toBe("code-unrevocable");
  expect(await revoking("with-rights", true)).toEqual({ done: true });
  expect(await revoking("without-rights", false)).toEqual({ done: true });
  expect((await (await server.usage.store()).listRevoked()).map(({ code }) => code)).toEqual([
    `plain ${sha256Hex("with-rights")}`,
  ]);
});

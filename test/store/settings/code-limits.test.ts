import fc from "fast-check";
import type { useAccess } from "@/store/settings/access";
import { createCodeLimits, lowAmounts } from "@/store/settings/code-limits";
import { fakeEnvironment } from "../../support/fake-environment";

const renews = Date.UTC(2027, 1, 1);
const left = {
  tokensPerDay: { limit: 1000, left: 199, renews },
  tokensPerMonth: { limit: 2000, left: 400, renews },
  moneyPerMonth: { limit: 1, left: 0.5, renews, currency: "EUR" },
};

function start(respond: () => Response, { accessCode = " open sesame ", needCode = true, hasUser = false } = {}) {
  const env = fakeEnvironment({ responses: respond });
  const state = { accessCode, reach: { relay: "/api" }, flags: { needCode, hasUser } };
  const access = { getState: () => state } as unknown as typeof useAccess;
  return { env, state, limits: createCodeLimits(env, access) };
}

test("the amounts that are left come from the server, and low ones are found", async () => {
  const { env, limits } = start(() => Response.json({ rights: {}, left }));
  await limits.getState().refresh();
  const { state, amounts } = limits.getState();
  expect([state, amounts.map(({ kind }) => kind)]).toEqual([
    "known",
    ["tokensPerDay", "tokensPerMonth", "moneyPerMonth"],
  ]);
  expect(lowAmounts(amounts)).toEqual([{ kind: "tokensPerDay", limit: 1000, left: 199, renews }]);
  expect(env.calls[0]?.url).toBe("/api/access");
  expect(env.calls[0]?.init.headers).toEqual({ authorization: "Bearer nk-open sesame", accept: "application/json" });
});

test.each([
  ["a code without limits", () => Response.json({ rights: {} }), "none"],
  ["an older server", () => new Response(null, { status: 204 }), "none"],
  ["a wrong code", () => Response.json({ left }, { status: 401 }), "none"],
  ["a server that cannot tell", () => Response.json({ rights: {}, left: null }), "failed"],
  ["a network that is down", () => Response.error(), "none"],
])("%s has the state %s", async (_name, respond, expected) => {
  const { limits } = start(respond);
  await limits.getState().refresh();
  expect([limits.getState().state, limits.getState().amounts]).toEqual([expected, []]);
});

test("a user of a proxy is asked about without a code, even if one is stored", async () => {
  const { env, limits } = start(() => Response.json({ rights: {}, left }), { needCode: false, hasUser: true });
  await limits.getState().refresh();
  expect([limits.getState().state, limits.getState().amounts.length]).toEqual(["known", 3]);
  expect(env.calls.map(({ init }) => init.headers)).toEqual([{ accept: "application/json" }]);
});

test("without a code, or on a server that needs none, nothing is sent", async () => {
  for (const given of [{ accessCode: " " }, { accessCode: "\u0416" }, { needCode: false }]) {
    const { env, limits } = start(() => Response.json({ left }), given);
    await limits.getState().refresh();
    expect([env.calls.length, limits.getState().state]).toEqual([0, "none"]);
  }
});

test("a response for a code that was changed meanwhile is ignored", async () => {
  const started = start(() => {
    started.state.accessCode = "another";
    return Response.json({ left });
  });
  await started.limits.getState().refresh();
  expect(started.limits.getState().amounts).toEqual([]);
});

test("no response of a server makes an amount invalid", async () => {
  const value = fc.oneof(fc.double(), fc.string(), fc.constant(null), fc.integer());
  const amount = fc.record({ limit: value, left: value, renews: value, currency: fc.constantFrom("EUR", "euro", 5) });
  await fc.assert(
    fc.asyncProperty(fc.record({ tokensPerDay: amount, moneyPerMonth: amount }), async (given) => {
      const { limits } = start(() => Response.json({ left: given }));
      await limits.getState().refresh();
      for (const { limit, left: rest } of limits.getState().amounts) {
        expect(limit > 0 && rest >= 0 && rest <= limit).toBe(true);
      }
    }),
  );
});

import { deepseek } from "@/lib/providers/deepseek";
import { groq } from "@/lib/providers/groq";
import { openai } from "@/lib/providers/openai";
import { accessKey } from "@/lib/settings/access-settings";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { createBalances, hasBalance } from "@/store/settings/provider-check";
import { fakeEnvironment } from "../../support/fake-environment";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

function setUp() {
  let asked = 0;
  const env = fakeEnvironment({
    responses: () => Response.json({ balance_infos: [{ currency: "CNY", total_balance: String(++asked) }] }),
  });
  useAccess.getState().setUseCustomConfig(true);
  useAccess.getState().setValue(deepseek, "apiKey", "sk-1");
  return { env, askBalance: createBalances(env) };
}

test("requests a balance once a minute", async () => {
  const { env, askBalance } = setUp();
  expect([await askBalance(deepseek), await askBalance(deepseek)]).toEqual([
    { total: 1, currency: "CNY" },
    { total: 1, currency: "CNY" },
  ]);
  await env.advance(60_000);
  expect(await askBalance(deepseek)).toEqual({ total: 2, currency: "CNY" });
});

test("requests the balance of each key", async () => {
  const { env, askBalance } = setUp();
  await askBalance(deepseek);
  useAccess.getState().setValue(deepseek, "apiKey", "sk-2");
  expect(await askBalance(deepseek)).toEqual({ total: 2, currency: "CNY" });
  expect(env.calls.map(({ init }) => new Headers(init.headers).get("authorization"))).toEqual([
    "Bearer sk-1",
    "Bearer sk-2",
  ]);
});

test("requests nothing without a balance API", async () => {
  const { env, askBalance } = setUp();
  await expect(askBalance(groq)).rejects.toMatchObject({ code: "not-supported" });
  expect(env.calls).toEqual([]);
});

test("does not retry a failure within the minute either", async () => {
  const env = fakeEnvironment({ responses: () => new Response("{}", { status: 500 }) });
  const askBalance = createBalances(env);
  await expect(askBalance(deepseek)).rejects.toMatchObject({ code: "server" });
  await expect(askBalance(deepseek)).rejects.toMatchObject({ code: "server" });
  expect(env.calls).toHaveLength(1);
  await env.advance(60_000);
  await expect(askBalance(deepseek)).rejects.toMatchObject({ code: "server" });
  expect(env.calls).toHaveLength(2);
});

describe("whether a balance may be requested", () => {
  const access = (address: string, relay?: string) => ({
    ...useAccess.getInitialState(),
    useCustomConfig: true,
    values: { ...useAccess.getInitialState().values, [accessKey(openai, "url")]: address },
    flags: { ...serverlessFlags },
    reach: relay === undefined ? {} : { relay },
  });

  test.each([
    ["behind the server", access("", "/api"), true],
    ["of OpenAI itself", access(""), false],
    ["of OpenAI itself, by its address", access("https://api.openai.com/v1", "/api"), false],
    ["of a gateway", access("https://gateway.test"), true],
    [
      "if the operator hides it",
      { ...access("", "/api"), flags: { ...serverlessFlags, hideBalanceQuery: true } },
      false,
    ],
    ["before the server has responded", { ...access("", "/api"), flags: null }, false],
  ])("%s", (_name, state, isShown) => {
    expect(hasBalance(openai, state)).toBe(isShown);
  });
});

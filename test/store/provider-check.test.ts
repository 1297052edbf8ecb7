import { deepseek } from "@/lib/providers/deepseek";
import { groq } from "@/lib/providers/groq";
import { useAccess } from "@/store/access";
import { createBalances } from "@/store/provider-check";
import { fakeEnvironment } from "../support/fake-environment";

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

test("a balance is asked for once a minute", async () => {
  const { env, askBalance } = setUp();
  expect([await askBalance(deepseek), await askBalance(deepseek)]).toEqual([
    { total: 1, currency: "CNY" },
    { total: 1, currency: "CNY" },
  ]);
  await env.advance(60_000);
  expect(await askBalance(deepseek)).toEqual({ total: 2, currency: "CNY" });
});

test("another key has another balance", async () => {
  const { env, askBalance } = setUp();
  await askBalance(deepseek);
  useAccess.getState().setValue(deepseek, "apiKey", "sk-2");
  expect(await askBalance(deepseek)).toEqual({ total: 2, currency: "CNY" });
  expect(env.calls.map(({ init }) => new Headers(init.headers).get("authorization"))).toEqual([
    "Bearer sk-1",
    "Bearer sk-2",
  ]);
});

test("where nobody tells a balance none is asked for", async () => {
  const { env, askBalance } = setUp();
  await expect(askBalance(groq)).rejects.toMatchObject({ code: "not-supported" });
  expect(env.calls).toEqual([]);
});

import fc from "fast-check";
import { AppError } from "@/lib/errors";
import { baidu } from "@/lib/providers/baidu";
import { readToken } from "@/lib/providers/codecs/baidu-token";
import type { HttpCall, Signing } from "@/lib/providers/provider";
import { type FakeAnswer, fakeEnvironment } from "../../../support/fake-environment";

const values = { url: "", apiKey: "key&1", secretKey: "secret/2" };
const chatUrl = "https://aip.baidubce.com/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions";
const call: HttpCall = { method: "POST", url: chatUrl, headers: { Accept: "application/json" }, body: "{}" };

/** Signing that remembers for good, and notes under which names and for how long. */
function signingWith(...responses: readonly FakeAnswer[]) {
  const env = fakeEnvironment({ responses });
  const remembered = new Map<string, { value: string; freshForMs: number }>();
  const signing: Signing = {
    fetch: env.fetch,
    now: env.now,
    async remember(name, make) {
      const made = remembered.get(name) ?? (await make());
      remembered.set(name, made);
      return made.value;
    },
  };
  return { env, remembered, signing };
}

function sign(signed: HttpCall, signing: Signing, own = values): Promise<HttpCall> | undefined {
  return baidu.sign?.(signed, own, signing);
}

const tokenAnswer = (token: string, expires_in = 2592000) => Response.json({ access_token: token, expires_in });

test("a call to the legacy API gets a token, requested at the same address with both parts of the key", async () => {
  const { env, signing } = signingWith(tokenAnswer("24.abc+/="));
  expect(await sign(call, signing)).toEqual({ ...call, url: `${chatUrl}?access_token=24.abc%2B%2F%3D` });
  expect(env.calls).toEqual([
    {
      url: "https://aip.baidubce.com/oauth/2.0/token?grant_type=client_credentials&client_id=key%261&client_secret=secret%2F2",
      init: { method: "POST", headers: { Accept: "application/json" }, redirect: "manual" },
    },
  ]);
});

test("below an address with a path, tokens are requested below that path", async () => {
  const { env, signing } = signingWith(tokenAnswer("t"));
  const url = "https://mirror.test/baidu/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/ernie_speed";
  expect(await sign({ ...call, url }, signing)).toMatchObject({ url: `${url}?access_token=t` });
  expect(env.calls[0]?.url).toMatch(/^https:\/\/mirror\.test\/baidu\/oauth\/2\.0\/token\?/);
});

test("a token is reused until shortly before it expires, for the same key and address only", async () => {
  const { env, remembered, signing } = signingWith(tokenAnswer("one"), tokenAnswer("two"), tokenAnswer("three", 60));
  await sign(call, signing);
  await sign(call, signing);
  expect(env.calls).toHaveLength(1);
  await sign(call, signing, { ...values, secretKey: "another" });
  await sign({ ...call, url: chatUrl.replace("aip.baidubce.com", "mirror.test") }, signing);
  expect(env.calls).toHaveLength(3);
  expect([...remembered.values()]).toEqual([
    { value: "one", freshForMs: 2_591_700_000 },
    { value: "two", freshForMs: 2_591_700_000 },
    { value: "three", freshForMs: 0 },
  ]);
});

test("the cache key of a token does not reveal the key", async () => {
  const { remembered, signing } = signingWith(tokenAnswer("t"));
  await sign(call, signing);
  expect([...remembered.keys()]).toEqual([expect.stringMatching(/^baidu-token-[0-9a-f]{64}$/)]);
});

test.each([
  ["a call to the newer API", { ...call, url: "https://qianfan.baidubce.com/v2/chat/completions" }, values],
  ["a newer key", call, { ...values, apiKey: "bce-v3/ALTAK-x/y" }],
  ["half a key", call, { ...values, secretKey: "" }],
  ["the other half", call, { ...values, apiKey: "" }],
])("%s needs no token and gets none", async (_name, signed, own) => {
  expect(await sign(signed, signingWith().signing, own)).toBe(signed);
});

test.each([
  [401, { error: "invalid_client", error_description: "unknown client id" }, "auth", "unknown client id"],
  [
    200,
    { error: "invalid_client", error_description: "Client authentication failed" },
    "auth",
    "Client authentication failed",
  ],
  [400, { error: "unsupported_grant_type" }, "bad-request", "unsupported_grant_type"],
  [429, {}, "rate-limit", ""],
  [503, {}, "overloaded", ""],
  [200, { access_token: "" }, "server", ""],
])("maps a response with status %d and %j to an error of kind %s", async (status, body, code, message) => {
  const { signing } = signingWith(Response.json(body, { status }));
  const thrown = await sign(call, signing)?.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(AppError);
  expect(thrown).toMatchObject({ code, details: { message, status } });
});

test("parsing a token never throws, and finds none in an invalid response", () => {
  expect(readToken('{"access_token":"t"}')).toEqual({ accessToken: "t", expiresInSeconds: 0 });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
      expect(readToken(body)).toBeUndefined();
    }),
  );
});

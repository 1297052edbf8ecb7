import type { ChatRequest } from "@/lib/chat/request";
import type { HttpCall, Signing } from "@/lib/providers/provider";
import { tencent } from "@/lib/providers/tencent";

const none = { url: "", secretId: "", secretKey: "", apiKey: "" };
const pair = { ...none, secretId: "AKID", secretKey: "secret" };
const key = { ...none, apiKey: "sk-1" };

const signing: Signing = {
  now: () => 1795132800_000,
  fetch: () => Promise.reject(new Error("Nothing is to be fetched.")),
  remember: () => Promise.reject(new Error("Nothing is to be remembered.")),
};

async function callOf(model: string, baseUrl = "https://hunyuan.tencentcloudapi.com"): Promise<HttpCall> {
  const request: ChatRequest = { model, messages: [{ role: "user", content: "Hello" }], stream: true };
  return (await tencent.chat(model)).buildRequest(request, { baseUrl, headers: {} });
}

test("has 11 built-in models, each once, the specified ones first", () => {
  expect(tencent.models).toHaveLength(11);
  expect(new Set(tencent.models).size).toBe(11);
  expect(tencent.models.slice(0, 7)).toEqual([
    "hunyuan-pro",
    "hunyuan-standard",
    "hunyuan-lite",
    "hunyuan-role",
    "hunyuan-functioncall",
    "hunyuan-code",
    "hunyuan-vision",
  ]);
});

test.each([
  [none, false],
  [key, true],
  [pair, true],
  [{ ...pair, secretKey: "" }, false],
  [{ ...pair, secretId: "" }, false],
])("whether the credential %j is complete: %p", (values, isComplete) => {
  expect(tencent.isComplete?.(values)).toBe(isComplete);
});

test.each([
  ["hunyuan-lite", "https://hunyuan.tencentcloudapi.com", "https://hunyuan.tencentcloudapi.com"],
  ["hunyuan-lite", "https://mirror.test/hunyuan", "https://mirror.test/hunyuan"],
  ["hunyuan-lite", "/api/tencent", "/api/tencent"],
  ["hy3", "https://hunyuan.tencentcloudapi.com", "https://api.hunyuan.cloud.tencent.com/v1/chat/completions"],
  ["hy3", "https://mirror.test/hunyuan", "https://mirror.test/hunyuan/v1/chat/completions"],
  ["hy3", "/api/tencent", "/api/tencent/v1/chat/completions"],
])("%s at %s is called at %s", async (model, baseUrl, url) => {
  expect((await callOf(model, baseUrl)).url).toBe(url);
});

test("uses the dialect of each model", async () => {
  const messages = [{ role: "user", content: "Hello" }];
  expect(JSON.parse((await callOf("hunyuan-lite")).body ?? "")).toEqual({
    Model: "hunyuan-lite",
    Messages: [{ Role: "user", Content: "Hello" }],
    Stream: true,
  });
  expect(JSON.parse((await callOf("hy3")).body ?? "")).toEqual({
    model: "hy3",
    messages,
    stream: true,
    stream_options: { include_usage: true },
  });
});

test("the relay allows both paths", () => {
  expect(tencent.relayed).toEqual(["POST ", "POST v1/chat/completions"]);
});

describe("signing", () => {
  test("is used for Tencent's own API, with id and key", async () => {
    const signed = await tencent.sign?.(await callOf("hunyuan-lite"), { ...pair, apiKey: "sk-1" }, signing);
    expect(signed?.headers.Authorization).toMatch(
      /^TC3-HMAC-SHA256 Credential=AKID\/2026-11-20\/hunyuan\/tc3_request, /,
    );
  });

  test("is not used for the OpenAI dialect, which sends the key as a bearer token", async () => {
    const call = await callOf("hy3");
    expect(await tencent.sign?.(call, { ...pair, apiKey: "sk-1" }, signing)).toBe(call);
    expect(tencent.auth(key)).toEqual({ Authorization: "Bearer sk-1" });
  });

  test("is not used with an incomplete credential", async () => {
    const call = await callOf("hunyuan-lite");
    expect(await tencent.sign?.(call, { ...pair, secretId: "" }, signing)).toBe(call);
    expect(await tencent.sign?.(call, { ...pair, secretKey: "" }, signing)).toBe(call);
  });
});

import type { ChatRequest } from "@/lib/chat/request";
import { baidu } from "@/lib/providers/baidu";
import type { HttpCall } from "@/lib/providers/provider";
import { isRelayed } from "@/test/support/relayed";

const none = { url: "", apiKey: "", secretKey: "" };
const pair = { ...none, apiKey: "key", secretKey: "secret" };
const newer = { ...none, apiKey: "bce-v3/ALTAK-x/y" };
const publicUrl = "https://aip.baidubce.com";

async function callOf(model: string, baseUrl = publicUrl): Promise<HttpCall> {
  const request: ChatRequest = { model, messages: [{ role: "user", content: "Hello" }], stream: true };
  return (await baidu.chat(model)).buildRequest(request, { baseUrl, headers: {} });
}

test("has 16 built-in models, each once, the specified ones first", () => {
  expect(baidu.models).toHaveLength(16);
  expect(new Set(baidu.models).size).toBe(16);
  expect(baidu.models.slice(0, 11)).toEqual([
    "ernie-4.0-turbo-8k",
    "ernie-4.0-8k",
    "ernie-4.0-8k-preview",
    "ernie-4.0-8k-preview-0518",
    "ernie-4.0-8k-latest",
    "ernie-3.5-8k",
    "ernie-3.5-8k-0205",
    "ernie-speed-128k",
    "ernie-speed-8k",
    "ernie-lite-8k",
    "ernie-tiny-8k",
  ]);
});

test.each([
  [none, false],
  [pair, true],
  [{ ...pair, secretKey: "" }, false],
  [{ ...pair, apiKey: "" }, false],
  [newer, true],
])("whether the credential %j is complete: %p", (values, isComplete) => {
  expect(baidu.isComplete?.(values)).toBe(isComplete);
});

test("only sends a newer key in a header", () => {
  expect(baidu.auth(newer)).toEqual({ Authorization: "Bearer bce-v3/ALTAK-x/y" });
  expect(baidu.auth(pair)).toEqual({});
  expect(baidu.auth(none)).toEqual({});
});

describe("a legacy model", () => {
  test.each([
    ["ernie-4.0-8k", "completions_pro"],
    ["ernie-4.0-8k-preview-0518", "completions_adv_pro"],
    ["ernie-3.5-8k", "completions"],
    ["ernie-speed-8k", "ernie_speed"],
    ["ernie-lite-8k", "ernie-lite-8k"],
    ["ernie-4.0-turbo-8k", "ernie-4.0-turbo-8k"],
  ])("%s is at %s", async (model, end) => {
    expect((await callOf(model)).url).toBe(`${publicUrl}/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/${end}`);
  });
});

test.each([
  [publicUrl, "https://qianfan.baidubce.com/v2/chat/completions"],
  ["https://mirror.test", "https://mirror.test/v2/chat/completions"],
  ["/api/baidu", "/api/baidu/v2/chat/completions"],
])("any other model at %s is called at %s, in the OpenAI dialect", async (baseUrl, url) => {
  const call = await callOf("ernie-5.1", baseUrl);
  expect(call.url).toBe(url);
  expect(JSON.parse(call.body ?? "")).toEqual({
    model: "ernie-5.1",
    messages: [{ role: "user", content: "Hello" }],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test.each(baidu.models)("%s is called at a path that the relay allows", async (model) => {
  expect(isRelayed(baidu, await callOf(model, "/api/baidu"))).toBe(true);
});

test.each([
  ["unsafe_request", "content-filter"],
  ["characters_too_long", "context-length"],
  ["invalid_model", "not-found"],
  ["malformed_json", "bad-request"],
])("maps the newer API's error %s to %s", async (code, kind) => {
  const body = JSON.stringify({ error: { code, message: "So it is.", type: "invalid_request_error" }, id: "as-1" });
  expect((await baidu.chat("ernie-5.1")).parseResponse({ status: 400, body })).toMatchObject([
    { type: "error", error: { kind, code, message: "So it is." } },
  ]);
});

test.each([
  ["completions_pro", "ernie-4.0-8k"],
  ["ernie_speed", "ernie-speed-8k"],
  ["ernie-tiny-8k", "ernie-tiny-8k"],
  ["another", "another"],
])("finds the model by the path %s: %s", (end, model) => {
  expect(baidu.modelOfPath?.(end)).toBe(model);
});

import fc from "fast-check";
import type { ChatRequest } from "@/lib/chat/request";
import { iflytek } from "@/lib/providers/iflytek";

const connection = { baseUrl: "https://spark-api-open.xf-yun.com", headers: {} };
const parts = [
  { type: "text", text: "Which port?" },
  { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
] as const;

async function callFor(model: string, temperature: number) {
  const request: ChatRequest = { model, messages: [{ role: "user", content: parts }], stream: true, temperature };
  const { url, body } = (await iflytek.chat(model)).buildRequest(request, connection);
  return { path: url.slice(connection.baseUrl.length), body: JSON.parse(body ?? "") };
}

test.each([
  ["generalv3.5", "/v1/chat/completions"],
  ["4.0Ultra", "/v1/chat/completions"],
  ["x1", "/v2/chat/completions"],
  ["spark-x", "/x2/chat/completions"],
])("%s is called at %s, for text only", async (model, path) => {
  const messages = [{ role: "user", content: "Which port?" }];
  expect(await callFor(model, 0.5)).toEqual({ path, body: { model, messages, stream: true, temperature: 0.5 } });
});

test.each([
  [0, 0.01],
  [0.7, 0.7],
  [2, 1],
])("sends a temperature of %d as %d", async (asked, sent) => {
  expect((await callFor("lite", asked)).body.temperature).toBe(sent);
});

test.each([
  ["key", "secret", { Authorization: "Bearer key:secret" }],
  ["key", "", {}],
  ["", "secret", {}],
])("sends the key %j and the secret %j together or not at all", (apiKey, apiSecret, headers) => {
  expect(iflytek.auth({ url: "", apiKey, apiSecret })).toEqual(headers);
});

describe("errors have the product's message", () => {
  test("with the provider's message for a failed status", async () => {
    const { parseResponse } = await iflytek.chat("lite");
    const body = '{"error":{"message":"AppIdNoAuthError","type":"api_error","param":null,"code":"11200"}}';
    expect(parseResponse({ status: 403, body })).toMatchObject([
      { type: "error", error: { kind: "permission", message: `Request failed with status 403: ${body}` } },
    ]);
    expect(parseResponse({ status: 502, body: "Bad gateway\n" })).toMatchObject([
      { type: "error", error: { kind: "server", message: "Request failed with status 502: Bad gateway" } },
    ]);
  });

  test("for a wrong key: the screen shows the rest", async () => {
    const body = '{"error":{"message":"invalid user","type":"api_error"}}';
    expect((await iflytek.chat("lite")).parseResponse({ status: 401, body })).toMatchObject([
      { type: "error", error: { kind: "auth", message: "invalid user" } },
    ]);
  });

  test("for a chunk that cannot be parsed", async () => {
    expect((await iflytek.chat("lite")).parseEvent({ data: '{"code":0,"choi' })).toEqual([
      { type: "error", error: { kind: "protocol", code: null, message: 'Failed to parse response: {"code":0,"choi' } },
    ]);
  });

  test.each([
    [10007, "rate-limit"],
    [10013, "content-filter"],
    [10019, "content-filter"],
    [10163, "bad-request"],
    [10907, "context-length"],
    [11200, "permission"],
    [11201, "quota"],
    [11202, "rate-limit"],
    [99999, "server"],
  ])("maps the code %d in a stream to %s", async (code, kind) => {
    const data = JSON.stringify({ code, message: "…", sid: "s" });
    expect((await iflytek.chat("lite")).parseEvent({ data })).toMatchObject([{ error: { kind, code: String(code) } }]);
  });
});

test("parses a whole reply", async () => {
  const body = '{"code":0,"message":"Success","choices":[{"index":0,"message":{"role":"assistant","content":"Hi."}}]}';
  expect((await iflytek.chat("lite")).parseResponse({ status: 200, body })).toEqual([
    { type: "text-delta", text: "Hi." },
    { type: "end" },
  ]);
});

test("never throws", async () => {
  const { parseEvent, parseResponse } = await iflytek.chat("lite");
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), fc.integer({ min: 100, max: 599 }), (data, status) => {
      expect(Array.isArray(parseEvent({ data }))).toBe(true);
      expect(Array.isArray(parseResponse({ status, body: data }))).toBe(true);
    }),
  );
});

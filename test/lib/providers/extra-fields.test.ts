import { customEndpoint } from "@/lib/providers/custom-endpoint";
import { readExtraBody } from "@/lib/providers/extra-body";
import { readExtraHeaders } from "@/lib/providers/extra-headers";

const gate = customEndpoint({ id: "custom-gate", name: "Gate", boundName: "custom-gate", models: [] });

test.each<[string, object]>([
  ["", { headers: {} }],
  ['{"X-Team":"tides","authorization":"Basic x"}', { headers: { "x-team": "tides", authorization: "Basic x" } }],
  ["X-Team: tides", { kind: "notAnObject" }],
  ['["X-Team"]', { kind: "notAnObject" }],
  [`{"a":"${"x".repeat(8000)}"}`, { kind: "tooLong" }],
  [JSON.stringify(Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`x-${i}`, ""]))), { kind: "tooMany" }],
  ['{"X-Team":7}', { kind: "valueInvalid", name: "X-Team" }],
  ['{"X-Team":"a\\r\\nHost: b"}', { kind: "valueInvalid", name: "X-Team" }],
  ['{"X-Team":"Zürich"}', { kind: "valueInvalid", name: "X-Team" }],
  ['{"X Team":"a"}', { kind: "nameRefused", name: "X Team" }],
  ['{"":"a"}', { kind: "nameRefused", name: "" }],
  ...[
    "Host",
    "Cookie",
    "Origin",
    "Sec-Fetch-Mode",
    "Proxy-Authorization",
    "Content-Type",
    "X-HTTP-Method-Override",
  ].map((name): [string, object] => [`{"${name}":"a"}`, { kind: "nameRefused", name }]),
])("the headers %p are read as %j", (text, read) => {
  expect(readExtraHeaders(text)).toEqual(read);
});

test.each<[string, object]>([
  ["", { fields: {} }],
  ['{"repeat_penalty":1.1,"temperature":null}', { fields: { repeat_penalty: 1.1, temperature: null } }],
  ["7", { kind: "notAnObject" }],
  ['{"messages":[]}', { kind: "nameRefused", name: "messages" }],
  ['{"input":[]}', { kind: "nameRefused", name: "input" }],
  ['{"contents":[]}', { kind: "nameRefused", name: "contents" }],
  ['{"stream":false}', { kind: "nameRefused", name: "stream" }],
  ['{"__proto__":{}}', { kind: "nameRefused", name: "__proto__" }],
  ...["key", "api_key", "apiKey", "Authorization", "access_token", "secret-key", "x-api-key"].map(
    (name): [string, object] => [`{"${name}":"a"}`, { kind: "nameRefused", name }],
  ),
  ['{"prompt_cache_key":"a"}', { fields: { prompt_cache_key: "a" } }],
])("the body %p is read as %j", (text, read) => {
  expect(readExtraBody(text)).toEqual(read);
});

async function bodyWith(extraBody: string) {
  const codec = await gate.chat("gemma-3");
  const request = { model: "gemma-3", messages: [], stream: true, temperature: 0.5 } as const;
  const connection = { baseUrl: "https://gate.test", headers: {}, options: { extraBody } };
  return codec.buildRequest(request, connection).body;
}

test("an extra body replaces fields of a request, and null removes them", async () => {
  const plain = { messages: [], stream: true, stream_options: { include_usage: true }, model: "gemma-3" };
  expect(JSON.parse((await bodyWith('{"repeat_penalty":1.1,"temperature":null}')) ?? "")).toEqual({
    ...plain,
    repeat_penalty: 1.1,
  });
});

test("an empty extra body leaves a request unchanged", async () => {
  expect(await bodyWith("")).toBe(
    '{"messages":[],"stream":true,"stream_options":{"include_usage":true},"model":"gemma-3","temperature":0.5}',
  );
});

test.each(["{", "[]", '{"messages":[]}', '{"api_key":"a"}', `{"a":"${"b".repeat(8000)}"}`])(
  "a request is not built with the invalid extra body %.20s",
  async (extraBody) => {
    await expect(bodyWith(extraBody)).rejects.toMatchObject({ code: "extra-body" });
  },
);

test("headers and the key are sent; invalid headers are not", () => {
  const values = { url: "", apiKey: "sk-1", extraBody: "" };
  expect(gate.auth({ ...values, extraHeaders: '{"X-Team":"tides"}' })).toEqual({
    Authorization: "Bearer sk-1",
    "x-team": "tides",
  });
  expect(gate.auth({ ...values, extraHeaders: '{"Authorization":"Basic x"}' })).toEqual({ authorization: "Basic x" });
  expect(gate.auth({ ...values, extraHeaders: '{"Cookie":"a=b"}' })).toEqual({ Authorization: "Bearer sk-1" });
});

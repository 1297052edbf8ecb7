import type { ChatRequest } from "@/lib/chat/request";
import { azure } from "@/lib/providers/azure";
import { openai } from "@/lib/providers/openai";
import type { Connection } from "@/lib/providers/provider";

const resource = "https://syn.openai.azure.com/openai";
const messages = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Hello" },
] as const;
const request: ChatRequest = { model: "gpt-4", messages, stream: true, temperature: 0.5, maxOutputTokens: 4000 };

function connectionTo(baseUrl: string, apiVersion?: string): Connection {
  return { baseUrl, headers: { "api-key": "k" }, ...(apiVersion === undefined ? {} : { options: { apiVersion } }) };
}

async function callFor(asked: Partial<ChatRequest>, connection = connectionTo(resource, "2024-10-21")) {
  const whole = { ...request, ...asked };
  const { url, body, headers, method } = (await azure.chat(whole.model)).buildRequest(whole, connection);
  return { url, headers, method, body: JSON.parse(body ?? "") };
}

test("a call has the deployment and the version in its URL, and the key in its own header", async () => {
  expect(await callFor({ displayName: "chat1" })).toEqual({
    method: "POST",
    url: `${resource}/deployments/chat1/chat/completions?api-version=2024-10-21`,
    headers: { "api-key": "k", "Content-Type": "application/json", Accept: "application/json" },
    body: { model: "gpt-4", messages, stream: true, stream_options: { include_usage: true }, temperature: 0.5 },
  });
});

describe("the deployment", () => {
  test.each([
    ["gpt-4", undefined, "gpt-4"],
    ["gpt-4", "", "gpt-4"],
    ["gpt-4", "gpt35", "gpt35"],
    ["gpt-4", "a/b", "a%2Fb"],
    ["gpt-4", "..", "%252E%252E"],
    ["gpt-4", "../../models", "..%2F..%2Fmodels"],
    ["gpt-4", "me@home", "me%40home"],
    ["gpt-4", "潮汐", "%E6%BD%AE%E6%B1%90"],
    ["gpt-4", "chat1 ", "chat1%20"],
    ["gpt-4", "a?api-version=x#", "a%3Fapi-version%3Dx%23"],
  ])("of %s with the display name %j is one path segment: %s", async (model, displayName, segment) => {
    const { url } = await callFor({ model, ...(displayName === undefined ? {} : { displayName }) });
    expect(url).toBe(`${resource}/deployments/${segment}/chat/completions?api-version=2024-10-21`);
    expect(new URL(url).pathname).toMatch(/^\/openai\/deployments\/[^/]+\/chat\/completions$/);
  });
});

describe("the address", () => {
  const called = `${resource}/deployments/gpt-4/chat/completions?api-version=2024-10-21`;
  test.each([
    resource,
    `${resource}/`,
    "https://syn.openai.azure.com",
    "https://syn.openai.azure.com/",
    `${resource}/deployments/other`,
    `${resource}/deployments/gpt-4/chat/completions?api-version=2023-05-15`,
  ])("may be entered as %s", async (entered) => {
    expect((await callFor({}, connectionTo(entered, "2024-10-21"))).url).toBe(called);
  });

  test("may be our relay, which adds the operator's version", async () => {
    expect((await callFor({}, connectionTo("/api/azure"))).url).toBe("/api/azure/deployments/gpt-4/chat/completions");
    expect((await callFor({}, connectionTo("/api/azure", ""))).url).toBe(
      "/api/azure/deployments/gpt-4/chat/completions",
    );
  });
});

describe("the Responses API", () => {
  const tools = [{ name: "tide", description: "Next tide", parameters: { type: "object", properties: {} } }];
  const sent = {
    model: "mine",
    instructions: "Be brief.",
    input: [{ role: "user", content: [{ type: "input_text", text: "Hello" }] }],
    stream: true,
    store: false,
    include: ["reasoning.encrypted_content"],
    reasoning: { summary: "auto" },
    max_output_tokens: 4000,
  };
  const sentTools = [{ type: "function", ...tools[0], strict: false }];

  test.each([
    ["gpt-6-astra", undefined, sent],
    ["gpt-6.1-sol", tools, { ...sent, tools: sentTools }],
    ["gpt-5.3-codex", undefined, sent],
    ["gpt-5.5-pro", undefined, sent],
    ["gpt-5.4", tools, { ...sent, tools: sentTools }],
    ["gpt-6-luna", tools, { ...sent, tools: sentTools }],
  ])("of the resource is called for %s with the tools %j, by the deployment's name", async (model, given, expected) => {
    const { url, body } = await callFor({ model, displayName: "mine", ...(given && { tools: given }) });
    expect([url, body]).toEqual([`${resource}/v1/responses`, expected]);
  });

  test.each([
    [`${resource}/v1`, undefined, `${resource}/v1/responses`],
    [`${resource}/v1`, "preview", `${resource}/v1/responses?api-version=preview`],
    [`${resource}/deployments/other`, "2024-10-21", `${resource}/v1/responses`],
    ["/api/azure", undefined, "/api/azure/v1/responses"],
  ])("at %s with version %j is %s", async (entered, version, expected) => {
    const { url, body } = await callFor({ model: "gpt-6-astra", displayName: "mine" }, connectionTo(entered, version));
    expect([url, body.model]).toEqual([expected, "mine"]);
  });

  test.each([
    ["gpt-5.4", undefined],
    ["gpt-5", tools],
    ["gpt-4o", tools],
  ])("is not called for %s with the tools %j", async (model, given) => {
    const { url, body } = await callFor({ model, displayName: "mine", ...(given && { tools: given }) });
    expect(url).toBe(`${resource}/deployments/mine/chat/completions?api-version=2024-10-21`);
    expect(body).not.toHaveProperty("reasoning_effort");
  });

  test("is read like that of OpenAI, as chat completions of the same model are", async () => {
    const codec = await azure.chat("gpt-5.4");
    const delta = {
      type: "response.output_text.delta",
      item_id: "m",
      output_index: 0,
      content_index: 0,
      delta: "At n",
    };
    expect(codec.parseEvent({ data: JSON.stringify(delta) })).toEqual([{ type: "text-delta", text: "At n" }]);
    const chunk = { choices: [{ index: 0, delta: { content: "oon." } }] };
    expect(codec.parseEvent({ data: JSON.stringify(chunk) })).toEqual([{ type: "text-delta", text: "oon." }]);
  });
});

describe("the v1 API", () => {
  const v1 = `${resource}/v1`;
  test.each([
    [v1, undefined, ""],
    [v1, "2023-08-01-preview", ""],
    [v1, "preview", "?api-version=preview"],
    [`${v1}/`, "v1", "?api-version=v1"],
    [`${v1}/chat/completions`, undefined, ""],
  ])("at %s with version %j has the deployment in the body", async (entered, version, query) => {
    const { url, body } = await callFor({ displayName: "chat1" }, connectionTo(entered, version));
    expect(url).toBe(`${v1}/chat/completions${query}`);
    expect(body).toMatchObject({ model: "chat1", stream_options: { include_usage: true } });
  });

  test("generates images by the rules of the model, whatever its deployment is called", async () => {
    const { url, body } = await callFor({ model: "dall-e-3", displayName: "painter" }, connectionTo(v1));
    expect(url).toBe(`${v1}/images/generations`);
    expect(body).toMatchObject({ model: "painter", response_format: "b64_json", style: "vivid" });
  });
});

test.each([
  ["2023-08-01-preview", false],
  ["2024-08-01-preview", false],
  ["2024-09-01-preview", true],
  ["2024-10-21", true],
  [undefined, false],
])("whether version %s supports token counts: %s", async (version, isAsked) => {
  const { body } = await callFor({}, connectionTo(resource, version));
  expect("stream_options" in body).toBe(isAsked);
});

test.each([
  ["o3-mini", { temperature: 1, max_completion_tokens: 4000 }],
  ["gpt-5", { temperature: 1, max_completion_tokens: 4000 }],
  ["gpt-6-luna", { max_completion_tokens: 4000 }],
  ["gpt-4o", { temperature: 0.5, max_tokens: 4000 }],
  ["gpt-35-turbo", { temperature: 0.5 }],
])("%s keeps its rules behind any deployment name", async (model, rules) => {
  const { messages: _messages, ...body } = (await callFor({ model, displayName: "mine" })).body;
  expect(body).toEqual({ model, stream: true, stream_options: { include_usage: true }, ...rules });
});

test.each(["dall-e-3", "gpt-image-2"])("%s generates images at its deployment", async (model) => {
  const codec = await azure.chat(model);
  const { url, body } = await callFor({ model, displayName: "painter" });
  expect(codec.isWhole).toBe(true);
  expect(url).toBe(`${resource}/deployments/painter/images/generations?api-version=2024-10-21`);
  expect(body).toMatchObject({ model, prompt: "Hello", n: 1 });
});

const v1 = "https://syn.openai.azure.com/openai/v1";
test.each([
  [
    ...["gpt-image-2", resource, `${resource}/deployments/painter/images/edits?api-version=2024-10-21`],
    { model: "gpt-image-2", quality: "auto" },
  ],
  ["gpt-image-2", v1, `${v1}/images/edits`, { model: "painter", quality: "auto" }],
] as const)("%s at %s changes attached images by a form", async (model, baseUrl, address, fields) => {
  const image_url = { url: "data:image/png;base64,AQI=" };
  const content = [{ type: "text", text: "Paint it" } as const, { type: "image_url", image_url } as const];
  const asked = { ...request, model, displayName: "painter", messages: [{ role: "user", content } as const] };
  const codec = await azure.chat(model);
  const { url, headers, form, files = [], body } = codec.buildRequest(asked, connectionTo(baseUrl, "2024-10-21"));
  expect([url.split("?")[0], headers, body]).toEqual([
    address.split("?")[0],
    { "api-key": "k", Accept: "application/json" },
    undefined,
  ]);
  expect(form).toEqual({ prompt: "Paint it", n: "1", size: "1024x1024", ...fields });
  expect(files.map(({ field, name }) => [field, name])).toEqual([["image", "image-1.png"]]);
});

test("DALL·E behind any deployment makes a new image", async () => {
  const image_url = { url: "data:image/png;base64,AQI=" };
  const content = [{ type: "text", text: "Paint it" } as const, { type: "image_url", image_url } as const];
  const { url } = await callFor(
    { model: "dall-e-3", displayName: "painter", messages: [{ role: "user", content }] },
    connectionTo(v1),
  );
  expect(url).toBe(`${v1}/images/generations`);
});

test("sends the key in its own header, and omits an empty one", () => {
  const values = { url: "", apiKey: "k", apiVersion: "" };
  expect(azure.auth(values)).toEqual({ "api-key": "k" });
  expect(azure.auth({ ...values, apiKey: "" })).toEqual({});
});

test.each([
  [resource, "k", "2024-10-21", true],
  ["", "k", "2024-10-21", false],
  [resource, "", "2024-10-21", false],
  [resource, "k", "", false],
])("whether address %j, key %j and version %j are complete: %s", (url, apiKey, apiVersion, isWhole) => {
  expect(azure.isComplete?.({ url, apiKey, apiVersion })).toBe(isWhole);
});

test("has no public address, and offers OpenAI's models", () => {
  expect(azure.fields.url).toMatchObject({ publicUrl: "", env: "AZURE_URL" });
  expect(azure.fields.apiVersion).toMatchObject({ default: "2023-08-01-preview", env: "AZURE_API_VERSION" });
  expect(azure.models).toBe(openai.models);
});

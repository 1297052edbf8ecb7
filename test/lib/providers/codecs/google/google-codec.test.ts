import fc from "fast-check";
import type { ChatRequest } from "@/lib/chat/request";
import { googleCodec } from "@/lib/providers/codecs/google/google-codec";
import { sampleRequest } from "../../../../support/request-samples";

const connection = {
  baseUrl: "https://generativelanguage.googleapis.com",
  headers: { "x-goog-api-key": "key" },
};

const request = sampleRequest("gemini-2.0-flash");

function urlOf(model: string, stream = true): string {
  return googleCodec.buildRequest({ ...request, model, stream }, connection).url;
}

function bodyOf(changes: Partial<ChatRequest>, options?: Record<string, string>): unknown {
  const call = googleCodec.buildRequest({ ...request, ...changes }, { ...connection, ...(options && { options }) });
  return JSON.parse(call.body ?? "");
}

const highOnly = [
  { category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_ONLY_HIGH" },
  { category: "HARM_CATEGORY_HATE_SPEECH", threshold: "BLOCK_ONLY_HIGH" },
  { category: "HARM_CATEGORY_SEXUALLY_EXPLICIT", threshold: "BLOCK_ONLY_HIGH" },
  { category: "HARM_CATEGORY_DANGEROUS_CONTENT", threshold: "BLOCK_ONLY_HIGH" },
];

test("requests a stream as server-sent events, and a whole reply by its own method", () => {
  const models = "https://generativelanguage.googleapis.com/v1beta/models";
  expect(urlOf("gemini-2.5-pro")).toBe(`${models}/gemini-2.5-pro:streamGenerateContent?alt=sse`);
  expect(urlOf("gemini-2.5-pro", false)).toBe(`${models}/gemini-2.5-pro:generateContent`);
  expect(googleCodec.buildRequest(request, connection)).toMatchObject({
    method: "POST",
    headers: { "x-goog-api-key": "key", "Content-Type": "application/json", Accept: "application/json" },
  });
});

test.each<[string, ChatRequest["image"], object]>([
  [
    "gemini-3-pro-image",
    { size: "2K", aspectRatio: "16:9" },
    { imageConfig: { aspectRatio: "16:9", imageSize: "2K" } },
  ],
  ["gemini-3-pro-image", { size: "1024x1024", aspectRatio: "auto", quality: "hd", count: 4 }, {}],
  ["gemini-2.5-flash-image", { size: "4K", aspectRatio: "3:2" }, { imageConfig: { aspectRatio: "3:2" } }],
  ["gemini-2.0-flash", { size: "4K", aspectRatio: "3:2" }, {}],
])("%s gets of the image options %j only its own", (model, image, config) => {
  expect(bodyOf({ model, image })).toEqual({
    contents: expect.anything(),
    generationConfig: { temperature: 0.5, maxOutputTokens: 4000, topP: 0.9, ...config },
    safetySettings: highOnly,
  });
});

describe("a model's name", () => {
  test.each([
    ["a/b", "a%2Fb"],
    ["../../v1/files", "..%2F..%2Fv1%2Ffiles"],
    ["..", "%252E%252E"],
    ["a\\b", "a%5Cb"],
    ["a?key=b#c", "a%3Fkey%3Db%23c"],
    ["model@company", "model%40company"],
    ["a:generateContent", "a%3AgenerateContent"],
    ["100%", "100%25"],
    ["my model", "my%20model"],
    ["模型", "%E6%A8%A1%E5%9E%8B"],
    ["half\uD83C", "half%EF%BF%BD"],
    ["", ""],
  ])("%p is encoded as %p", (model, written) => {
    expect(urlOf(model)).toBe(
      `https://generativelanguage.googleapis.com/v1beta/models/${written}:streamGenerateContent?alt=sse`,
    );
  });

  test("never changes the rest of the URL", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (model) => {
        const { origin, pathname, search, hash } = new URL(urlOf(model));
        expect([origin, search, hash]).toEqual([connection.baseUrl, "?alt=sse", ""]);
        expect(pathname).toMatch(/^\/v1beta\/models\/[^/]*:streamGenerateContent$/);
      }),
    );
  });
});

test("a plain request has contents, three numbers and the safety settings", () => {
  expect(bodyOf({})).toEqual({
    contents: [{ role: "user", parts: [{ text: "Be brief." }, { text: "Hello" }] }],
    generationConfig: { temperature: 0.5, maxOutputTokens: 4000, topP: 0.9 },
    safetySettings: highOnly,
  });
});

test("omits unset parameters", () => {
  const bare: ChatRequest = { model: "gemini-2.0-flash", messages: request.messages, stream: false, tools: [] };
  expect(JSON.parse(googleCodec.buildRequest(bare, connection).body ?? "")).toEqual({
    contents: [{ role: "user", parts: [{ text: "Be brief." }, { text: "Hello" }] }],
    generationConfig: {},
    safetySettings: highOnly,
  });
});

test.each([
  [{ safetySettings: "BLOCK_NONE" }, "BLOCK_NONE"],
  [{ safetySettings: "BLOCK_LOW_AND_ABOVE" }, "BLOCK_LOW_AND_ABOVE"],
  [{ safetySettings: "" }, "BLOCK_ONLY_HIGH"],
  [{ safetySettings: "BLOCK_SOME" }, "BLOCK_ONLY_HIGH"],
  [{}, "BLOCK_ONLY_HIGH"],
])("with the options %j, the level of all four is %s", (options, threshold) => {
  expect(bodyOf({}, options)).toMatchObject({ safetySettings: highOnly.map((setting) => ({ ...setting, threshold })) });
});

describe("reasoning", () => {
  test.each([
    "gemini-2.5-pro",
    "gemini-2.5-flash",
    "gemini-2.5-pro-preview-06-05",
    "gemini-3-flash-preview",
    "gemini-3.8-flash",
    "gemini-4-argon",
    "gemini-10-pro",
    "Gemini-3.1-Pro-Preview",
    "gemini-flash-latest",
  ])("is requested of %s", (model) => {
    expect(bodyOf({ model })).toMatchObject({ generationConfig: { thinkingConfig: { includeThoughts: true } } });
  });

  test.each([
    "gemini-1.5-pro",
    "gemini-2.0-flash-thinking-exp",
    "gemini-2.5-flash-lite",
    "gemini-2.5-flash-image",
    "gemini-3-pro-image",
    "gemini-2.5-flash-preview-tts",
    "gemma-4-31b-it",
    "some-model",
  ])("is not requested of %s", (model) => {
    expect(bodyOf({ model })).toMatchObject({
      generationConfig: { temperature: 0.5, maxOutputTokens: 4000, topP: 0.9 },
    });
    expect(bodyOf({ model })).not.toHaveProperty("generationConfig.thinkingConfig");
  });
});

test("declares tools together, and functions without parameters without a schema", () => {
  const parameters = { type: "object", properties: { place: { type: "string" } }, required: ["place"] };
  const empty = { $schema: "x", type: "object", properties: {}, required: [], additionalProperties: false };
  const tools = [
    { name: "tide", description: "Tide times", parameters },
    { name: "now", description: "The time", parameters: empty },
    { name: "list", description: "All", parameters: {} },
    { name: "any", description: "Either", parameters: { anyOf: [{ type: "object", $schema: "x" }] } },
  ];
  expect(bodyOf({ tools })).toHaveProperty("tools", [
    {
      functionDeclarations: [
        { name: "tide", description: "Tide times", parametersJsonSchema: parameters },
        { name: "now", description: "The time" },
        { name: "list", description: "All" },
        {
          name: "any",
          description: "Either",
          parametersJsonSchema: { type: "object", anyOf: [{ type: "object" }] },
        },
      ],
    },
  ]);
});

test.each([
  ["gemini-2.5-pro", false],
  ["gemini-3-pro-preview", true],
  ["gemini-3.1-flash", true],
  ["gemini-10-pro", true],
  ["gemini-flash-latest", true],
  ["gemma-3-27b-it", false],
])("whether %s supports images in results: %s", (model, takesThem) => {
  const images = ["data:image/png;base64,AQI="];
  const body = bodyOf({ model, messages: [{ role: "tool", callId: "c", name: "draw", content: "", images }] });
  expect(JSON.stringify(body).includes("inlineData")).toBe(takesThem);
});

import fc from "fast-check";
import { maskMark } from "@/lib/chat/image-mask";
import type { ChatRequest } from "@/lib/chat/request";
import { openAIImages } from "@/lib/providers/codecs/openai/openai-images";
import { customEndpoint } from "@/lib/providers/custom-endpoint";
import { openai } from "@/lib/providers/openai";
import type { Provider } from "@/lib/providers/provider";
import { siteServer } from "@/lib/providers/site-server";
import { pngOf } from "@/test/support/png";

const connection = { baseUrl: "https://api.openai.com", headers: { Authorization: "Bearer sk-1" } };
const { parseEvent, parseResponse } = openAIImages({ path: "v1/images/generations" });

function requestFor(model: string, image?: ChatRequest["image"]): ChatRequest {
  const messages = [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "A paper kite" }] },
  ] as const;
  return { model, messages, stream: true, temperature: 0.5, maxOutputTokens: 4000, ...(image ? { image } : {}) };
}

const tall = { size: "1024x1792", quality: "hd", style: "natural" } as const;
const full = {
  size: "2160x3840",
  aspectRatio: "16:9",
  quality: "medium",
  style: "natural",
  background: "transparent",
  format: "WebP",
  count: 3,
} as const;
const large = { size: "2160x3840", quality: "medium" };
const opaqueJpeg = { background: "opaque", output_format: "jpeg" };
const untouched = { quality: "standard", style: "vivid" };
const bodies: readonly (readonly [string, ChatRequest["image"], object])[] = [
  ["dall-e-3", undefined, { response_format: "b64_json", size: "1024x1024", quality: "standard", style: "vivid" }],
  ["dall-e-3", tall, { response_format: "b64_json", ...tall }],
  ["dall-e-2", undefined, { response_format: "b64_json", size: "1024x1024", quality: "standard", style: "vivid" }],
  ["gpt-image-2", undefined, { size: "1024x1024", quality: "auto" }],
  ["dall-e-3", { ...full, size: "1024x1792" }, { response_format: "b64_json", ...tall, quality: "standard" }],
  ["dall-e-3", { size: "auto" }, { response_format: "b64_json", ...untouched, size: "1024x1024" }],
  ["gpt-image-2.5-flare", tall, { size: "1024x1024", quality: "high" }],
  ["gpt-image-1", { ...tall, quality: "low" }, { size: "1024x1024", quality: "low" }],
  [
    "gpt-image-2",
    full,
    { n: 3, size: "2160x3840", quality: "medium", background: "transparent", output_format: "webp" },
  ],
  ["gpt-image-2", { ...full, format: "JPEG", count: 9 }, { n: 4, ...large, background: "transparent" }],
  ["gpt-image-2", { ...full, format: "JPEG", background: "opaque", count: 0 }, { ...large, ...opaqueJpeg }],
  [
    "gpt-image-1-mini",
    { ...full, size: "auto", background: "auto", format: "PNG" },
    { n: 3, size: "auto", quality: "medium" },
  ],
  ["chatgpt-image-latest", undefined, { size: "1024x1024", quality: "auto" }],
];

test.each(bodies)("%s, with %j, receives the last text and only supported options", async (model, image, asked) => {
  const codec = await openai.chat(model);
  const { url, body, method, headers } = codec.buildRequest(requestFor(model, image), connection);
  expect([codec.isWhole, method, url]).toEqual([true, "POST", "https://api.openai.com/v1/images/generations"]);
  expect(headers).toMatchObject({ Authorization: "Bearer sk-1", "Content-Type": "application/json" });
  expect(JSON.parse(body ?? "")).toEqual({ model, prompt: "A paper kite", n: 1, ...asked });
});

const last16 = Array.from({ length: 16 }, (_, at) => `https://images.test/${at + 4}`);

/** Returns the data URL of a mask. */
function maskUrl(): string {
  const [head, rest] = [pngOf(4, 3, [1, 2, 3]).subarray(0, 33), pngOf(4, 3, [1, 2, 3]).subarray(33)];
  const marked = Buffer.concat([head, Buffer.from(maskMark, "base64"), rest]);
  return `data:image/png;base64,${marked.toString("base64")}`;
}

describe("a chat that has an image already", () => {
  const image = (url: string) => ({ type: "image_url", image_url: { url } }) as const;
  const messages = (urls: readonly string[]): ChatRequest["messages"] => [
    { role: "user", content: [{ type: "text", text: "A paper kite" }, image("data:image/png;base64,AA==")] },
    { role: "assistant", content: urls.map(image) },
    { role: "user", content: "Make it blue" },
  ];

  test.each([["data:image/png;base64,AQI="], ["https://images.test/kite.png"]])(
    "has its last one changed: %s",
    async (url) => {
      const model = "gpt-image-2";
      const request = { model, messages: messages(["data:image/png;base64,AAAA", url, "stored:gone"]), stream: true };
      const call = (await openai.chat(model)).buildRequest(request, connection);
      expect([call.method, call.url]).toEqual(["POST", "https://api.openai.com/v1/images/edits"]);
      expect(JSON.parse(call.body ?? "")).toEqual({
        ...{ model, prompt: "Make it blue", n: 1, size: "1024x1024", quality: "auto" },
        images: [{ image_url: url }],
      });
    },
  );

  test.each([
    ["dall-e-3", ["data:image/png;base64,AQI="]],
    ["gpt-image-2", ["stored:gone"]],
    ["gpt-image-2", []],
  ])("gets another from %s with %j", async (model, urls) => {
    const { url, body } = (await openai.chat(model)).buildRequest(
      { model, messages: messages(urls).slice(1), stream: true },
      connection,
    );
    expect(url).toBe("https://api.openai.com/v1/images/generations");
    expect(JSON.parse(body ?? "")).not.toHaveProperty("images");
  });

  const png = "data:image/png;base64,AQI=";
  const mask = maskUrl();
  const asked = (parts: readonly string[]) => ({
    role: "user" as const,
    content: [{ type: "text" as const, text: "Paint it" }, ...parts.map(image)],
  });
  const made = (url: string) => ({ role: "assistant" as const, content: [image(url)] });
  const photo = "data:image/jpeg;base64,/9g=";
  test.each<[string, ChatRequest["messages"], readonly string[], string | undefined]>([
    ["the attached images, in order", [asked([photo, png])], [photo, png], undefined],
    [
      "the model's last image, then what was attached since",
      [asked([photo]), made(png), asked([photo])],
      [png, photo],
      undefined,
    ],
    ["what a failed request had attached", [asked([photo]), { role: "user", content: "Again" }], [photo], undefined],
    ["the masked image first", [made(png), asked([png, photo, mask])], [photo, png], mask],
    ["without a mask that follows no image", [asked([mask, photo])], [photo], undefined],
    ["the mask of the first masked image", [asked([mask, photo, mask, png, mask])], [photo, png], mask],
    ["without an earlier mask", [asked([photo, mask]), made(png), asked([])], [png], undefined],
    ["at most 16", [asked(Array.from({ length: 20 }, (_, at) => `https://images.test/${at}`))], last16, undefined],
  ])("are its input: %s", async (_name, given, images, expectedMask) => {
    const model = "gpt-image-2";
    const { body } = (await openai.chat(model)).buildRequest({ model, messages: given, stream: true }, connection);
    const { images: sent, mask: sentMask } = JSON.parse(body ?? "");
    expect([sent, sentMask]).toEqual([
      images.map((url) => ({ image_url: url })),
      expectedMask && { image_url: expectedMask },
    ]);
  });

  test("may be changed through the relay", () => {
    expect(openai.relayed.filter((call) => call.includes("images"))).toEqual([
      "POST v1/images/generations",
      "POST v1/images/edits",
    ]);
  });
});

test("sends an empty prompt if there is no text", () => {
  const { body } = openAIImages({ path: "x" }).buildRequest(
    { model: "dall-e-3", messages: [], stream: false },
    connection,
  );
  expect(JSON.parse(body ?? "")).toMatchObject({ prompt: "" });
});

describe("at a server of the user or the operator", () => {
  const png = "data:image/png;base64,AQI=";
  const photo = "data:image/jpeg;base64,/9g=";
  const asked = (urls: readonly string[]): ChatRequest => ({
    model: "gpt-image-2",
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Paint it" },
          ...urls.map((url) => ({ type: "image_url", image_url: { url } }) as const),
        ],
      },
    ],
    stream: true,
    image: { count: 2, format: "WebP" },
  });
  const ownServers = [
    customEndpoint({ id: "custom-a", name: "A", boundName: "custom-a", models: [] }),
    customEndpoint({ id: "custom-a", name: "A", boundName: "custom-a", models: [], apiType: "openai-responses" }),
    siteServer({ id: "site-a", name: "A", api: "openai", models: [] }),
  ];

  async function callOf(server: Provider, urls: readonly string[]) {
    const { files = [], ...call } = (await server.chat("gpt-image-2")).buildRequest(asked(urls), {
      baseUrl: "https://images.example",
      headers: { Authorization: "Bearer sk-1" },
    });
    const read = files.map(async ({ field, name, content }) => [
      field,
      name,
      content.type,
      [...new Uint8Array(await content.arrayBuffer())],
    ]);
    return { ...call, files: await Promise.all(read) };
  }

  const form = {
    model: "gpt-image-2",
    prompt: "Paint it",
    n: "2",
    size: "1024x1024",
    quality: "auto",
    output_format: "webp",
  };
  test.each(ownServers)("images are changed by a form with files: %#", async (server) => {
    expect(await callOf(server, [photo, png])).toEqual({
      method: "POST",
      url: "https://images.example/v1/images/edits",
      headers: { Authorization: "Bearer sk-1", Accept: "application/json" },
      form,
      files: [
        ["image[]", "image-1.jpg", "image/jpeg", [255, 216]],
        ["image[]", "image-2.png", "image/png", [1, 2]],
      ],
    });
  });

  test("one image has the field name that all servers know, and a mask is a file", async () => {
    const [server = ownServers[1]] = ownServers;
    if (!server) throw new Error("no server");
    const { files } = await callOf(server, [photo, maskUrl()]);
    expect(files).toEqual([
      ["image", "image-1.jpg", "image/jpeg", [255, 216]],
      ["mask", "mask.png", "image/png", expect.any(Array)],
    ]);
  });

  test("an address of the web cannot be part of a form, so another image is made", async () => {
    const [server = ownServers[1]] = ownServers;
    if (!server) throw new Error("no server");
    const { url, body, files } = await callOf(server, ["https://images.test/kite.png"]);
    expect([url, files]).toEqual(["https://images.example/v1/images/generations", []]);
    expect(JSON.parse(body ?? "")).not.toHaveProperty("images");
  });
});

describe("a whole reply", () => {
  const image = { type: "image", mime: "image/png", base64: "AAAA" };
  test.each([
    ["data", { data: [{ b64_json: "AAAA" }] }, [image]],
    ["an address", { data: [{ url: "https://x.test/a.png" }] }, [{ type: "image", url: "https://x.test/a.png" }]],
    ["several", { data: [{ b64_json: "AAAA" }, {}, { b64_json: "AAAA" }] }, [image, image]],
    ["another format", { output_format: "webp", data: [{ b64_json: "AAAA" }] }, [{ ...image, mime: "image/webp" }]],
    ["an unknown format", { output_format: "svg+xml", data: [{ b64_json: "AAAA" }] }, [image]],
    [
      "counts",
      { data: [{ b64_json: "AAAA" }], usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } },
      [image, { type: "usage", usage: { inputTokens: 1, outputTokens: 2, outputImageTokens: 2, totalTokens: 3 } }],
    ],
  ])("contains its images: %s", (_name, body, events) => {
    expect(parseResponse({ status: 200, body: JSON.stringify(body) })).toEqual([...events, { type: "end" }]);
  });

  test.each([
    ["a refusal", 400, { error: { code: "moderation_blocked", message: "No." } }, "content-filter"],
    ["an error with a successful status", 200, { error: { message: "Busy", type: "overloaded_error" } }, "overloaded"],
    ["no image", 200, { data: [] }, "protocol"],
    ["something else", 200, [1], "protocol"],
  ])("may be %s", (_name, status, body, kind) => {
    expect(parseResponse({ status, body: JSON.stringify(body) })).toMatchObject([{ type: "error", error: { kind } }]);
  });
});

describe("an event", () => {
  test.each([
    ["of a partial image is ignored", '{"type":"image_generation.partial_image","b64_json":"AA"}', []],
    ["that is cut off is ignored", '{"type":"image_gen', []],
    ["that is the end mark is the end", "[DONE]", [{ type: "end" }]],
    [
      "of the whole image gives the image and the end",
      '{"type":"image_generation.completed","b64_json":"AA","output_format":"jpeg"}',
      [{ type: "image", mime: "image/jpeg", base64: "AA" }, { type: "end" }],
    ],
  ])("%s", (_name, data, events) => {
    expect(parseEvent({ data })).toEqual(events);
  });

  test("may be an error, by its name or by its content", () => {
    const error = [{ type: "error", error: { kind: "rate-limit", code: "rate_limit_exceeded" } }];
    const said = '{"error":{"code":"rate_limit_exceeded","message":"Slow down"}}';
    expect(parseEvent({ data: said })).toMatchObject(error);
    expect(parseEvent({ event: "error", data: '{"code":"rate_limit_exceeded"}' })).toMatchObject(error);
  });
});

test("never throws", () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), fc.integer({ min: 100, max: 599 }), (data, status) => {
      expect(Array.isArray(parseEvent({ data }))).toBe(true);
      expect(parseResponse({ status, body: data }).length).toBeGreaterThan(0);
    }),
  );
});

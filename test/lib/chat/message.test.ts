import { type Content, imagesOf, textOf, withText } from "@/lib/chat/message";
import { messageSchema } from "@/lib/chat/message-schema";
import * as z from "@/lib/zod";

const text = (value: string) => ({ type: "text", text: value }) as const;
const image = (url: string) => ({ type: "image_url", image_url: { url } }) as const;

test.each([
  ["a string", "Low tide.", "Low tide.", []],
  ["an empty string", "", "", []],
  ["no parts", [], "", []],
  ["two text parts", [text("first"), text("second")], "first", []],
  ["images around a text", [image("a.png"), text("between"), image("b.png")], "between", ["a.png", "b.png"]],
  ["an image alone", [image("a.png")], "", ["a.png"]],
])("finds the first text part and all images of %s", (_name, content, words, images) => {
  expect(textOf({ content })).toBe(words);
  expect(imagesOf({ content })).toEqual(images);
});

test.each<[string, Content, string, Content]>([
  ["replaces a text", "old", "new", "new"],
  ["replaces a text in parts", [text("old")], "new", "new"],
  [
    "is placed before the images, which stay",
    [image("a"), text("old"), image("b")],
    "new",
    [text("new"), image("a"), image("b")],
  ],
  ["is added to images without one", [image("a")], "new", [text("new"), image("a")]],
  ["leaves images alone if it is empty", [text("old"), image("a")], "", [image("a")]],
  ["leaves nothing if it is empty and there are no images", [text("old")], "", ""],
])("another text %s", (_name, content, words, expected) => {
  expect(withText(content, words)).toStrictEqual(expected);
});

const whole = {
  id: "m1",
  role: "assistant",
  content: [text("Low tide."), image("https://example.com/a.png")],
  date: 5,
  reasoning: "Hm.",
  reasoningMs: 1200,
  firstByteMs: 400,
  totalMs: 5000,
  receivingMs: 3000,
  model: "gpt-4o-mini",
  providerName: "OpenAI",
  streaming: true,
  stopped: true,
  isError: true,
  error: { kind: "timeout", code: null, message: "", status: 504, body: "{}", retryAfterMs: 10, seconds: 60 },
  usage: {
    ...{ inputTokens: 1, outputTokens: 2, reasoningTokens: 3, cachedInputTokens: 4, totalTokens: 5 },
    ...{ cacheWriteTokens: 6, inputAudioTokens: 7, inputImageTokens: 8, outputAudioTokens: 9, outputImageTokens: 10 },
  },
  cost: { kind: "about", currency: "USD", micros: 1200 },
  tools: [{ id: "t1", name: "tide", argumentsText: "{}", result: "low", isError: false }],
  parentId: "m0",
  isAside: true,
  branchName: "Plan B",
  comparison: "c1",
  column: 2,
  blend: { prompt: "Join.", answers: [{ id: "a", model: "tide-1" }] },
};

test("loads a stored message unchanged", () => {
  expect(z.parse(messageSchema, whole)).toStrictEqual(whole);
});

test("loading a minimal message adds no fields", () => {
  const bare = { id: "m1", role: "user", content: "", date: 0 };
  expect(Object.keys(z.parse(messageSchema, bare)).sort()).toEqual(["content", "date", "id", "role"]);
});

test("unknown fields are preserved", () => {
  expect(z.parse(messageSchema, { ...whole, audio_url: "a.mp3" })).toStrictEqual({ ...whole, audio_url: "a.mp3" });
});

test("an invalid optional field is dropped, and the message stays", () => {
  const broken = {
    ...whole,
    date: "5/4/2025, 3:04:05 PM",
    error: { kind: "odd" },
    usage: 7,
    firstByteMs: "soon",
    tools: "none",
    parentId: 1,
    isAside: "no",
    branchName: "x".repeat(101),
    comparison: 5,
    column: "first",
    blend: "both",
  };
  expect(z.parse(messageSchema, broken)).toEqual({
    ...whole,
    date: 0,
    error: undefined,
    usage: undefined,
    firstByteMs: undefined,
    tools: undefined,
    parentId: undefined,
    isAside: undefined,
    branchName: undefined,
    comparison: undefined,
    column: undefined,
    blend: undefined,
  });
});

test.each([
  ["a date without end", { date: Number.POSITIVE_INFINITY }, { date: 0 }],
  ["no date", { date: undefined }, { date: 0 }],
  ["a list for its usage", { usage: [] }, { usage: undefined }],
  ["a duration without end", { totalMs: Number.POSITIVE_INFINITY }, { totalMs: undefined }],
  ["a number for its cost", { cost: 7 }, { cost: undefined }],
  ["a usage without end", { usage: { inputTokens: Number.POSITIVE_INFINITY } }, { usage: undefined }],
])("loads a message with %s without it", (_name, flaw, expected) => {
  expect(z.parse(messageSchema, { ...whole, ...flaw })).toEqual({ ...whole, ...expected });
});

test.each([
  ["no id", { id: undefined }],
  ["an empty id", { id: "" }],
  ["a role that does not exist", { role: "narrator" }],
  ["no content", { content: null }],
  ["a time of thinking without end", { reasoningMs: Number.POSITIVE_INFINITY }],
  ["a part of an unknown kind", { content: [{ type: "video", url: "a.mp4" }] }],
])("rejects a message with %s", (_name, flaw) => {
  expect(z.safeParse(messageSchema, { ...whole, ...flaw }).success).toBe(false);
});

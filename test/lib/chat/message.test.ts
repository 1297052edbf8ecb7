import * as v from "valibot";
import { imagesOf, messageSchema, textOf } from "@/lib/chat/message";

const text = (value: string) => ({ type: "text", text: value }) as const;
const image = (url: string) => ({ type: "image_url", image_url: { url } }) as const;

test.each([
  ["a string", "Low tide.", "Low tide.", []],
  ["an empty string", "", "", []],
  ["no parts", [], "", []],
  ["two text parts", [text("first"), text("second")], "first", []],
  ["images around a text", [image("a.png"), text("between"), image("b.png")], "between", ["a.png", "b.png"]],
  ["an image alone", [image("a.png")], "", ["a.png"]],
])("of %s, the text is the first text part and the images are all of them", (_name, content, words, images) => {
  expect(textOf({ content })).toBe(words);
  expect(imagesOf({ content })).toEqual(images);
});

const whole = {
  id: "m1",
  role: "assistant",
  content: [text("Low tide."), image("https://example.com/a.png")],
  date: 5,
  reasoning: "Hm.",
  reasoningMs: 1200,
  model: "gpt-4o-mini",
  providerName: "OpenAI",
  streaming: true,
  stopped: true,
  isError: true,
  error: { kind: "timeout", code: null, message: "", status: 504, body: "{}", retryAfterMs: 10, seconds: 60 },
  usage: { inputTokens: 1, outputTokens: 2, reasoningTokens: 3, cachedInputTokens: 4, totalTokens: 5 },
  tools: [{ id: "t1", name: "tide", argumentsText: "{}", result: "low", isError: false }],
  parentId: "m0",
  isAside: true,
};

test("a stored message is read as it was written", () => {
  expect(v.parse(messageSchema, whole)).toStrictEqual(whole);
});

test("a message with the least it can have gains nothing by being read", () => {
  const bare = { id: "m1", role: "user", content: "", date: 0 };
  expect(Object.keys(v.parse(messageSchema, bare)).sort()).toEqual(["content", "date", "id", "role"]);
});

test("unknown fields are preserved", () => {
  expect(v.parse(messageSchema, { ...whole, audio_url: "a.mp3" })).toStrictEqual({ ...whole, audio_url: "a.mp3" });
});

test("an invalid optional field is dropped, and the message stays", () => {
  const broken = {
    ...whole,
    date: "5/4/2025, 3:04:05 PM",
    error: { kind: "odd" },
    usage: 7,
    tools: "none",
    parentId: 1,
    isAside: "no",
  };
  expect(v.parse(messageSchema, broken)).toEqual({
    ...whole,
    date: 0,
    error: undefined,
    usage: undefined,
    tools: undefined,
    parentId: undefined,
    isAside: undefined,
  });
});

test.each([
  ["a date without end", { date: Number.POSITIVE_INFINITY }, { date: 0 }],
  ["no date", { date: undefined }, { date: 0 }],
  ["a list for its usage", { usage: [] }, { usage: undefined }],
  ["a usage without end", { usage: { inputTokens: Number.POSITIVE_INFINITY } }, { usage: undefined }],
])("a message with %s is read without it", (_name, flaw, expected) => {
  expect(v.parse(messageSchema, { ...whole, ...flaw })).toEqual({ ...whole, ...expected });
});

test.each([
  ["no id", { id: undefined }],
  ["an empty id", { id: "" }],
  ["a role that does not exist", { role: "narrator" }],
  ["no content", { content: null }],
  ["a time of thinking without end", { reasoningMs: Number.POSITIVE_INFINITY }],
  ["a part of an unknown kind", { content: [{ type: "video", url: "a.mp4" }] }],
])("a message with %s is no message", (_name, flaw) => {
  expect(v.safeParse(messageSchema, { ...whole, ...flaw }).success).toBe(false);
});

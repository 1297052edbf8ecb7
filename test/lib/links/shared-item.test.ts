import fc from "fast-check";
import { readSharedItem, type SharedItem, writeSharedItem } from "@/lib/links/shared-item";

const chat: SharedItem = {
  kind: "chat",
  title: "Tides 🌊",
  date: 1_700_000_000_000,
  messages: [
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "Why?" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
        { type: "image_url", image_url: { url: "https://pictures.example/tide.png" } },
      ],
    },
    {
      role: "assistant",
      content: "The moon.",
      model: "gpt-5",
      reasoning: "Gravity.",
      sources: [{ url: "https://tides.example", title: "Tides" }],
    },
  ],
};

test.each<[string, SharedItem]>([
  ["chat", chat],
  ["mask", { kind: "mask", mask: "1.eyJuIjoiVGlkZXMifQ" }],
  ["prompt", { kind: "prompt", title: "", content: "Translate." }],
])("a %s is read as it was written", (_name, item) => {
  expect(readSharedItem(writeSharedItem(item))).toEqual(item);
});

test("of a message, only what its reader sees is in the link", () => {
  const message = {
    id: "m1",
    role: "user" as const,
    content: "Why?",
    error: { body: "sk-secret" },
    usage: {},
    tools: [],
  };
  const written: unknown = JSON.parse(writeSharedItem({ ...chat, messages: [message] }));
  expect(written).toEqual({ v: 1, item: { ...chat, messages: [{ role: "user", content: "Why?" }] } });
});

test.each([
  "javascript:alert(1)",
  "data:text/html;base64,AAAA",
  "data:image/svg+xml;base64,AAAA",
  "blob:https://app.example/1",
  "stored:abc",
  "//evil.example/x.png",
])("an image with the address %s is left out", (url) => {
  const content = [{ type: "image_url" as const, image_url: { url } }];
  const written = JSON.stringify({ v: 1, item: { ...chat, messages: [{ role: "user", content }] } });
  expect(readSharedItem(written)).toEqual({ ...chat, messages: [{ role: "user", content: [] }] });
});

const manyParts = Array.from({ length: 201 }, () => ({ type: "text", text: "x" }));
const manySources = Array.from({ length: 101 }, (_, index) => ({ url: `https://tides.example/${index}` }));

test.each(
  [
    ["", "broken"],
    ["[".repeat(200_000), "broken"],
    ["null", "broken"],
    ["[]", "broken"],
    ['{"v":1}', "broken"],
    ['{"v":2,"item":{"kind":"hologram"}}', "newer"],
    ['{"v":1,"item":{"kind":"hologram"}}', "broken"],
    [JSON.stringify({ v: 1, item: { ...chat, messages: [] } }), "broken"],
    [
      JSON.stringify({ v: 1, item: { ...chat, messages: [{ role: "user", content: "x", model: "m".repeat(201) }] } }),
      "broken",
    ],
    [JSON.stringify({ v: 1, item: { ...chat, messages: [{ role: "user", content: manyParts }] } }), "broken"],
    [
      JSON.stringify({ v: 1, item: { ...chat, messages: [{ role: "user", content: "x", sources: manySources }] } }),
      "broken",
    ],
    [JSON.stringify({ v: 1, item: { ...chat, messages: [{ role: "tool", content: "x" }] } }), "broken"],
    [JSON.stringify({ v: 1, item: { ...chat, date: 1e300 } }), "broken"],
  ].map(([text = "", expected]) => [text.slice(0, 80), text, expected] as const),
)("the content %s is refused", (_start, text, expected) => {
  expect(readSharedItem(text)).toBe(expected);
});

test("no text makes the reader throw", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(() => readSharedItem(text)).not.toThrow();
    }),
  );
});

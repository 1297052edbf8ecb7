import { outcomeOf, promptText, resourceText } from "@/lib/tools/mcp/content-text";

test("concatenates the parts of a result; names parts that are not text", () => {
  const content = [
    { type: "text", text: "High at noon." },
    { type: "image", data: "AAAA", mimeType: "image/png" },
    { type: "audio", data: "AAAA" },
    { type: "resource", resource: { uri: "file:///a.txt", text: "low" } },
    { type: "resource", resource: { uri: "file:///b.bin", blob: "AAAA", mimeType: "application/zip" } },
    { type: "resource_link", uri: "https://tides.test/c", name: "C" },
    { type: "hologram" },
    null,
  ];
  expect(outcomeOf({ content })).toEqual({
    text: [
      "High at noon.",
      "(An image of type image/png, not shown here.)",
      "(A sound, not shown here.)",
      "file:///a.txt\nlow",
      "(The content of file:///b.bin of type application/zip is no text.)",
      "C\nhttps://tides.test/c",
    ].join("\n\n"),
  });
});

test("returns images and sounds as media, including embedded ones; only names data of a wrong type", () => {
  const png = "iVBORw0KGgo=";
  const parts = [
    { type: "image", data: png, mimeType: "image/PNG" },
    { type: "image", data: png, mimeType: "image/jpeg" },
    { type: "image", data: `${png}"`, mimeType: "image/png" },
    { type: "image", data: "PHN2Zz4=", mimeType: "image/svg+xml" },
    { type: "image", data: png + "A".repeat(5_000_000), mimeType: "image/png" },
    { type: "audio", data: "UklGRg==", mimeType: "audio/wav" },
    { type: "resource", resource: { uri: "file:///c.png", blob: png, mimeType: "image/png" } },
  ];
  const { text, media } = outcomeOf({ content: parts });
  expect(media).toEqual([
    { type: "image/png", url: `data:image/png;base64,${png}` },
    { type: "audio/wav", url: "data:audio/wav;base64,UklGRg==" },
    { type: "image/png", url: `data:image/png;base64,${png}` },
  ]);
  expect(text.split("\n\n")).toEqual([
    "(An image of type image/PNG, shown to the user.)",
    "(An image of type image/jpeg, not shown here.)",
    "(An image of type image/png, not shown here.)",
    "(An image of type image/svg+xml, not shown here.)",
    "(An image of type image/png, not shown here.)",
    "(A sound of type audio/wav, shown to the user.)",
    "(The content of file:///c.png of type image/png is no text.)",
  ]);
  const many = Array.from({ length: 11 }, () => parts[0]);
  expect(outcomeOf({ content: many }).media).toHaveLength(10);
});

test("uses the fields if there is no text, and reports an error", () => {
  expect(outcomeOf({ content: [], structuredContent: { a: 1 } })).toEqual({ text: '{"a":1}' });
  expect(outcomeOf({ content: [{ type: "text", text: "no" }], structuredContent: { a: 1 }, isError: true })).toEqual({
    text: "no",
    problem: "failed",
  });
  expect(outcomeOf("odd")).toEqual({ text: "" });
});

test("converts resources and prompts to text", () => {
  expect(resourceText({ contents: [{ uri: "a", text: "one" }, { uri: "b", blob: "AA" }, 7] })).toBe(
    "one\n\n(The content of b is no text.)",
  );
  const message = (text: string) => ({ role: "user", content: { type: "text", text } });
  expect(promptText({ messages: [message("first"), message(""), message("second"), {}] })).toBe("first\n\nsecond");
  expect([resourceText(undefined), promptText([])]).toEqual(["", ""]);
});

import { outcomeOf, promptText, resourceText } from "@/lib/tools/mcp/content-text";

test("the parts of a result are joined; what is no text is named", () => {
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

test("fields count where there is no text, and an error is one", () => {
  expect(outcomeOf({ content: [], structuredContent: { a: 1 } })).toEqual({ text: '{"a":1}' });
  expect(outcomeOf({ content: [{ type: "text", text: "no" }], structuredContent: { a: 1 }, isError: true })).toEqual({
    text: "no",
    problem: "failed",
  });
  expect(outcomeOf("odd")).toEqual({ text: "" });
});

test("resources and prompts are read as text", () => {
  expect(resourceText({ contents: [{ uri: "a", text: "one" }, { uri: "b", blob: "AA" }, 7] })).toBe(
    "one\n\n(The content of b is no text.)",
  );
  const message = (text: string) => ({ role: "user", content: { type: "text", text } });
  expect(promptText({ messages: [message("first"), message(""), message("second"), {}] })).toBe("first\n\nsecond");
  expect([resourceText(undefined), promptText([])]).toEqual(["", ""]);
});

import type { Message } from "@/lib/chat/message";
import { chatAsJson, chatAsTrainingLine } from "@/lib/export/chat-json";
import { chatAsMarkdown } from "@/lib/export/chat-markdown";
import { chatAsPage } from "@/lib/export/chat-page";
import { chatAsPlainText } from "@/lib/export/chat-plain-text";
import { exportableOf } from "@/lib/export/exportable";
import type { ExportedChat } from "@/lib/export/exported-chat";
import { fileNameOf } from "@/lib/export/file-name";
import { sharedConversation } from "@/lib/export/share-items";

const chat: ExportedChat = {
  topic: "Why tides arrive late",
  title: "Why tides\narrive late",
  messages: [
    { role: "system", name: "System", content: "Be brief.", reasoning: "" },
    {
      role: "user",
      name: "You",
      content: [
        { type: "text", text: "  Why the delay?" },
        { type: "image_url", image_url: { url: "https://images.example/tide.png" } },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ],
      reasoning: "",
    },
    { role: "assistant", name: "gpt-5", content: "\nThe **basin** sets the clock.\n", reasoning: "Moon?\nBasin." },
  ],
};
const nameless: ExportedChat = { ...chat, messages: chat.messages.map((message) => ({ ...message, name: "" })) };

test("Markdown has each message below its author's name, reasoning as a quotation, and images by address", () => {
  expect(chatAsMarkdown(chat)).toBe(`# Why tides arrive late

## System:
Be brief.

## You:
  Why the delay?

![](<https://images.example/tide.png>)

## gpt-5:
> Moon?
> Basin.

The **basin** sets the clock.
`);
});

test("Markdown without names has a line between messages", () => {
  expect(chatAsMarkdown({ ...nameless, messages: nameless.messages.slice(0, 1) })).toBe(
    "# Why tides arrive late\n\n---\n\nBe brief.\n",
  );
});

test("plain text has no markup", () => {
  expect(chatAsPlainText({ ...chat, title: "Tides" })).toBe(
    "Tides\n\nSystem:\nBe brief.\n\nYou:\nWhy the delay?\n\ngpt-5:\n(Moon?\nBasin.)\n\nThe basin sets the clock.\n",
  );
});

test("JSON is a chat request whose system message names the topic, with images", () => {
  const written = JSON.parse(chatAsJson({ title: "Tides", topic: "Tides", messages: chat.messages.slice(1, 2) }));
  expect(written).toEqual({
    messages: [
      { role: "system", content: "You are an assistant that talks about Tides" },
      { role: "user", content: chat.messages[1]?.content },
    ],
  });
});

test("a fine-tuning example is one line that ends with a reply", () => {
  const asked = { role: "user", name: "", content: "And here?", reasoning: "" } as const;
  const line = chatAsTrainingLine({ title: "Tides", topic: "Tides", messages: [...chat.messages, asked] });
  expect(line.split("\n")).toHaveLength(2);
  expect(JSON.parse(line).messages.map(({ role }: Message) => role)).toEqual(["system", "system", "user", "assistant"]);
});

test("an exported page escapes its title, loads nothing, and cannot be ended by its styles", () => {
  const page = chatAsPage({
    title: "</title><script>",
    language: "ar",
    direction: "rtl",
    styles: "p::after{content:'</style>'}",
    body: "<p>text</p>",
  });
  expect(page).toContain('<html lang="ar" dir="rtl">');
  expect(page).toContain("<title>&lt;/title&gt;&lt;script&gt;</title>");
  expect(page).toContain("<style>p::after{content:'<\\/style>'}</style>");
  expect(page).toContain("default-src 'none'");
});

test.each([
  ["Tides: why?", "Tides why"],
  ["../../etc/passwd", "etc passwd"],
  ["  \u202e.hidden. ", "hidden"],
  ["con", "chat"],
  ["", "chat"],
  ["京都の三日間", "京都の三日間"],
  ["🌊".repeat(80), "🌊".repeat(60)],
])("the title %p becomes the file name %p", (title, name) => {
  expect(fileNameOf(title, "chat")).toBe(name);
});

function message(id: string, more: Partial<Message> = {}): Message {
  return { id, role: "user", content: id, date: 1, ...more };
}

test("skips empty, failed and streaming messages, and the questions before them", () => {
  const messages = [
    message("a"),
    message("b", { role: "assistant" }),
    message("c"),
    message("d", { role: "assistant", isError: true }),
    message("e"),
    message("f", { role: "assistant", content: " " }),
    message("g", { content: [{ type: "image_url", image_url: { url: "stored:1" } }] }),
    message("h"),
    message("i", { role: "assistant", streaming: true }),
  ];
  expect(exportableOf(messages, {}).map(({ id }) => id)).toEqual(["a", "b", "g"]);
});

test.each([
  [undefined, ["a", "b", "c"]],
  [1, ["b", "c"]],
  [3, ["a", "b", "c"]],
])("of a context that was cleared at %p, exports %p", (clearContextIndex, ids) => {
  const session = clearContextIndex === undefined ? {} : { clearContextIndex };
  expect(exportableOf([message("a"), message("b"), message("c")], session).map(({ id }) => id)).toEqual(ids);
});

test("a shared conversation ends with its origin", () => {
  expect(sharedConversation([{ from: "gpt", value: "<p>Hello</p>" }], "Shared from Parley")).toEqual({
    avatarUrl: null,
    items: [
      { from: "gpt", value: "<p>Hello</p>" },
      { from: "human", value: "Shared from Parley" },
    ],
  });
});

test("Markdown lists the web pages of a reply", () => {
  const sources = [{ url: "https://a.test/x", title: "A [1]\nB", quote: "q" }, { url: "https://b.test" }];
  const reply = { role: "assistant", name: "gpt-5", content: "At six.", reasoning: "", sources } as const;
  expect(chatAsMarkdown({ title: "Tides", topic: "", messages: [reply] })).toBe(
    "# Tides\n\n## gpt-5:\nAt six.\n\n1. [A \\[1\\] B](<https://a.test/x>)\n2. [https://b.test](<https://b.test>)\n",
  );
});

test("Markdown has the project and the tags of a chat below its title, and JSON has neither", () => {
  const labelled = { ...nameless, messages: nameless.messages.slice(0, 1), labels: ["Tide\ntables", "#Sea", "#Work"] };
  expect(chatAsMarkdown(labelled)).toBe("# Why tides arrive late\n\nTide tables · #Sea · #Work\n\n---\n\nBe brief.\n");
  expect(chatAsJson(labelled)).toBe(chatAsJson({ ...labelled, labels: [] }));
});

/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { fileBlock } from "@/lib/chat/file-block";
import type { ModelMessage } from "@/lib/chat/request";
import type { StoredDocument } from "@/lib/chat/text-file";
import type { StoredBlob } from "@/lib/storage/blobs";
import { useUi } from "@/store/base/ui";
import { withStoredDocuments } from "@/store/chats/document-texts";
import type { TabContext } from "@/store/records/records";

const blob = (letter: string, type: string, content: string): StoredBlob => {
  const { buffer, byteLength } = new TextEncoder().encode(content);
  return { id: letter.repeat(64), type, size: byteLength, at: 1, bytes: buffer };
};
const stored = [
  blob("a", "text/markdown", "## Page 1\n\nEbb."),
  blob("f", "application/pdf", "%PDF"),
  blob("e", "image/png", "PNG"),
];
const records = {
  database: { readBlob: async (id: string) => stored.find((each) => each.id === id) },
} as unknown as TabContext["records"];

const referTo = (file: string): ModelMessage => {
  const document: StoredDocument = {
    id: "a".repeat(64),
    pages: 1,
    tokens: 7,
    sent: "file",
    file: file.repeat(64),
  };
  return { role: "user", content: `Read\n\n${fileBlock({ name: "a.pdf", text: "", document })}` };
};
const citeNote = expect.stringContaining("cite it after the statement");

test("the original file is sent to a model that takes it", async () => {
  const model = { model: "claude-sonnet-5", providerName: "Anthropic" };
  expect(await withStoredDocuments([referTo("f")], { thread: [], model }, { records })).toEqual([
    {
      role: "user",
      content: [
        { type: "file", file: { name: "a.pdf", dataUrl: "data:application/pdf;base64,JVBERg==" } },
        { type: "text", text: citeNote },
      ],
    },
  ]);
});

test.each([
  ["another model", "f", { model: "deepseek-chat", providerName: "DeepSeek" }],
  ["a deleted file", "d", { model: "claude-sonnet-5", providerName: "Anthropic" }],
  ["a record of another type", "e", { model: "claude-sonnet-5", providerName: "Anthropic" }],
])("with %s, the text is sent", async (_case, file, model) => {
  const [message] = await withStoredDocuments([referTo(file)], { thread: [], model }, { records });
  expect(message?.content).toEqual(citeNote);
  expect(message?.content).toEqual(expect.stringContaining(fileBlock({ name: "a.pdf", text: "## Page 1\n\nEbb." })));
});

test("if pages cannot be rendered, their text is sent, and a message says so", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  const model = { model: "gpt-4-turbo", providerName: "OpenAI" };
  const document = { id: "a".repeat(64), pages: 1, tokens: 7, sent: "images 1", file: "f".repeat(64) };
  const asked: ModelMessage = { role: "user", content: fileBlock({ name: "a.pdf", text: "", document }) };
  const [message] = await withStoredDocuments([asked], { thread: [], model }, { records });
  expect(message?.content).toEqual(expect.stringContaining(fileBlock({ name: "a.pdf", text: "## Page 1\n\nEbb." })));
  expect(useUi.getState().toasts.map(({ content }) => content)).toEqual([
    { kind: "document-refused", reason: "damaged", name: "a.pdf" },
  ]);
  warn.mockRestore();
});

/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { fileBlock } from "@/lib/chat/file-block";
import type { ModelMessage } from "@/lib/chat/request";
import type { StoredDocument } from "@/lib/chat/text-file";
import type { StoredBlob } from "@/lib/storage/blobs";
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

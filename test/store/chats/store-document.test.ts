import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { documentsIn } from "@/lib/chat/documents-in";
import { fileBlock } from "@/lib/chat/file-block";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { fileId } from "@/lib/documents/document-id";
import { scanText } from "@/lib/documents/scanned-document";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { sha256Hex } from "@/lib/providers/sha256";
import { textOfBlob } from "@/lib/storage/blobs";
import { type Database, openDatabase } from "@/lib/storage/database";
import { useUi } from "@/store/base/ui";
import { attachReadDocument } from "@/store/chats/attach-document";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { attachFileTexts } from "@/store/chats/store-document";
import { readThreadFiles } from "@/store/chats/thread-files";
import { createRecords, type TabContext } from "@/store/records/records";
import { sampleMessage, sampleSession, usualDefaults, usualSettings } from "../../support/chat-samples";

let database: Database;
let context: TabContext;
const otherTabs = { tellChanged() {}, tellCleared() {}, takeOver() {} };
const texts = () => useDrafts.getState().drafts.s1?.texts ?? [];

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  database = await openDatabase(() => {});
  context = { env: browserEnvironment, records: createRecords() };
  context.records.open({ database, otherTabs });
  useDrafts.setState(useDrafts.getInitialState(), true);
  useUi.setState(useUi.getInitialState(), true);
  useChats.setState(useChats.getInitialState(), true);
});
afterEach(() => database.close());

test("a short file is part of the message; a long one is stored and attached once, under a name of its own", async () => {
  const long = `## Page 1\n\n${"tide ".repeat(2_000)}\n\n## Page 2\n\nEbb.`;
  await attachFileTexts(
    "s1",
    [
      { name: "a.txt", text: "short" },
      { name: "b.pdf", text: long },
      { name: "copy.pdf", text: long },
      { name: "b.pdf", text: `${long} Flood.` },
    ],
    context,
  );
  const document = { id: sha256Hex(long), pages: 2, tokens: 3_012, sent: "whole" };
  const otherId = sha256Hex(`${long} Flood.`);
  expect(texts()).toEqual([
    fileBlock({ name: "a.txt", text: "short" }),
    fileBlock({ name: "b.pdf", text: "", document }),
    fileBlock({ name: "b (2).pdf", text: "", document: { ...document, id: otherId, tokens: 3_014 } }),
  ]);
  expect((await database.readBlobFacts()).map(({ id }) => id).sort()).toEqual([document.id, otherId].sort());
  const blob = await database.readBlob(document.id);
  expect(blob && { type: blob.type, text: textOfBlob(blob) }).toEqual({ type: "text/markdown", text: long });
});

test("documents that fill the context send passages", async () => {
  const texts32k = ["a", "b"].map((letter) => ({ name: `${letter}.txt`, text: `${letter} word `.repeat(5_000) }));
  await attachFileTexts("s1", texts32k, context);
  expect(texts().flatMap((text) => documentsIn(text).map(({ document }) => document.sent))).toEqual([
    "whole",
    "passages",
  ]);
});

test("code gets the texts of stored documents as files", async () => {
  const text = "1,2\n".repeat(3_000);
  await attachFileTexts("s1", [{ name: "data/a.csv", text }], context);
  const question = sampleMessage({ id: "q", role: "user", content: texts().join("\n\n") });
  const reply = sampleMessage({ id: "r", role: "assistant", content: fileBlock({ name: "b.csv", text: "3" }) });
  expect(await readThreadFiles([question, reply], context)).toEqual([{ name: "data/a.csv", text: text.trimEnd() }]);
});

test("without a database, a long file is part of the message", async () => {
  const text = "tide ".repeat(3_000);
  await attachFileTexts("s1", [{ name: "a.txt", text }], { ...context, records: createRecords() });
  expect(texts()).toEqual([fileBlock({ name: "a.txt", text })]);
});

/** Opens a chat with a model of OpenAI. */
function openChat(model: string): void {
  const { mask, ...session } = sampleSession({ id: "s1" });
  const modelConfig = { ...usualSettings, model, providerName: "OpenAI" };
  const ownMask = { ...mask, modelConfig, syncGlobalConfig: false };
  useChats.getState().hydrate([{ ...session, mask: ownMask }], "s1", usualDefaults);
}

const pdf = (bytes: string, name = "a.pdf") => new File([bytes], name, { type: "application/pdf" });
const read = (text: string) => ({ kind: "text", text, isCut: false }) as const;
const originalId = (bytes: string) => fileId(new TextEncoder().encode(bytes).buffer);
const storedTypes = async () =>
  Object.fromEntries((await database.readBlobFacts()).map(({ id, size }) => [id, size] as const));

test("the original of a PDF is stored beside its text, once", async () => {
  openChat("gpt-4o");
  const text = "## Page 1\n\nEbb.";
  await attachReadDocument("s1", pdf("%PDF"), read(text), context);
  await attachReadDocument("s1", pdf("%PDF", "b.pdf"), read(text), context);
  const document = { id: sha256Hex(text), pages: 1, tokens: 6, sent: "whole", file: originalId("%PDF") };
  expect(texts()).toEqual([fileBlock({ name: "a.pdf", text: "", document })]);
  expect(await storedTypes()).toEqual({ [document.id]: text.length, [document.file]: 4 });
  expect((await database.readBlob(document.file))?.type).toBe("application/pdf");
});

test("two PDF files with the same text are two documents", async () => {
  openChat("gpt-4o");
  for (const bytes of ["%PDF-1", "%PDF-2"])
    await attachReadDocument("s1", pdf(bytes), read("## Page 1\n\nEbb."), context);
  expect(texts().flatMap((text) => documentsIn(text).map(({ name, document }) => [name, document.file]))).toEqual([
    ["a.pdf", originalId("%PDF-1")],
    ["a (2).pdf", originalId("%PDF-2")],
  ]);
});

test("short PDF files stay in the message if the model takes no files, long ones are stored with their originals", async () => {
  openChat("gpt-3.5-turbo");
  const long = "tide ".repeat(2_000);
  await attachReadDocument("s1", pdf("%PDF"), read("Ebb."), context);
  await attachReadDocument("s1", pdf("%PDF-2", "b.pdf"), read(long), context);
  const document = { id: sha256Hex(long), pages: 0, tokens: 3_000, sent: "whole", file: originalId("%PDF-2") };
  expect(texts()).toEqual([
    fileBlock({ name: "a.pdf", text: "Ebb." }),
    fileBlock({ name: "b.pdf", text: "", document }),
  ]);
});

test("the original of another document, or of a large PDF, is not stored", async () => {
  openChat("gpt-4o");
  const large = Object.assign(pdf("%PDF"), {});
  Object.defineProperty(large, "size", { value: 20_000_001 });
  await attachReadDocument("s1", large, read("Ebb."), context);
  await attachReadDocument("s1", pdf("PK", "a.docx"), read("Ebb."), context);
  expect(texts()).toEqual([fileBlock({ name: "a.pdf", text: "Ebb." }), fileBlock({ name: "a.docx", text: "Ebb." })]);
});

test("a scan is sent as the original file, if the model takes files", async () => {
  openChat("gpt-4o");
  await attachReadDocument("s1", pdf("%PDF"), { kind: "no-text", pages: 2 }, context);
  const id = sha256Hex("## Page 1\n\n## Page 2");
  const document = { id, pages: 2, tokens: 8, sent: "file", file: originalId("%PDF") };
  expect([texts(), useUi.getState().toasts]).toEqual([[fileBlock({ name: "a.pdf", text: "", document })], []]);
});

test("the first pages of a scan are sent as images, if the model takes no files but has vision", async () => {
  openChat("gpt-4-turbo");
  expect(await attachReadDocument("s1", pdf("%PDF"), { kind: "no-text", pages: 21 }, context)).toBe(0);
  const text = scanText(21);
  const facts = { pages: 21, tokens: Math.ceil(estimateTokens(text)) };
  const document = { id: sha256Hex(text), ...facts, sent: "images 1-10", file: originalId("%PDF") };
  expect([texts(), useUi.getState().toasts]).toEqual([[fileBlock({ name: "a.pdf", text: "", document })], []]);
});

test.each([
  [1, 1, []],
  [3, 3, []],
  [4, 3, [{ kind: "images-cut", most: 3 }]],
] as const)(
  "without a database, %p pages of a scan are attached as %p images for a model with vision",
  async (pages, images, toasts) => {
    openChat("gpt-4-turbo");
    const withoutDatabase = { env: browserEnvironment, records: createRecords() };
    expect(await attachReadDocument("s1", pdf("%PDF"), { kind: "no-text", pages }, withoutDatabase)).toBe(images);
    expect(texts()).toEqual([]);
    expect(useUi.getState().toasts.map(({ content }) => content)).toEqual(toasts);
  },
);

test.each([
  ["another model", "gpt-3.5-turbo", { kind: "no-text", pages: 2 }],
  ["an encrypted file", "gpt-4o", { kind: "encrypted" }],
  ["an empty sheet", "gpt-4o", { kind: "no-text" }],
] as const)("with %s, nothing is attached and a message says so", async (_case, model, result) => {
  openChat(model);
  await attachReadDocument("s1", pdf("%PDF"), result, context);
  expect(texts()).toEqual([]);
  expect(useUi.getState().toasts.map(({ content }) => content)).toEqual([
    { kind: "document-refused", reason: result.kind, name: "a.pdf" },
  ]);
});

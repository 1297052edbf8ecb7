import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { documentsIn, fileBlock } from "@/lib/chat/text-file";
import { documentId } from "@/lib/documents/document-id";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { textOfBlob } from "@/lib/storage/blobs";
import { type Database, openDatabase } from "@/lib/storage/database";
import { useDrafts } from "@/store/chats/drafts";
import { attachFileTexts } from "@/store/chats/store-document";
import { readThreadFiles } from "@/store/chats/thread-files";
import { createRecords, type TabContext } from "@/store/records/records";
import { sampleMessage } from "../../support/chat-samples";

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
});
afterEach(() => database.close());

test("a short file is part of the message, a long one is stored once", async () => {
  const long = `## Page 1\n\n${"tide ".repeat(2_000)}\n\n## Page 2\n\nEbb.`;
  await attachFileTexts(
    "s1",
    [
      { name: "a.txt", text: "short" },
      { name: "b.pdf", text: long },
      { name: "copy.pdf", text: long },
    ],
    context,
  );
  const document = { id: documentId(long), pages: 2, tokens: 3_012, sent: "whole" };
  expect(texts()).toEqual([
    fileBlock({ name: "a.txt", text: "short" }),
    fileBlock({ name: "b.pdf", text: "", document }),
    fileBlock({ name: "copy.pdf", text: "", document }),
  ]);
  expect((await database.readBlobFacts()).map(({ id }) => id)).toEqual([document.id]);
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

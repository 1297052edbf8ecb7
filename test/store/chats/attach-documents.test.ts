/** @jest-environment jsdom */
import { Blob, File as NodeFile } from "node:buffer";
import { fileBlock } from "@/lib/chat/file-block";
import type { ReadDocument } from "@/lib/documents/read-document";
import { useUi } from "@/store/base/ui";
import { attachFiles } from "@/store/chats/attach";
import { useDrafts } from "@/store/chats/drafts";
import type { ReadingOptions } from "@/store/chats/read-in-worker";
import { useReadingDocuments } from "@/store/chats/reading-documents";

// jsdom's files cannot be read.
Object.assign(globalThis, { Blob, File: NodeFile });

jest.mock("@/store/chats/read-in-worker", () => ({
  readInWorker: (file: File, options: ReadingOptions) => mockReading(file, options),
}));

const mockReading = jest.fn<Promise<ReadDocument | undefined>, [File, ReadingOptions]>();
const vision = { model: "m", supportsVision: false };
const pdf = (name: string) => new File(["%PDF"], name);
const listed = () => useReadingDocuments.getState().documents.s1 ?? [];
const texts = () => useDrafts.getState().drafts.s1?.texts ?? [];
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  localStorage.clear();
  mockReading.mockReset();
  mockReading.mockImplementation(async ({ name }) => ({ kind: "text", text: name, isCut: false }));
  useUi.setState(useUi.getInitialState(), true);
  useDrafts.setState(useDrafts.getInitialState(), true);
});

/** Reads until the signal aborts, as the worker does. */
function readForever(_: File, { signal }: ReadingOptions): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
}

test("a document that is cancelled is not attached, and the next one is read", async () => {
  mockReading.mockImplementationOnce(readForever);
  const attaching = attachFiles("s1", [pdf("a.pdf"), pdf("b.pdf")], vision);
  await settle();
  expect(listed().map(({ name }) => name)).toEqual(["a.pdf", "b.pdf"]);
  expect(useDrafts.getState().attaching.s1).toBe(2);
  useReadingDocuments.getState().cancel("s1", listed()[0]?.id ?? 0);
  expect(useDrafts.getState().attaching.s1).toBe(1);
  await attaching;
  expect(texts()).toEqual([fileBlock({ name: "b.pdf", text: "b.pdf" })]);
  expect([listed(), useDrafts.getState().attaching.s1, useUi.getState().toasts]).toEqual([[], 0, []]);
});

test("a document that is cancelled while it waits is never read", async () => {
  mockReading.mockImplementationOnce(readForever);
  const attaching = attachFiles("s1", [pdf("a.pdf"), pdf("b.pdf")], vision);
  await settle();
  const [first, second] = listed();
  useReadingDocuments.getState().cancel("s1", second?.id ?? 0);
  useReadingDocuments.getState().cancel("s1", first?.id ?? 0);
  await attaching;
  expect([texts(), mockReading.mock.calls.length, useDrafts.getState().attaching.s1]).toEqual([[], 1, 0]);
});

test("a document shows its current page", async () => {
  mockReading.mockImplementationOnce((file, options) => {
    options.onPage?.({ page: 3, pages: 40 });
    return readForever(file, options);
  });
  const attaching = attachFiles("s1", [pdf("a.pdf")], vision);
  await settle();
  const [{ id, ...shown } = { id: 0 }] = listed();
  expect(shown).toEqual({ name: "a.pdf", progress: { page: 3, pages: 40 } });
  useReadingDocuments.getState().cancel("s1", id);
  await attaching;
});

test("a document of another chat stays when one is cancelled", async () => {
  mockReading.mockImplementationOnce(readForever);
  const attaching = attachFiles("s1", [pdf("a.pdf")], vision);
  await attachFiles("s2", [pdf("b.pdf")], vision);
  await settle();
  useReadingDocuments.getState().cancel("s1", listed()[0]?.id ?? 0);
  await attaching;
  expect([texts(), useDrafts.getState().drafts.s2?.texts]).toEqual([[], [fileBlock({ name: "b.pdf", text: "b.pdf" })]]);
});

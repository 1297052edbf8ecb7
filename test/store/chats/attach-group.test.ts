/** @jest-environment jsdom */
import { Blob, File as NodeFile } from "node:buffer";
import { TextDecoder } from "node:util";
import { fileBlock } from "@/lib/chat/file-block";
import type { ReadArchive } from "@/lib/documents/read-archive";
import type { ReadDocument } from "@/lib/documents/read-document";
import { useUi } from "@/store/base/ui";
import { attachDropped, attachFiles } from "@/store/chats/attach";
import { useDrafts } from "@/store/chats/drafts";
import { useReadingDocuments } from "@/store/chats/reading-documents";
import { folderOf } from "../../support/folder-samples";

// jsdom's files cannot be read.
Object.assign(globalThis, { Blob, File: NodeFile, TextDecoder });

jest.mock("@/store/chats/read-in-worker", () => ({ readInWorker: (file: File) => mockReading(file) }));
jest.mock("@/store/chats/unpack-in-worker", () => ({
  unpackInWorker: (archive: Blob, signal: AbortSignal) => mockUnpacking(archive, signal),
}));

const mockReading = jest.fn<Promise<ReadDocument | undefined>, [File]>();
const mockUnpacking = jest.fn<Promise<ReadArchive | undefined>, [Blob, AbortSignal]>();
const vision = { model: "m", supportsVision: false };
const zip = new File(["PK"], "docs.zip", { type: "application/zip" });
const texts = () => useDrafts.getState().drafts.s1?.texts ?? [];
const said = () => useUi.getState().toasts.map(({ content }) => content);
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

function archiveOf(files: Readonly<Record<string, string>>, more: object = {}): ReadArchive {
  const list = Object.entries(files).map(([path, text]) => ({ path, contents: new Blob([text]) as never }));
  return { kind: "files", files: list, unreadable: [], isCut: false, ...more };
}

beforeEach(() => {
  localStorage.clear();
  mockReading.mockReset();
  mockReading.mockImplementation(async ({ name }) => ({ kind: "text", text: `text of ${name}`, isCut: false }));
  mockUnpacking.mockReset();
  useUi.setState(useUi.getInitialState(), true);
  useDrafts.setState(useDrafts.getInitialState(), true);
});

test("the files of an archive are attached with their paths, in order", async () => {
  mockUnpacking.mockResolvedValue(archiveOf({ "a/b.docx": "PK", "a/c.ts": "let c;" }));
  await attachFiles("s1", [zip], vision);
  expect(texts()).toEqual([
    fileBlock({ name: "a/b.docx", text: "text of a/b.docx" }),
    fileBlock({ name: "a/c.ts", text: "let c;" }),
  ]);
  expect([said(), useDrafts.getState().attaching.s1]).toEqual([[], 0]);
});

test("files that cannot be read are named in one message", async () => {
  mockReading.mockResolvedValue({ kind: "encrypted" });
  const unreadable = ["1.png", "2.png", "3.png"];
  mockUnpacking.mockResolvedValue(archiveOf({ "a.txt": "a", "b.pdf": "%PDF", "c.txt": "\0" }, { unreadable }));
  await attachFiles("s1", [zip], vision);
  expect(said()).toEqual([{ kind: "files-unreadable", count: 5, names: "1.png, 2.png, 3.png, b.pdf, c.txt" }]);
});

test("an archive that is refused, empty, or too long is reported by name", async () => {
  mockUnpacking.mockResolvedValueOnce({ kind: "encrypted" });
  await attachFiles("s1", [zip], vision);
  mockUnpacking.mockResolvedValueOnce(archiveOf({}, { unreadable: ["a.png"] }));
  await attachFiles("s1", [zip], vision);
  mockUnpacking.mockResolvedValueOnce(archiveOf({ "a.txt": "a".repeat(600_000), "b.txt": "b".repeat(600_000) }));
  await attachFiles("s1", [zip], vision);
  expect(said()).toEqual([
    { kind: "document-refused", reason: "encrypted", name: "docs.zip" },
    { kind: "no-readable-files", name: "docs.zip" },
    { kind: "files-cut", name: "docs.zip", count: 1 },
  ]);
  expect(texts().length).toBe(1);
});

test("an archive whose documents all have passwords names them", async () => {
  mockReading.mockResolvedValue({ kind: "encrypted" });
  mockUnpacking.mockResolvedValue(archiveOf({ "a.pdf": "%PDF" }));
  await attachFiles("s1", [zip], vision);
  expect([texts(), said()]).toEqual([[], [{ kind: "files-unreadable", count: 1, names: "a.pdf" }]]);
});

test("a document as long as the limit of an archive is attached", async () => {
  mockReading.mockResolvedValue({ kind: "text", text: "x".repeat(1_000_050), isCut: true });
  mockUnpacking.mockResolvedValue(archiveOf({ "a.pdf": "%PDF", "b.txt": "b" }));
  await attachFiles("s1", [zip], vision);
  expect([texts().length, said()]).toEqual([1, [{ kind: "files-cut", name: "docs.zip", count: 1 }]]);
});

test("cancelling attaches nothing of an archive", async () => {
  mockUnpacking.mockResolvedValue(archiveOf({ "a.txt": "a", "b.pdf": "%PDF" }));
  mockReading.mockImplementation(async () => {
    const [reading] = useReadingDocuments.getState().documents.s1 ?? [];
    expect(reading?.name).toBe("docs.zip");
    useReadingDocuments.getState().cancel("s1", reading?.id ?? 0);
    return undefined;
  });
  await attachFiles("s1", [zip], vision);
  expect([texts(), said(), useDrafts.getState().attaching.s1]).toEqual([[], [], 0]);
});

test("a dropped folder is attached with the files dropped beside it", async () => {
  const folder = folderOf("docs", { "b.md": "b", "a.txt": "a" });
  const file = new File(["c"], "c.txt");
  const items = [
    { webkitGetAsEntry: () => folder, getAsFile: () => new File([], "docs") },
    { webkitGetAsEntry: () => ({ isDirectory: false }), getAsFile: () => file },
    { webkitGetAsEntry: () => null, getAsFile: () => null },
  ];
  expect(attachDropped("s1", { items, files: [new File([], "docs"), file] } as never, vision)).toBe(true);
  await settle();
  expect(texts().toSorted()).toEqual(
    [
      { name: "c.txt", text: "c" },
      { name: "docs/a.txt", text: "a" },
      { name: "docs/b.md", text: "b" },
    ]
      .map(fileBlock)
      .toSorted(),
  );
  expect(said()).toEqual([]);
  expect(attachDropped("s1", { items: [], files: [] } as never, vision)).toBe(false);
});

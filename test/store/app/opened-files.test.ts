/** @jest-environment jsdom */
import { Blob, File as NodeFile } from "node:buffer";
import { TextDecoder } from "node:util";
import { ownBrand } from "@/lib/brand/brand";
import { webManifest } from "@/lib/brand/web-manifest";
import { fileBlock } from "@/lib/chat/file-block";
import type { ReadDocument } from "@/lib/documents/read-document";
import { openFiles } from "@/store/app/opened-files";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { sampleSession, usualSettings } from "../../support/chat-samples";

// jsdom's files cannot be read.
Object.assign(globalThis, { Blob, File: NodeFile, TextDecoder });

jest.mock("@/store/chats/prepare-in-worker", () => ({
  prepareInWorker: async ({ name }: File) => ({ kind: "ready", image: new Blob([name], { type: "image/png" }) }),
}));
jest.mock("@/store/chats/read-in-worker", () => ({ readInWorker: (file: File) => mockReading(file) }));
jest.mock("@/store/chats/store-image", () => ({
  storeImage: async ({ bytes }: { bytes: ArrayBuffer }) => `stored:${new TextDecoder().decode(bytes)}`,
}));

const mockReading = jest.fn(
  async (read: File): Promise<ReadDocument> => ({ kind: "text", text: await read.text(), isCut: false }),
);

const file = (name: string, content = name) => new File([content], name, { type: "" });
const handleOf = (given: File | Error) =>
  ({
    getFile: async () => {
      if (given instanceof Error) throw given;
      return given;
    },
  }) as unknown as FileSystemFileHandle;

const shown: string[] = [];
const open = (...given: (File | Error)[]) => openFiles(given.map(handleOf), (id) => shown.push(id));
const said = () => useUi.getState().toasts.map(({ content }) => content);

beforeEach(() => {
  shown.length = 0;
  localStorage.clear();
  useUi.setState(useUi.getInitialState(), true);
  useDrafts.setState(useDrafts.getInitialState(), true);
  useAccess.setState({ areFlagsFinal: true });
  useSettings.setState(useSettings.getInitialState(), true);
  useChats.getState().hydrate([sampleSession({ id: "s1" })], "s1", { modelConfig: usualSettings, lang: "en" });
});

const tide = fileBlock({ name: "tide.txt", text: "ebb" });

test("an export opens in the import dialog, and the chat is unchanged", async () => {
  const backup = file("backup.json", "{}");
  await open(backup);
  expect(useUi.getState().dialog?.content).toEqual({ kind: "import", file: backup });
  expect([shown, useDrafts.getState().drafts, said()]).toEqual([[], {}, []]);
});

test("opens the first of several exports, and reports the others by name", async () => {
  const first = file("a.ZIP");
  await open(first, file("b.jsonl"), file("c.json"));
  expect(useUi.getState().dialog?.content).toEqual({ kind: "import", file: first });
  expect(said()).toEqual([{ kind: "import-left-out", name: "b.jsonl" }]);
});

test("attaches a text to the draft of the current chat, which is shown; reports an empty file", async () => {
  await open(file("tide.txt", "ebb"), file("none.md", ""));
  expect(shown).toEqual(["s1"]);
  expect(useDrafts.getState().drafts.s1).toEqual({ text: "", images: [], texts: [tide] });
  expect(said()).toEqual([{ kind: "file-unreadable", name: "none.md" }]);
});

test("waits with attaching until the model is known", async () => {
  useAccess.setState({ areFlagsFinal: false });
  const opening = open(file("tide.txt", "ebb"));
  await new Promise((resolve) => setTimeout(resolve));
  expect([shown, useDrafts.getState().drafts]).toEqual([[], {}]);
  useAccess.setState({ areFlagsFinal: true });
  await opening;
  expect(useDrafts.getState().drafts.s1?.texts).toEqual([tide]);
});

test("reports a missing file and opens the others", async () => {
  await open(new DOMException("gone", "NotFoundError"), file("tide.txt", "ebb"));
  expect(useDrafts.getState().drafts.s1?.texts).toEqual([tide]);
  expect(said()).toEqual([expect.objectContaining({ kind: "error" })]);
});

test("does not attach images for a model without vision", async () => {
  useSettings.setState({ customModels: "-all,+tide-1" });
  await open(file("tide.heic"));
  expect(useDrafts.getState().drafts).toEqual({});
  expect(said()).toEqual([{ kind: "images-unseen", model: "tide-1" }]);
});

test("attaches the documents that can be read in order, and reports the others", async () => {
  mockReading
    .mockResolvedValueOnce({ kind: "encrypted" })
    .mockResolvedValueOnce({ kind: "text", text: "ebb", isCut: true })
    .mockRejectedValueOnce(new Error("no worker"));
  await open(file("a.pdf"), file("b.docx"), file("c.xlsx"), file("d.odt", "flood"));
  expect(useDrafts.getState().attaching.s1).toBe(0);
  expect(useDrafts.getState().drafts.s1?.texts).toEqual([
    fileBlock({ name: "b.docx", text: "ebb" }),
    fileBlock({ name: "d.odt", text: "flood" }),
  ]);
  expect(said()).toEqual([
    { kind: "document-refused", reason: "encrypted", name: "a.pdf" },
    { kind: "document-cut", name: "b.docx" },
    expect.objectContaining({ kind: "error" }),
  ]);
});

const [exports = [], others = []] = webManifest(ownBrand).file_handlers.map(({ accept }) => Object.entries(accept));

test.each(exports)("imports %s, as the manifest announces", async (type, [ending]) => {
  const given = new File(["{}"], `given${ending}`, { type });
  await open(given);
  expect(useUi.getState().dialog?.content).toEqual({ kind: "import", file: given });
});

test.each(others)("attaches %s, as the manifest announces", async (type, [ending]) => {
  await open(new File(["given"], `given${ending}`, { type }));
  const { images = [], texts = [] } = useDrafts.getState().drafts.s1 ?? {};
  expect([images, texts]).toEqual(
    type.startsWith("image/")
      ? [[`stored:given${ending}`], []]
      : [[], [fileBlock({ name: `given${ending}`, text: "given" })]],
  );
  expect(said()).toEqual([]);
});

test("documents that are being read take no space of images", async () => {
  let finish: (read: ReadDocument) => void = () => {};
  mockReading.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
  const opening = open(file("a.pdf"));
  await new Promise((resolve) => setTimeout(resolve));
  await open(file("1.heic"), file("2.heic"), file("3.heic"));
  expect(useDrafts.getState().drafts.s1?.images).toEqual(["stored:1.heic", "stored:2.heic", "stored:3.heic"]);
  finish({ kind: "text", text: "ebb", isCut: false });
  await opening;
  expect(useDrafts.getState().drafts.s1?.texts).toEqual([fileBlock({ name: "a.pdf", text: "ebb" })]);
});

/** @jest-environment jsdom */
import { Blob, File as NodeFile } from "node:buffer";
import { TextDecoder } from "node:util";
import { ownBrand } from "@/lib/brand/brand";
import { webManifest } from "@/lib/brand/web-manifest";
import { fileBlock } from "@/lib/chat/text-file";
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
jest.mock("@/store/chats/store-image", () => ({
  storeImage: async ({ bytes }: { bytes: ArrayBuffer }) => `stored:${new TextDecoder().decode(bytes)}`,
}));

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

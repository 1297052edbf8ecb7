/** @jest-environment node */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolderLocation } from "@/lib/sync/folder";
import { type FolderTroubles, folderHandle } from "../../support/folder-handle";

let path: string;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), "folder-"));
});
afterEach(() => rm(path, { recursive: true, force: true }));

const open = (troubles?: FolderTroubles) => openFolderLocation(folderHandle(path, troubles));
const names = async () => (await readdir(join(path, "chatgpt-next-web"))).sort();
const object = "0123456789abcdef".repeat(2);

test("has the layout of a WebDAV folder, so that both can be the same one", async () => {
  const remote = open();
  await remote.set("text", await remote.get());
  await remote.objects.write(object, Uint8Array.of(1, 2));
  expect(await names()).toEqual(["backup.json", `parley-${object}`]);
  expect(await readFile(join(path, "chatgpt-next-web/backup.json"), "utf8")).toBe("text");
});

test("copies that other programs make of conflicts are not read, and stay", async () => {
  const copies = [
    "backup (conflicted copy 2026-11-27).json",
    "backup.sync-conflict-20261127-120000-ABCDEFG.json",
    `parley-${object} 2`,
  ];
  await mkdir(join(path, "chatgpt-next-web"));
  for (const copy of copies) await writeFile(join(path, "chatgpt-next-web", copy), "other");
  const remote = open();
  expect(await remote.get()).toEqual({ text: "", isMissing: true });
  await remote.set("text", { text: "", isMissing: true });
  await remote.objects.write(object, Uint8Array.of(1));
  await remote.objects.remove(object);
  expect(await remote.get()).toEqual({ text: "text" });
  expect(await names()).toEqual([...copies, "backup.json"].sort());
});

test("an empty file, as before its content is brought, is no new location; an empty text removes the file", async () => {
  const remote = open();
  await remote.set("text", await remote.get());
  await writeFile(join(path, "chatgpt-next-web/backup.json"), "");
  await expect(remote.get()).rejects.toMatchObject({ details: { problem: "no-backup" } });
  await writeFile(join(path, "chatgpt-next-web/backup.json"), "text");
  await remote.set("", { text: "text" });
  expect([await names(), await remote.get()]).toEqual([[], { text: "", isMissing: true }]);
});

test("does not replace a file that another program has brought since it was read", async () => {
  const remote = open();
  await remote.set("one", await remote.get());
  const kept = await remote.get();
  await writeFile(join(path, "chatgpt-next-web/backup.json"), "from elsewhere");
  await expect(remote.set("two", kept)).rejects.toMatchObject({ details: { problem: "changed" } });
  expect((await remote.get()).text).toBe("from elsewhere");
});

test.each([
  ["QuotaExceededError", "full"],
  ["NotAllowedError", "folder-closed"],
  ["NoModificationAllowedError", "locked"],
  ["SomeOtherError", "folder-failed"],
  ["constructor", "folder-failed"],
])("a write that ends with %s is reported, and the former file stays without remains", async (writing, problem) => {
  await open().set("former", { text: "" });
  const broken = open({ writing });
  await expect(broken.set("next", await broken.get())).rejects.toMatchObject({ details: { problem } });
  await expect(broken.objects.write(object, Uint8Array.of(1))).rejects.toMatchObject({ details: { problem } });
  expect((await open().get()).text).toBe("former");
  expect((await names()).filter((name) => name.endsWith(".crswap"))).toEqual([]);
});

test("a folder that is gone or closed is reported, and not mistaken for an empty one", async () => {
  const closed = open({ access: "NotAllowedError" });
  for (const work of [closed.check(), closed.get(), closed.objects.read(object), closed.objects.remove(object)]) {
    await expect(work).rejects.toMatchObject({ details: { problem: "folder-closed" } });
  }
  await rm(path, { recursive: true });
  for (const work of [open().check(), open().get(), open().objects.read(object)]) {
    await expect(work).rejects.toMatchObject({ details: { problem: "folder-missing" } });
  }
});

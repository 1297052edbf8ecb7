import { chooseShellFolder, openShellFolder } from "@/lib/platform/desktop-folders";
import type { ShellFile, ShellFolders } from "@/lib/platform/desktop-port";
import { openFolder } from "@/lib/platform/folders";
import { openFolderLocation } from "@/lib/sync/folder";

const object = "0123456789abcdef".repeat(2);
const stored = { shellId: "a", name: "Notes" };

/** A shell with one folder in memory. `refusal` is the kind with which it rejects everything. */
function shellOf(refusal?: string) {
  const files = new Map<string, Blob>();
  const pathOf = ({ inside, name }: ShellFile) => `${inside}/${name}`;
  const check = (id: string) => {
    if (refusal) throw { kind: refusal };
    if (id !== stored.shellId) throw { kind: "closed" };
  };
  const shell: ShellFolders = {
    choose: async (purpose) => (purpose === "sync" ? stored : undefined),
    open: async (id) => check(id),
    async list(id, inside) {
      check(id);
      return [...files.keys()]
        .filter((path) => path.startsWith(`${inside}/`))
        .map((path) => path.slice(inside.length + 1));
    },
    async read(file) {
      check(file.id);
      const content = files.get(pathOf(file));
      if (!content) throw { kind: "missing" };
      return content.arrayBuffer();
    },
    async write(file, content) {
      check(file.id);
      files.set(pathOf(file), content);
    },
    async remove(file) {
      check(file.id);
      if (!files.delete(pathOf(file))) throw { kind: "missing" };
    },
  };
  return { shell, files };
}

test("a chosen folder is stored by its id, and is another one than a folder with another id", async () => {
  const { shell } = shellOf();
  const chosen = await chooseShellFolder(shell, "sync");
  expect(chosen?.stored).toEqual(stored);
  expect(await chosen?.isSameEntry(openShellFolder(shell, stored))).toBe(true);
  expect(await chosen?.isSameEntry(openShellFolder(shell, { ...stored, shellId: "b" }))).toBe(false);
  expect(await chooseShellFolder(shell, "copies")).toBeUndefined();
});

test("a sync reads and writes its files in it as in a folder of the browser", async () => {
  const { shell, files } = shellOf();
  const remote = openFolderLocation(openShellFolder(shell, stored));
  expect(await remote.get()).toEqual({ text: "", isMissing: true });
  await remote.set("text", { text: "", isMissing: true });
  expect(await remote.get()).toEqual({ text: "text" });
  await remote.objects.write(object, Uint8Array.of(1, 2));
  expect(await remote.objects.read(object)).toEqual(Uint8Array.of(1, 2));
  expect([...files.keys()]).toEqual(["chatgpt-next-web/backup.json", `chatgpt-next-web/parley-${object}`]);
  await remote.objects.remove(object);
  await remote.objects.remove(object);
  expect(await remote.objects.read(object)).toBeUndefined();
  await remote.set("", { text: "text" });
  expect(files.size).toBe(0);
});

test("backups are written, listed and removed", async () => {
  const { shell, files } = shellOf();
  const folder = await openFolder(openShellFolder(shell, stored));
  await folder?.write("Parley-copy-2026-11-28.json", new Blob(["{}"]));
  expect(await folder?.list()).toEqual(["Parley-copy-2026-11-28.json"]);
  expect(await files.get("/Parley-copy-2026-11-28.json")?.text()).toBe("{}");
  await folder?.remove("Parley-copy-2026-11-28.json");
  expect(files.size).toBe(0);
});

test("a folder that the shell does not know must be chosen again", async () => {
  const { shell } = shellOf();
  const unknown = openShellFolder(shell, { shellId: "b", name: "Other" });
  expect(await unknown.queryPermission({ mode: "readwrite" })).toBe("denied");
  expect(await unknown.requestPermission({ mode: "readwrite" })).toBe("denied");
  expect(await openFolder(unknown)).toBeUndefined();
});

test.each([
  ["closed", "folder-closed"],
  ["missing", "folder-missing"],
  ["full", "full"],
  ["locked", "locked"],
  ["failed", "folder-failed"],
  ["constructor", "folder-failed"],
])("a shell that refuses as %s is reported as %s", async (kind, problem) => {
  const remote = openFolderLocation(openShellFolder(shellOf(kind).shell, stored));
  await expect(remote.check()).rejects.toMatchObject({ details: { problem } });
});

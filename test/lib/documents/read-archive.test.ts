import { selectFiles } from "@/lib/documents/file-group";
import { readArchive } from "@/lib/documents/read-archive";
import { type ZipSample, zipOf } from "../../support/zip-samples";

const text = (name: string, contents: string | Uint8Array = name): ZipSample => ({ name, contents });

/** Reads an archive, with the texts of its files. */
async function read(...samples: readonly ZipSample[]) {
  const archive = await readArchive(new Blob([zipOf(...samples)]));
  if (archive.kind !== "files") return archive;
  const files = await Promise.all(archive.files.map(async ({ path, contents }) => [path, await contents.text()]));
  return { ...archive, files };
}

test("an archive gives its texts and documents in the order of their paths", async () => {
  const samples = ["src/b.ts", "src/10.md", "src/9.md", "README", "letter.docx", "photo.png", "inner.zip", "a.exe"];
  expect(
    await read({ name: "src/", contents: "" }, ...samples.map((name) => text(name)), text("empty.txt", "")),
  ).toEqual({
    kind: "files",
    files: ["letter.docx", "README", "src/9.md", "src/10.md", "src/b.ts"].map((name) => [name, name]),
    unreadable: ["a.exe", "inner.zip", "photo.png"],
    isCut: false,
  });
});

test("hidden files and folders of tools are skipped without a message", async () => {
  const hidden = [".env", ".git/config.txt", "a/node_modules/b.js", "__MACOSX/a.txt", "a/Thumbs.db", "a/.DS_Store"];
  expect(await read(...hidden.map((name) => text(name)), text("a/c.js"))).toEqual({
    kind: "files",
    files: [["a/c.js", "a/c.js"]],
    unreadable: [],
    isCut: false,
  });
});

test("names of Windows and of UTF-8 are read, and none leaves the archive @I8.4", async () => {
  const names = ["C:\\docs\\a.txt", "../../up.txt", "/root.txt", "d/\u0007bell.txt", "潮/é.txt"];
  const archive = await read(...names.map((name) => text(name, "x")));
  expect(archive).toMatchObject({
    files: ["d/bell.txt", "docs/a.txt", "root.txt", "up.txt", "潮/é.txt"].map((name) => [name, "x"]),
  });
  const bytes = zipOf(text("gr~n.txt", "x"));
  for (const [index, byte] of bytes.entries()) if (byte === 0x7e) bytes[index] = 0x81;
  const old = await readArchive(new Blob([bytes]));
  expect(old.kind === "files" && old.files.map(({ path }) => path)).toEqual(["grün.txt"]);
});

test("at most 100 files are read @I8.4", async () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ path: `${index + 1}.txt` }));
  const { files, isCut } = selectFiles(many.toReversed());
  expect([files.length, files[0]?.path, files.at(-1)?.path, isCut]).toEqual([100, "1.txt", "100.txt", true]);
  expect(selectFiles(many.slice(1)).isCut).toBe(false);
});

test("bombs, passwords and damaged archives are refused; one damaged file is only named @I8.4", async () => {
  expect(await read(text("bomb.txt", new Uint8Array(5_000_000)))).toEqual({ kind: "too-large" });
  expect(await read({ ...text("huge.txt"), claimedSize: 200_000_001, method: 0 })).toEqual({ kind: "too-large" });
  expect(await read({ ...text("a.txt"), isEncrypted: true })).toEqual({ kind: "encrypted" });
  expect(await readArchive(new Blob(["no archive"]))).toEqual({ kind: "damaged" });
  expect(await readArchive(new Blob([new Uint8Array(50_000_001)]))).toEqual({ kind: "too-large" });
  expect(await read({ ...text("a.txt"), claimedSize: 3 }, text("b.txt"), { ...text("c.txt"), method: 12 })).toEqual({
    kind: "files",
    files: [["b.txt", "b.txt"]],
    unreadable: ["a.txt", "c.txt"],
    isCut: false,
  });
});

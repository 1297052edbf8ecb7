import { readFolder } from "@/store/chats/read-folder";
import { type FolderSample, folderOf } from "../../support/folder-samples";

async function read(content: FolderSample, signal = new AbortController().signal) {
  const folder = await readFolder(folderOf("docs", content), signal);
  return folder && { ...folder, files: folder.files.map(({ path }) => path) };
}

test("a folder gives the texts and documents in it and its folders, by path", async () => {
  const content = {
    "b.md": "b",
    "a.pdf": "%PDF",
    "photo.png": "png",
    "empty.txt": "",
    sub: { "c.txt": "c", deep: { "d.docx": "d" } },
    node_modules: { "x.js": "x" },
    ".git": { "y.txt": "y" },
    "gone.txt": new Error("gone"),
  };
  expect(await read(content)).toEqual({
    files: ["docs/a.pdf", "docs/b.md", "docs/sub/c.txt", "docs/sub/deep/d.docx"],
    unreadable: ["docs/photo.png", "docs/gone.txt"],
    isCut: false,
  });
});

test("a folder of more than 100 files is cut", async () => {
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`${index + 1}.txt`, "x"]));
  const folder = await read(many);
  expect([folder?.files.length, folder?.files.at(-1), folder?.isCut]).toEqual([100, "docs/100.txt", true]);
});

test("a cancelled folder gives nothing", async () => {
  expect(await read({ "a.txt": "a" }, AbortSignal.abort())).toBeUndefined();
});

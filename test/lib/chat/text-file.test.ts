import fc from "fast-check";
import { documentsIn, isDocumentId } from "@/lib/chat/documents-in";
import { fileBlock, fileOf, joinFiles } from "@/lib/chat/file-block";
import { splitFiles } from "@/lib/chat/text-file";

test("a file is a fenced block with its name", () => {
  expect(fileBlock({ name: "notes.md", text: "# Tides\n" })).toBe('```md title="notes.md"\n# Tides\n```');
  expect(fileBlock({ name: 'a "b"\n`c`', text: "x" })).toBe('``` title="a b c"\nx\n```');
  expect(fileBlock({ name: "a.md", text: "````\ncode\n````" })).toBe('`````md title="a.md"\n````\ncode\n````\n`````');
});

test("a file may have any number of fences", () => {
  const text = Array.from({ length: 250_000 }, () => "```").join("\n");
  expect(fileBlock({ name: "a.md", text })).toBe(`\`\`\`\`md title="a.md"\n${text}\n\`\`\`\``);
});

test("files at the end of a message are separated from its text", () => {
  const files = [
    { name: "a.py", text: "def a():\n\n    pass" },
    { name: "b.md", text: '```js title="x.js"\ny\n```' },
  ];
  expect(splitFiles(joinFiles({ text: "Compare:", files }))).toEqual({ text: "Compare:", files });
  expect(splitFiles(joinFiles({ text: "", files }))).toEqual({ text: "", files });
  expect(splitFiles("No file.")).toEqual({ text: "No file.", files: [] });
});

test.each([
  'Before\n\n```js title="a.js"\nx\n```\n\nand after',
  'Not closed:\n\n```js title="a.js"\nx',
  'title="a.js"',
])("%j is a text without files", (text) => {
  expect(splitFiles(text)).toEqual({ text, files: [] });
});

test("a text that is one file", () => {
  expect(fileOf(fileBlock({ name: "a.csv", text: "1,2" }))).toEqual({ name: "a.csv", text: "1,2" });
  expect(fileOf("Pasted text")).toBeUndefined();
});

const document = { id: "0".repeat(64), pages: 340, tokens: 84_000, sent: "1-3, 7" };
const reference = `\`\`\`pdf title="a.pdf" document="stored:${document.id}" pages="340" tokens="84000" sent="1-3, 7"\n\`\`\``;

test("a stored document is a block without lines that refers to it", () => {
  expect(fileBlock({ name: "a.pdf", text: "", document })).toBe(reference);
  const files = [
    { name: "a.pdf", text: "", document },
    { name: "b.txt", text: "x" },
  ];
  expect(splitFiles(joinFiles({ text: "Compare:", files }))).toEqual({ text: "Compare:", files });
  expect(documentsIn(joinFiles({ text: "Compare:", files }))).toEqual([files[0]]);
  expect(documentsIn("Compare:")).toEqual([]);
});

test("a reference names the original file", () => {
  const withFile = { ...document, sent: "file", file: "f".repeat(64) };
  const block = fileBlock({ name: "a.pdf", text: "", document: withFile });
  expect(block.split("\n")[0]).toMatch(new RegExp(`sent="file" file="stored:${withFile.file}"$`));
  expect(documentsIn(block)).toEqual([{ name: "a.pdf", text: "", document: withFile }]);
  const wrong = block.replace("stored:f", "stored:g");
  expect(splitFiles(wrong)).toEqual({ text: wrong, files: [] });
});

test.each([
  ["id", reference.replace("stored:0", "stored:g")],
  ["number of pages", reference.replace('"340"', '"-1"')],
  ["part", reference.replace("1-3, 7", "")],
])("a reference with a wrong %s is a text", (_part, text) => {
  expect(splitFiles(text)).toEqual({ text, files: [] });
});

test("documents have longer ids than other blobs", () => {
  expect([document.id, "V1StGXR8_Z5jdHi6B-myT", "plain-1-0"].map(isDocumentId)).toEqual([true, false, false]);
});

const line = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom("```", "````", '```js title="a.js"', "   ```", "`````", ""),
);
const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n").replace(/\r/g, ""));

test("any file returns as it was, without its last line break", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (texts) => {
      const files = texts.map((each, index) => ({ name: `${index}.txt`, text: each }));
      const withoutLastBreak = files.map((file) => ({ ...file, text: file.text.replace(/\n$/, "") }));
      expect(splitFiles(joinFiles({ text: "Look:", files }))).toEqual({ text: "Look:", files: withoutLastBreak });
    }),
  );
});

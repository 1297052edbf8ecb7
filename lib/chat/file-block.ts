import { type StoredDocument, splitFiles, type TextFile, type TextWithFiles } from "@/lib/chat/text-file";

/**
 * Returns a file as part of a message: a fenced code block with the file's name, as documentation tools write it. The
 * fence is longer than any in the file, so the file ends where it should.
 */
export function fileBlock({ name, text, document }: TextFile): string {
  const longest = (text.match(/^ {0,3}`{3,}/gm) ?? []).reduce((most, run) => Math.max(most, run.trim().length), 0);
  const fence = "`".repeat(Math.max(3, longest + 1));
  const safeName = safeFileName(name);
  const language = /\.([\w+#-]{1,12})$/.exec(safeName)?.[1]?.toLowerCase() ?? "";
  const first = `${fence}${language} title="${safeName}"`;
  if (document) return `${first}${referenceTo(document)}\n${fence}`;
  return `${first}\n${text.replace(/\r\n?/g, "\n").replace(/\n$/, "")}\n${fence}`;
}

/** Returns a name without characters that would end the name in a block or in a citation. */
export function safeFileName(name: string): string {
  return name.replace(/["`[\]<>\s]+/g, " ").trim();
}

function referenceTo({ id, pages, tokens, sent, file }: StoredDocument): string {
  const original = file === undefined ? "" : ` file="stored:${file}"`;
  return ` document="stored:${id}" pages="${pages}" tokens="${tokens}" sent="${sent}"${original}`;
}

/** Returns the file that a text consists of; undefined if it is anything else. */
export function fileOf(whole: string): TextFile | undefined {
  const { text, files } = splitFiles(whole);
  return text === "" && files.length === 1 ? files[0] : undefined;
}

/** Appends files to a text. */
export function joinFiles({ text, files }: TextWithFiles): string {
  return [text, ...files.map(fileBlock)].filter((part) => part.trim() !== "").join("\n\n");
}

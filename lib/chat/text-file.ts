/** A text file that is part of a message. */
export interface TextFile {
  readonly name: string;
  /** Empty if the text is stored as a document. */
  readonly text: string;
  readonly document?: StoredDocument;
}

/** A long text that is stored apart from the message, which refers to it (docs/decisions/0063-stored-documents.md). */
export interface StoredDocument {
  /** The SHA-256 of the text, by which it is stored. */
  readonly id: string;
  /** Number of pages, slides or sheets; 0 for a text without any. */
  readonly pages: number;
  /** Estimated tokens of the whole text. */
  readonly tokens: number;
  /** The part that is sent: `whole`, the `passages` that match the question, the original `file`, or pages, such as `1-3, 7`. */
  readonly sent: string;
  /** The SHA-256 of the original file, by which it is stored; absent if only the text is stored. */
  readonly file?: string;
}

/** A text whose last part are files. */
export interface TextWithFiles {
  readonly text: string;
  readonly files: readonly TextFile[];
}

/** The first line of a file: a fence, the language, the name, and the stored document if the block refers to one. */
const opening =
  /^(`{3,})[\w+#-]* title="([^"`]*)"(?: document="stored:([0-9a-f]{64})" pages="(\d{1,6})" tokens="(\d{1,8})" sent="([^"`]{1,200})"(?: file="stored:([0-9a-f]{64})")?)?$/;

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

/** Separates the files at the end of a message from its text. Code blocks with a name elsewhere stay in the text. */
export function splitFiles(whole: string): TextWithFiles {
  if (!whole.includes(' title="')) return { text: whole, files: [] };
  const lines = whole.split("\n");
  for (let start = 0; start < lines.length; start++) {
    if (!opening.test(lines[start] ?? "")) continue;
    const files = filesFrom(lines, start);
    if (files) return { text: lines.slice(0, start).join("\n").trimEnd(), files };
  }
  return { text: whole, files: [] };
}

/** Returns the file that a text consists of; undefined if it is anything else. */
export function fileOf(whole: string): TextFile | undefined {
  const { text, files } = splitFiles(whole);
  return text === "" && files.length === 1 ? files[0] : undefined;
}

/** Returns the files of a text that are stored as documents. */
export function documentsIn(whole: string): (TextFile & { readonly document: StoredDocument })[] {
  if (!whole.includes(documentMark)) return [];
  return splitFiles(whole).files.flatMap(({ document, ...file }) => (document ? [{ ...file, document }] : []));
}

/** Appends files to a text. */
export function joinFiles({ text, files }: TextWithFiles): string {
  return [text, ...files.map(fileBlock)].filter((part) => part.trim() !== "").join("\n\n");
}

/** Whether a blob is the text or the original of a document: others have shorter ids. */
export function isDocumentId(id: string): boolean {
  return /^[0-9a-f]{64}$/.test(id);
}

/** The start of a reference to a stored document. */
const documentMark = ' document="stored:';

/** Returns the files in lines from a start to the end; undefined if there is anything but files. */
function filesFrom(lines: readonly string[], start: number): TextFile[] | undefined {
  const files: TextFile[] = [];
  for (let index = start; index < lines.length; ) {
    const line = lines[index] ?? "";
    if (line.trim() === "") {
      index++;
      continue;
    }
    const [, fence, name, id, pages, tokens, sent = "whole", original] = opening.exec(line) ?? [];
    if (fence === undefined || name === undefined) return undefined;
    const end = lines.indexOf(fence, index + 1);
    if (end < 0) return undefined;
    const document = id === undefined ? undefined : { id, pages: Number(pages), tokens: Number(tokens), sent };
    const stored = document && original !== undefined ? { ...document, file: original } : document;
    files.push({ name, text: lines.slice(index + 1, end).join("\n"), ...(stored && { document: stored }) });
    index = end + 1;
  }
  return files;
}

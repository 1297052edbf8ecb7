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
  /**
   * The part that is sent: `whole`, the `passages` that match the question, the original `file`, pages, such as
   * `1-3, 7`, or pages as images, such as `images 1-3, 7`.
   */
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

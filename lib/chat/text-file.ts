/** A text file that is part of a message. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** A text whose last part are files. */
export interface TextWithFiles {
  readonly text: string;
  readonly files: readonly TextFile[];
}

/** The first line of a file: a fence, the language, and the name. */
const opening = /^(`{3,})([\w+#-]*) title="([^"`]*)"$/;

/**
 * Returns a file as part of a message: a fenced code block with the file's name, as documentation tools write it. The
 * fence is longer than any in the file, so the file ends where it should.
 */
export function fileBlock({ name, text }: TextFile): string {
  const longest = (text.match(/^ {0,3}`{3,}/gm) ?? []).reduce((most, run) => Math.max(most, run.trim().length), 0);
  const fence = "`".repeat(Math.max(3, longest + 1));
  const safeName = name.replace(/["`\s]+/g, " ").trim();
  const language = /\.([\w+#-]{1,12})$/.exec(safeName)?.[1]?.toLowerCase() ?? "";
  return `${fence}${language} title="${safeName}"\n${text.replace(/\r\n?/g, "\n").replace(/\n$/, "")}\n${fence}`;
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

/** Appends files to a text. */
export function joinFiles({ text, files }: TextWithFiles): string {
  return [text, ...files.map(fileBlock)].filter((part) => part.trim() !== "").join("\n\n");
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
    const [, fence, , name] = opening.exec(line) ?? [];
    if (fence === undefined || name === undefined) return undefined;
    const end = lines.indexOf(fence, index + 1);
    if (end < 0) return undefined;
    files.push({ name, text: lines.slice(index + 1, end).join("\n") });
    index = end + 1;
  }
  return files;
}

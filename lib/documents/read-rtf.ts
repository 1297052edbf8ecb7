import { RefusedDocument } from "@/lib/documents/refused-document";
import { createRtfOutput, type RtfOutput } from "@/lib/documents/rtf-output";
import type { TextWriter } from "@/lib/documents/text-writer";

/** Groups that are not text of the document. */
const skippedGroups = new Set(
  "fonttbl colortbl stylesheet info pict header headerl headerr headerf footer footerl footerr footerf object objdata themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator xmlnstbl fldinst bkmkstart bkmkend annotation".split(
    " ",
  ),
);

/** Control word, hexadecimal byte, control symbol, brace, or text (RTF 1.9.1). Line breaks mean nothing. */
const token = /\\([a-z]+)(-?\d+)? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi;

interface Group {
  readonly isSkipped: boolean;
  /** Whether the group is a footnote or an endnote, or a part of one. */
  readonly isNote: boolean;
  /** Number of characters after a Unicode character that repeat it for old programs. */
  readonly fallback: number;
}

/** Groups that may be open at once; more than any document has. */
const maxGroups = 1_000;

/** Reads an RTF document: paragraphs, tables, and notes in brackets at their places. Throws RefusedDocument. */
export async function readRtf(file: Blob, writer: TextWriter): Promise<void> {
  const source = new TextDecoder("latin1").decode(await file.arrayBuffer());
  if (!source.startsWith("{\\rtf")) throw new RefusedDocument("damaged");
  const output = createRtfOutput(writer);
  const groups: Group[] = [];
  let group: Group = { isSkipped: false, isNote: false, fallback: 1 };
  let toSkip = 0;

  for (const [whole, word, argument, hex, symbol, brace, text] of source.matchAll(token)) {
    if (brace === "{") {
      if (groups.push(group) > maxGroups) throw new RefusedDocument("damaged");
    } else if (brace === "}") {
      const outer = groups.pop();
      if (!outer) throw new RefusedDocument("damaged");
      if (group.isNote && !outer.isNote) output.endNote();
      group = outer;
      toSkip = 0;
    } else if (word === "footnote" && !groups.at(-1)?.isSkipped && !group.isNote) {
      // Written as an optional group, as old programs do not know it.
      group = { ...group, isSkipped: false, isNote: true };
      output.beginNote();
    } else if (symbol === "*" || (word !== undefined && skippedGroups.has(word))) group = { ...group, isSkipped: true };
    else if (word === "uc") group = { ...group, fallback: Number(argument ?? 1) };
    else if (group.isSkipped) continue;
    else if (word === "u") {
      output.text(String.fromCharCode(Number(argument ?? 0) & 0xffff));
      toSkip = group.fallback;
    } else if (toSkip > 0 && (hex !== undefined || text !== undefined)) {
      const rest = hex === undefined ? whole.slice(toSkip) : "";
      toSkip = Math.max(0, toSkip - (hex === undefined ? whole.length : 1));
      output.bytes(rest);
    } else if (hex !== undefined) output.bytes(String.fromCharCode(Number.parseInt(hex, 16)));
    else if (text !== undefined) output.bytes(text);
    else if (word !== undefined) writeWord(output, word, argument);
    else writeSymbol(output, symbol ?? "");
  }
  if (groups.length > 0) throw new RefusedDocument("damaged");
  output.end();
}

/** Characters that have a control word. */
const characters: Readonly<Record<string, string>> = {
  tab: "\t",
  line: "\n",
  emdash: "\u2014",
  endash: "\u2013",
  lquote: "\u2018",
  rquote: "\u2019",
  ldblquote: "\u201c",
  rdblquote: "\u201d",
  bullet: "\u2022",
  emspace: " ",
  enspace: " ",
};

function writeWord(output: RtfOutput, word: string, argument: string | undefined): void {
  const character = Object.hasOwn(characters, word) ? characters[word] : undefined;
  if (character !== undefined) output.text(character);
  else if (word === "par" || word === "sect" || word === "page") output.endParagraph();
  else if (word === "cell" || word === "nestcell") output.endCell();
  else if (word === "row" || word === "nestrow") output.endRow();
  else if (word === "intbl" || word === "pard") output.inTable(word === "intbl");
  else if (word === "ansicpg") output.codePage(Number(argument));
}

function writeSymbol(output: RtfOutput, symbol: string): void {
  if (symbol === "~") output.text("\u00a0");
  else if (symbol === "_") output.text("-");
  else if (symbol === "\n" || symbol === "\r") output.endParagraph();
  else if ("\\{}".includes(symbol)) output.bytes(symbol);
}

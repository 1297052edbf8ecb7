import type { TextWriter } from "@/lib/documents/text-writer";

/** Collects the characters, paragraphs and tables of an RTF document. */
export interface RtfOutput {
  text(text: string): void;
  /** Adds bytes of the code page, one per character. */
  bytes(bytes: string): void;
  codePage(number: number): void;
  /** Sets whether paragraphs are part of a table's cell. */
  inTable(isInTable: boolean): void;
  endParagraph(): void;
  /** Begins a note, which becomes a part of its paragraph. */
  beginNote(): void;
  endNote(): void;
  endCell(): void;
  endRow(): void;
  end(): void;
}

/** Encodings of code pages that are not called `windows-` and a number. */
const encodings: Readonly<Record<number, string>> = {
  437: "windows-1252",
  850: "windows-1252",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  65001: "utf-8",
};

/** Creates an output that writes each paragraph and table when it ends. */
export function createRtfOutput(writer: TextWriter): RtfOutput {
  let decoder = new TextDecoder("windows-1252");
  let line = "";
  let pending: number[] = [];
  let cells: string[] = [];
  let rows: string[][] = [];
  let isInTable = false;
  /** The line before a note; undefined outside of notes. */
  let noted: string | undefined;

  function decodePending() {
    if (pending.length > 0) line += decoder.decode(Uint8Array.from(pending));
    pending = [];
  }

  function takeLine(): string {
    decodePending();
    const taken = line.trim();
    line = "";
    return taken;
  }

  function endTable() {
    writer.table(rows);
    rows = [];
  }

  function endParagraph() {
    if (isInTable || noted !== undefined) {
      decodePending();
      line += "\n";
      return;
    }
    const text = takeLine();
    if (text === "") return;
    if (rows.length > 0) endTable();
    writer.block(text);
  }

  return {
    text(text) {
      decodePending();
      line += text;
    },
    bytes(bytes) {
      for (const byte of bytes) pending.push(byte.charCodeAt(0));
    },
    codePage(number) {
      decodePending();
      try {
        decoder = new TextDecoder(encodings[number] ?? `windows-${number}`);
      } catch {
        // An unknown code page is read as the usual one.
        decoder = new TextDecoder("windows-1252");
      }
    },
    inTable(value) {
      if (noted === undefined) isInTable = value;
    },
    endParagraph,
    beginNote() {
      decodePending();
      noted = line;
      line = "";
    },
    endNote() {
      const note = takeLine().replace(/\s+/g, " ");
      // The line is not trimmed: it may have thousands of notes, and each would copy all of it.
      line = note === "" ? (noted ?? "") : `${noted} [${note}]`;
      noted = undefined;
    },
    endCell() {
      cells.push(takeLine());
    },
    endRow() {
      rows.push(cells);
      cells = [];
    },
    end() {
      isInTable = false;
      if (cells.length > 0) rows.push(cells);
      endParagraph();
      endTable();
    },
  };
}

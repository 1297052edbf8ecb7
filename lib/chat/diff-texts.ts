import { diffArrays } from "diff";

/** A piece of a block. A changed piece is missing in the other text. */
export interface DiffPiece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Lines that two texts share, or that only the first (`removed`) or the second one (`added`) has. */
export interface DiffBlock {
  readonly kind: "same" | "removed" | "added";
  readonly pieces: readonly DiffPiece[];
}

/** Maximum number of different lines, and of different words of a block. Texts that differ more have no detail. */
const maxChangedLines = 1000;
const maxChangedWords = 300;

/** Maximum length of a block whose words are compared, in characters. */
const maxBlockChars = 20_000;

/** Minimum share of equal characters in a block whose changed words are marked; with fewer, the marks only disturb. */
const minEqualShare = 0.3;

/** Returns the difference of two texts by lines, and by words in lines that are similar. */
export function diffTexts(before: string, after: string): DiffBlock[] {
  if (before === after) return before === "" ? [] : [block("same", before)];
  const changes = diffArrays(linesOf(before), linesOf(after), { maxEditLength: maxChangedLines });
  if (!changes) return [...blocks("removed", before), ...blocks("added", after)];
  const result: DiffBlock[] = [];
  for (let index = 0; index < changes.length; index++) {
    const change = changes[index];
    const next = changes[index + 1];
    if (!change) continue;
    const text = change.value.join("");
    if (change.removed && next?.added) {
      result.push(...diffBlock(text, next.value.join("")));
      index += 1;
    } else result.push(block(kindOf(change), text));
  }
  return result;
}

function diffBlock(before: string, after: string): DiffBlock[] {
  const whole = [block("removed", before), block("added", after)];
  if (before.length + after.length > maxBlockChars) return whole;
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: maxChangedWords });
  if (!changes) return whole;
  const pieces = changes.map((change) => ({ kind: kindOf(change), text: change.value.join("") }));
  const equal = pieces.reduce((sum, { kind, text }) => sum + (kind === "same" ? text.trim().length : 0), 0);
  if (equal < minEqualShare * Math.max(before.length, after.length)) return whole;
  const side = (kind: "removed" | "added"): DiffBlock => ({
    kind,
    pieces: pieces
      .filter((piece) => piece.kind === kind || piece.kind === "same")
      .map(({ kind, text }) => ({ text, isChanged: kind !== "same" })),
  });
  return [side("removed"), side("added")];
}

function kindOf({ added, removed }: { readonly added: boolean; readonly removed: boolean }): DiffBlock["kind"] {
  if (removed) return "removed";
  return added ? "added" : "same";
}

/** A whole block that is not compared by words has no marked pieces. */
function block(kind: DiffBlock["kind"], text: string): DiffBlock {
  return { kind, pieces: [{ text, isChanged: false }] };
}

function blocks(kind: DiffBlock["kind"], text: string): DiffBlock[] {
  return text === "" ? [] : [block(kind, text)];
}

/** Splits a text into lines with their line breaks. The last line gets one, so that a missing one does not count. */
function linesOf(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text : `${text}\n`).match(/[^\n]*\n/g) ?? [];
}

/** Splits a text into words and the characters between them, in every script. */
function wordsOf(text: string): string[] {
  return [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)].map(({ segment }) => segment);
}

/** A range of a text, in characters. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Maximum length of a link or inline code, in characters; longer ones count as text, so that scanning is fast for any
 * text.
 */
const longestMark = 300;

const fence = /^[ \t]*(?:```|~~~)/;
const lineMarks = /^(?:[ \t]*(?:>|#{1,6}(?=[ \t])|[-*+](?=[ \t])(?:[ \t]+\[[ xX]\](?=[ \t]))?))+[ \t]*/;
const rule = /^[ \t]*(?:[-*_][ \t]*){3,}$|^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*(?::?-+:?[ \t]*)?$/;
const tableRow = /^[ \t]*\|.*\|[ \t]*$/;

/** Inline markup: code, links and images, emphasis and strikethrough, and escaped characters. */
const inlineMarks = new RegExp(
  [
    `(?<code>(?<ticks>\`+)[^\`](?:.{0,${longestMark}}?[^\`])?\\k<ticks>(?!\`))`,
    `(?<link>(?<opening>!?\\[)(?<words>[^\\]]{0,${longestMark}})\\]\\([^)\\s]{0,${longestMark}}\\))`,
    "(?<backslash>\\\\)[!-/:-@[-`{-~]",
    "\\*\\*|~~",
    "(?<![\\p{L}\\p{N}_])__?(?=[^\\s_])|(?<=[^\\s_])__?(?![\\p{L}\\p{N}_])",
    "(?<![\\p{L}\\p{N}*])\\*(?=[^\\s*])|(?<=[^\\s*])\\*(?![\\p{L}\\p{N}*])",
  ].join("|"),
  "gu",
);

/**
 * Returns the markup in a range of a Markdown text, in order: emphasis characters, URLs of links, code fences. The
 * content of code is not markup.
 */
export function markupIn(text: string, start: number, end: number): Span[] {
  const found: Span[] = [];
  let isCode = false;
  let lineStart = 0;
  while (lineStart < end) {
    const next = text.indexOf("\n", lineStart);
    const lineEnd = next === -1 ? text.length : next;
    const from = Math.max(lineStart, start - longestMark);
    const line = lineEnd >= start ? text.slice(from, Math.min(lineEnd, end + longestMark)) : "";
    if (fence.test(text.slice(lineStart, Math.min(lineEnd, lineStart + longestMark)))) {
      isCode = !isCode;
      found.push({ start: from, end: from + line.length });
    } else if (!isCode && line !== "") {
      found.push(
        ...markupInLine(line, from === lineStart).map((span) => ({ start: from + span.start, end: from + span.end })),
      );
    }
    lineStart = lineEnd + 1;
  }
  return joined(found);
}

/** Returns a Markdown text without its markup. */
export function withoutMarkup(text: string): string {
  let at = 0;
  let plain = "";
  for (const { start, end } of markupIn(text, 0, text.length)) {
    plain += text.slice(at, start);
    at = end;
  }
  return plain + text.slice(at);
}

function markupInLine(line: string, isFromStart: boolean): Span[] {
  if (rule.test(line)) return [{ start: 0, end: line.length }];
  const begin = isFromStart ? (lineMarks.exec(line)?.[0].length ?? 0) : 0;
  const found = begin > 0 ? [{ start: 0, end: begin }] : [];
  if (tableRow.test(line)) found.push(...[...line.matchAll(/\|/g)].map(({ index }) => spanAt(index, 1)));
  inlineMarks.lastIndex = begin;
  for (let match = inlineMarks.exec(line); match; match = inlineMarks.exec(line)) {
    const { index, groups = {}, 0: whole } = match;
    const { ticks, opening, words, backslash } = groups;
    if (ticks !== undefined) {
      found.push(spanAt(index, ticks.length), spanAt(index + whole.length - ticks.length, ticks.length));
    } else if (opening !== undefined && words !== undefined) {
      const inner = index + opening.length;
      found.push(spanAt(index, opening.length), { start: inner + words.length, end: index + whole.length });
      // A link's text may contain further markup.
      inlineMarks.lastIndex = inner;
    } else {
      found.push(spanAt(index, (backslash ?? whole).length));
    }
  }
  return found;
}

function spanAt(start: number, length: number): Span {
  return { start, end: start + length };
}

/** Sorts spans and merges those that overlap or touch. */
export function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last && span.start <= last.end) all[all.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else all.push(span);
  }
  return all;
}

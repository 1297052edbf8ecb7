/** A part of a question: text that is rendered as Markdown, or code that is shown as it was written. */
export interface QuestionSegment {
  readonly kind: "markdown" | "code";
  readonly text: string;
}

/** Lines that are code, whatever surrounds them. */
const codeLine = new RegExp(
  [
    // Statements and declarations of common languages.
    String.raw`^\s*(?:export |public |private |protected |static |async )*(?:def|class|function|func|fn|struct|interface|enum|impl|package|namespace|module)\s+[\w.$:<(]`,
    String.raw`^\s*(?:const|let|var|val|final|auto|int|float|double|char|bool|void|string|String)\s+[\w$*&]+\s*(?:[=;:(,[]|$)`,
    String.raw`^\s*(?:import\s+[\w.{*"'].*|from\s+[\w.]+\s+import\b.*|#include\s*[<"].*|using\s+[\w.]+;|require\(.*|#!/.*)$`,
    String.raw`^\s*(?:if|elif|else if|for|while|switch|try|except|catch|with|match)\b.*[:{(]\s*$`,
    String.raw`^\s*(?:return|yield|throw|raise|await|break;|continue;|pass$|else:|\}|\)|\];?)(?:\s.*)?[;,)]?$`,
    String.raw`^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|ALTER TABLE)\s`,
    String.raw`^\s*@[\w.]+(?:\(.*\))?$`,
    // Assignments, calls, and lines that end as statements.
    String.raw`^\s*[\w$.[\]"'*&>-]+\s*(?:[-+*/|&:]?=|:=|=>|->)\s*\S.*$`,
    String.raw`^\s*[\w$.]+\(.*\)\s*[;{]?\s*$`,
    String.raw`[;{]\s*(?://.*)?$`,
    // Markup.
    String.raw`^\s*</?[a-zA-Z][\w:-]*(?:\s[^<>]*)?/?>`,
  ].join("|"),
);

/** Lines that are Markdown although they may look like code: lists, quotes, headings, tables, formulas. */
const markdownLine = /^\s{0,3}(?:[-*+]\s|\d{1,9}[.)]\s|>|#{1,6}\s|\||\$\$)/;

const fence = /^\s{0,3}(`{3,}|~{3,})/;

/** Maximum length of a line that is tested, in characters. */
const testedChars = 500;

/**
 * Splits a question into Markdown and code without a fence. Code is a group of at least two lines most of which are
 * code, with the indented and blank lines between them. Rendered as Markdown it would lose indentation and symbols.
 */
export function questionSegments(text: string): QuestionSegment[] {
  const lines = text.split("\n");
  const kinds = lineKinds(lines);
  const segments: { kind: QuestionSegment["kind"]; lines: string[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const kind = kinds[index] ?? "markdown";
    const last = segments.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else segments.push({ kind, lines: [line] });
  }
  return segments
    .map((segment) => ({ kind: segment.kind, text: segment.lines.join("\n").replace(/^(?:[ \t]*\n)+|\s+$/g, "") }))
    .filter(({ text: part }) => part !== "");
}

/** Returns the kind of each line. Blank lines belong to the code around them. */
function lineKinds(lines: readonly string[]): QuestionSegment["kind"][] {
  const kinds: QuestionSegment["kind"][] = lines.map(() => "markdown");
  let open = "";
  let group: number[] = [];
  let codeLines = 0;

  function endGroup() {
    const written = group.filter((index) => lines[index]?.trim() !== "");
    const [first, last] = [written[0], written.at(-1)];
    if (codeLines >= 2 && codeLines * 2 >= written.length && first !== undefined && last !== undefined) {
      for (let index = first; index <= last; index++) kinds[index] = "code";
    }
    group = [];
    codeLines = 0;
  }

  for (const [index, line] of lines.entries()) {
    const marker = fence.exec(line)?.[1];
    if (open !== "" || marker !== undefined) {
      endGroup();
      if (open === "") open = marker ?? "";
      else if (marker?.startsWith(open) && line.trim() === marker) open = "";
      continue;
    }
    const tested = line.slice(0, testedChars);
    const isCode = !markdownLine.test(tested) && codeLine.test(tested);
    const isContinued =
      group.length > 0 && (line.trim() === "" || /^(?:\s{2,}|\t)\S/.test(line) || /^[)}\]]/.test(line));
    if (isCode) {
      group.push(index);
      codeLines++;
    } else if (isContinued) group.push(index);
    else endGroup();
  }
  endGroup();
  return kinds;
}

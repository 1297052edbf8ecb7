import { phraseAt, quoted, wordAt } from "@/lib/search/query";

/** The operators in a search text. Absent ones are not applied. */
export interface SearchOperators {
  /** Parts of the names of tags that a chat must have. */
  readonly tags: readonly string[];
  /** A part of the name of the chat's project. */
  readonly project?: string;
  /** A part of the name of a message's model. */
  readonly model?: string;
  /** Whether a message must contain a block of code. */
  readonly hasCode?: true;
  /** A day, month or year, as `2026-11-20`, `2026-11` or `2026`. Messages are older, or newer. */
  readonly before?: string;
  readonly after?: string;
}

/** A search text without its operators, and the operators. */
export interface ParsedSearch {
  readonly words: string;
  readonly operators: SearchOperators;
}

/** The operators as they are written. The names are the same in all languages. */
export const operatorExamples = ["tag:", "project:", "model:", "has:code", "before:2026-11", "after:2026"] as const;

/** Maximum number of operators, for pasted text. */
const maxOperators = 20;

const operatorStart = /^(tag|project|model|has|before|after):/i;

/** The name of an operator. */
export type OperatorName = "tag" | "project" | "model" | "has" | "before" | "after";

/** An operator in a search text, with its indexes there. */
export interface PlacedOperator {
  readonly name: OperatorName;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A piece of a search text: words, or an operator. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly operator?: Pick<PlacedOperator, "name" | "value">;
  /** The name of an operator without a valid value, which is searched as text. */
  readonly invalid?: OperatorName;
}

/**
 * Parses a search text. A value with spaces is quoted: `project:"Tide tables"`, in which `\"` is a quotation mark. Spaces
 * after the colon are ignored. Operators without a valid value, and those inside quoted phrases, are searched as text. Of
 * several equal operators the last one counts; tags add up.
 */
export function parseOperators(text: string): ParsedSearch {
  const words: string[] = [];
  let operators: SearchOperators = { tags: [] };
  for (const { start, end, operator } of piecesOf(text)) {
    if (operator) operators = withOperator(operators, operator) ?? operators;
    else words.push(text.slice(start, end));
  }
  return { words: words.join(" "), operators };
}

/** Returns the operators that apply, in the order of the text: all tags, and the last one of each other name. */
export function operatorsIn(text: string): readonly PlacedOperator[] {
  const all = piecesOf(text).flatMap(({ start, end, operator }) => (operator ? [{ ...operator, start, end }] : []));
  return all.filter(({ name }, index) => name === "tag" || !all.slice(index + 1).some((later) => later.name === name));
}

/** Returns the names of the operators without a valid value, in the order of the text. */
export function invalidOperatorsIn(text: string): readonly OperatorName[] {
  return piecesOf(text).flatMap(({ invalid }) => invalid ?? []);
}

/** Returns a search text without one of its operators. */
export function withoutOperator(text: string, { start, end }: Pick<PlacedOperator, "start" | "end">): string {
  return [text.slice(0, start).trimEnd(), text.slice(end).trimStart()].filter((part) => part !== "").join(" ");
}

/** Adds an operator to a search text. It replaces one of the same name, except a tag; an equal tag is not doubled. */
export function addOperator(text: string, name: OperatorName, value: string): string {
  const isReplaced = (each: PlacedOperator) => each.name === name && (name !== "tag" || each.value === value);
  let rest = text;
  for (let found = operatorsIn(rest).find(isReplaced); found; found = operatorsIn(rest).find(isReplaced)) {
    rest = withoutOperator(rest, found);
  }
  return [rest.trim(), `${name}:${quoted(value)}`].filter((part) => part !== "").join(" ");
}

/** Splits a search text into its words and operators. Only the first operators of a pasted text count. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let count = 0;
  let start = text.length - text.trimStart().length;
  while (start < text.length) {
    const rest = text.slice(start);
    const name = operatorStart.exec(rest)?.[1]?.toLowerCase() as OperatorName | undefined;
    const isCounted = name !== undefined && count < maxOperators;
    const value = isCounted ? valueAt(rest.slice(name.length + 1)) : undefined;
    const operator = name && value && { name, value: value.text.trim() };
    const isValid = operator !== undefined && withOperator({ tags: [] }, operator) !== undefined;
    const length = isValid && value ? operator.name.length + 1 + value.length : (phraseAt(rest) ?? wordAt(rest)).length;
    if (isValid) count += 1;
    const isInvalid = isCounted && !isValid;
    pieces.push({ start, end: start + length, ...(isValid && { operator }), ...(isInvalid && { invalid: name }) });
    start += length;
    start += text.slice(start).length - text.slice(start).trimStart().length;
  }
  return pieces;
}

/** Whether a search has any operators. */
export function hasOperators({ tags, ...others }: SearchOperators): boolean {
  return tags.length > 0 || Object.keys(others).length > 0;
}

function valueAt(rest: string): { readonly text: string; readonly length: number } | undefined {
  const text = rest.trimStart();
  const spaces = rest.length - text.length;
  // The next operator is not a value, unless it directly follows the colon.
  if (text === "" || (spaces > 0 && operatorStart.test(text))) return undefined;
  const value = phraseAt(text) ?? wordAt(text);
  return { text: value.text, length: spaces + value.length };
}

/** Adds an operator; undefined if its value is invalid. */
function withOperator(
  operators: SearchOperators,
  { name, value }: Pick<PlacedOperator, "name" | "value">,
): SearchOperators | undefined {
  if (value === "") return undefined;
  switch (name) {
    case "tag":
      return { ...operators, tags: [...operators.tags, value] };
    case "has":
      return value.toLowerCase() === "code" ? { ...operators, hasCode: true } : undefined;
    case "before":
    case "after":
      return isDate(value) ? { ...operators, [name]: value } : undefined;
    default:
      return { ...operators, [name]: value };
  }
}

/** Whether a text is an existing day, a month or a year. */
function isDate(text: string): boolean {
  const [, year, month = "01", day = "01"] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  if (year === undefined) return false;
  const time = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(time) && Number(day) <= daysIn(Number(year), Number(month));
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

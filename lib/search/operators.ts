import { phraseAt, wordAt } from "@/lib/search/query";

/** The operators in a search text. Absent ones are not applied. */
export interface SearchOperators {
  /** Tags that a chat must have, as written. */
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

/**
 * Parses a search text. A value with spaces is quoted: `project:"Tide tables"`. Operators without a valid value, and
 * those inside quoted phrases, are searched as text. Of several equal operators the last one counts; tags add up.
 */
export function parseOperators(text: string): ParsedSearch {
  const words: string[] = [];
  let operators: SearchOperators = { tags: [] };
  let count = 0;
  for (let rest = text.trim(); rest !== ""; rest = rest.trimStart()) {
    const name = operatorStart.exec(rest)?.[1]?.toLowerCase() ?? "";
    const value = name === "" ? undefined : valueAt(rest.slice(name.length + 1));
    const changed = value && count < maxOperators ? withOperator(operators, name, value.text.trim()) : undefined;
    const length = changed && value ? name.length + 1 + value.length : (phraseAt(rest) ?? wordAt(rest)).length;
    if (changed) {
      operators = changed;
      count += 1;
    } else words.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return { words: words.join(" "), operators };
}

/** Whether a search has any operators. */
export function hasOperators({ tags, ...others }: SearchOperators): boolean {
  return tags.length > 0 || Object.keys(others).length > 0;
}

function valueAt(rest: string): { readonly text: string; readonly length: number } | undefined {
  return /^\s|^$/.test(rest) ? undefined : (phraseAt(rest) ?? wordAt(rest));
}

/** Adds an operator; undefined if its value is invalid. */
function withOperator(operators: SearchOperators, name: string, value: string): SearchOperators | undefined {
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

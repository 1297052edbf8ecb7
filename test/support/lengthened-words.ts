import compile from "icu-minify/compile";
import type { Messages } from "@/locales/messages";
import { lengthen } from "@/locales/pseudo";

type Part = string | number | readonly [name: string, ...rest: unknown[]];

/** The compiled forms of arguments by icu-minify's numbers, as they are written. */
const choices = new Map<unknown, string>([
  [1, "select"],
  [2, "plural"],
  [3, "selectordinal"],
]);
const formats = new Map<unknown, string>([
  [4, "number"],
  [5, "date"],
  [6, "time"],
]);

/** Returns what the languages for tests say (docs/decisions/0004), made of English and written as English is. */
export function lengthenedWords(english: Messages): Messages {
  return mapTexts(lengthen(mapTexts(english, compile)), written);
}

function mapTexts<Words extends object>(words: Words, map: (message: never) => unknown): Words {
  const namespaces = Object.entries(words).map(([name, messages]) => {
    const texts = Object.entries(messages as object).map(([key, message]) => [key, map(message as never)]);
    return [name, Object.fromEntries(texts)];
  });
  return Object.fromEntries(namespaces);
}

function written(message: string | readonly Part[]): string {
  if (typeof message === "string") return message;
  return message.map(writtenPart).join("");
}

function writtenPart(part: Part): string {
  if (typeof part === "string") return part;
  if (typeof part === "number") return "#";
  const [name, kind, ...rest] = part;
  if (kind === undefined) return `{${name}}`;
  if (formats.has(kind)) return `{${[name, formats.get(kind), ...rest].join(", ")}}`;
  if (!choices.has(kind)) return `<${name}>${written([kind, ...rest] as Part[])}</${name}>`;
  const options = Object.entries(rest[0] as Record<string, string | readonly Part[]>);
  return `{${name}, ${choices.get(kind)}, ${options.map(([key, option]) => `${key} {${written(option)}}`).join(" ")}}`;
}

import type { FirstWords, RestWords, SettingsWords } from "@/locales/messages";

/** A message as it was compiled for the browser (docs/decisions/0004): a text, or texts and arguments in turn. */
type Compiled = string | readonly Part[];
type Part = string | number | readonly [name: string, ...rest: unknown[]];

/** The kinds of arguments whose options hold messages, as icu-minify numbers them: select, plural and selectordinal. */
const choices: readonly unknown[] = [1, 2, 3];

/** Letters of English, and letters with marks that are read alike and need more height. */
const plain = "AaBbCcDdEeGgHhIiKkLlNnOoRrSsTtUuYyZz";
const marked = "ÀàƁƀÇçĎďÉéĜĝĤĥÎîĶķĻļÑñÔôŔŕŠšŢţÛûÝýŽž";

/**
 * Makes a language for tests out of a compiled one: each text is 40 % longer, its letters are tall, and brackets show
 * where it begins and ends, so that what is cut off, too narrow or not translated is seen (DESIGN §8).
 */
export function lengthen<Words>(words: Words): Words {
  // The shape is the same: only texts are replaced by texts.
  return mapRecord(words as Record<string, Record<string, Compiled>>, (messages) =>
    mapRecord(messages, (message) => bracketed(message)),
  ) as Words;
}

function bracketed(message: Compiled): Compiled {
  const parts = partsOf(message);
  const padding = "·".repeat(Math.ceil(0.4 * lengthOf(parts)));
  return ["⟦", ...parts.map(mark), `${padding}⟧`];
}

function mark(part: Part): Part {
  if (typeof part === "string") return part.replace(/[A-Za-z]/g, (letter) => marked[plain.indexOf(letter)] ?? letter);
  if (typeof part === "number") return part;
  const [name, kind, ...rest] = part;
  if (choices.includes(kind)) {
    const [options] = rest as [Record<string, Compiled>];
    return [name, kind, mapRecord(options, (option) => partsOf(option).map(mark))];
  }
  // An argument with a format has a number as its kind; else it is a tag around further parts.
  return typeof kind === "number" || kind === undefined ? part : [name, ...([kind, ...rest] as Part[]).map(mark)];
}

/** About how many letters are shown: of a choice those of its longest option. */
function lengthOf(parts: readonly Part[]): number {
  return parts.reduce<number>((sum, part) => {
    if (typeof part === "string") return sum + part.length;
    if (typeof part === "number") return sum + 1;
    const [, kind, options] = part;
    if (!choices.includes(kind)) return sum + 4;
    return (
      sum + Math.max(...Object.values(options as Record<string, Compiled>).map((option) => lengthOf(partsOf(option))))
    );
  }, 0);
}

function partsOf(message: Compiled): readonly Part[] {
  return typeof message === "string" ? [message] : message;
}

function mapRecord<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** Answers what the first screen says, lengthened. */
export async function first(): Promise<{ default: FirstWords }> {
  return { default: lengthen((await import("@/locales/en/first")).default) };
}

/** Answers what the settings screen says when it is first drawn, lengthened. */
export async function settings(): Promise<{ default: SettingsWords }> {
  return { default: lengthen((await import("@/locales/en/settings")).default) };
}

/** Answers all other words, lengthened. */
export async function rest(): Promise<{ default: RestWords }> {
  return { default: lengthen((await import("@/locales/en/rest")).default) };
}

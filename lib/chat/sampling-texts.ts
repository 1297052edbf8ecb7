/** Maximum number of stop sequences: OpenAI accepts four. */
const maxStops = 4;

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t" };

/** Reads a seed: a whole number. Returns undefined for other text. */
export function readSeed(text: string): number | undefined {
  return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Reads top-k: a whole number; vLLM takes -1 for all words. Returns undefined for other text. */
export function readTopK(text: string): number | undefined {
  return /^(-1|\d{1,6})$/.test(text.trim()) ? Number(text) : undefined;
}

/** Reads min-p: a number from 0 to 1, with a point or a comma. Returns undefined for other text. */
export function readMinP(text: string): number | undefined {
  const value = /^\d?[.,]?\d{1,6}$/.test(text.trim()) ? Number(text.replace(",", ".")) : undefined;
  return value === undefined || value > 1 ? undefined : value;
}

/**
 * Reads stop sequences, separated by commas. `\n` is a new line, `\t` a tab, `\,` a comma and `\\` a backslash. Returns
 * undefined for no sequences and for more than four.
 */
export function readStops(text: string): readonly string[] | undefined {
  const parts = text.match(/(\\.|[^\\,])+/gs) ?? [];
  const stops = parts
    .map((part) => part.trim().replace(/\\(.)/gs, (_, char: string) => escapes[char] ?? char))
    .filter((stop) => stop !== "");
  return stops.length === 0 || stops.length > maxStops ? undefined : stops;
}

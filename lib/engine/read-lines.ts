import { AppError } from "@/lib/errors";

/**
 * Splits text into lines and skips empty ones; the last line needs no line break. Throws AppError `too-large` if a line
 * has more than `maxChars` characters.
 */
export async function* readLines(pieces: AsyncIterable<string>, maxChars: number): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + piece).split(/\r?\n/);
    rest = lines.pop() ?? "";
    if (rest.length > maxChars) throw new AppError("too-large");
    yield* lines.filter((line) => line.trim() !== "");
  }
  if (rest.trim() !== "") yield rest;
}

import fc from "fast-check";
import { createErrorLog } from "@/lib/server/mcp/error-log";

function linesOf(pieces: readonly string[], secrets: readonly string[] = []): readonly string[] {
  const log = createErrorLog(secrets);
  for (const piece of pieces) log.append(piece);
  return log.lines();
}

test("gives the same lines however the text is cut, and reveals no secret at a cut", () => {
  const text = "first\nthe key is sk-secret\r\nand sk-secret again, unfinished sk-sec";
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
      const places = [0, ...cuts.sort((one, other) => one - other), text.length];
      const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
      expect(linesOf(pieces, ["sk-secret"])).toEqual(["first", "the key is •••", "and ••• again, unfinished sk-sec"]);
    }),
  );
});

test("masks the longer of two secrets first, and does not mask short values", () => {
  expect(linesOf(["abcdef abcd 80"], ["abcd", "abcdef", "80"])).toEqual(["••• ••• 80"]);
});

test("stores the last 200 lines, and the first 1000 characters of each", () => {
  const lines = linesOf(Array.from({ length: 300 }, (_, index) => `${index}\n`));
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([200, "100", "299"]);
  expect(linesOf([...Array<string>(100).fill("a".repeat(1_000)), "\nb\n"])).toEqual(["a".repeat(1_000), "b"]);
});

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { sessionSchema } from "@/lib/chat/session-schema";
import { formatOf, formats } from "@/lib/import/formats";
import type { Imported } from "@/lib/import/imported";
import { parseSafely } from "@/lib/import/safe-json";
import { messageRecordSchema } from "@/lib/storage/record-schemas";
import * as z from "@/lib/zod";
import { flawsOf, importContext, importText, readInPieces } from "../../support/import-samples";
import { oddJson } from "../../support/odd-json";

const limits = { maxChars: 10_000_000 };

const folder = "test/fixtures/import";
const fixtures = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.jsonl?$/.test(path))
  .map((path) => [path, readFileSync(`${folder}/${path}`, "utf8")] as const);

/** Parses a file as a whole; lines of JSON are a list. */
function valueIn(text: string): unknown {
  const parsed = parseSafely(text, limits);
  if (parsed.ok) return parsed.value;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => JSON.parse(line) as unknown);
}

function readText(text: string): ReturnType<typeof readInPieces> {
  return readInPieces([Buffer.from(text)]);
}

/** Our own records come back as they were written, their counts and places too; of all others we are the authors. */
function flawsIn(read: Imported): string[] {
  if (read.format !== "parley") return flawsOf(read);
  return read.chats.flatMap(({ session, messages }) => [
    ...(z.safeParse(sessionSchema, session).success ? [] : [session.id]),
    ...messages.filter((message) => !z.safeParse(messageRecordSchema, message).success).map(({ id }) => id),
  ]);
}

/** The names that the formats use, so that arbitrary values look like theirs. */
const words = [
  ...new Set(fixtures.flatMap(([, text]) => [...text.matchAll(/"([\w$:-]{1,40})"/g)].map(([, word]) => word ?? ""))),
];

test.each(formats.map((format) => [format.id, format] as const))(
  "%s: its reader never throws, whatever the value @I8.3",
  (_id, format) => {
    fc.assert(
      fc.property(oddJson(words), (text) => {
        const parsed = parseSafely(text, limits);
        const value = parsed.ok ? parsed.value : undefined;
        format.detects(value);
        expect(flawsIn(format.read(value, importContext))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  },
);

const strange: readonly unknown[] = [null, 1e300, "x", true, [null], { a: {} }];

/** Returns copies of a value in which one place after the other holds something else. */
function* brokenAt(value: unknown, other: unknown): Generator<unknown> {
  yield other;
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const broken of brokenAt(inner, other)) {
      if (Array.isArray(value)) yield value.with(Number(key), broken);
      else yield { ...value, [key]: broken };
    }
  }
}

test.each(fixtures)(
  "%s: replacing any value with one of another type neither throws nor yields an invalid record @I8.3",
  (_path, text) => {
    const value = valueIn(text);
    const format = formatOf(value);
    expect(format).toBeDefined();
    for (const other of strange) {
      for (const broken of brokenAt(value, other)) {
        const read = format?.read(broken, importContext);
        expect(read && flawsIn(read)).toEqual([]);
      }
    }
  },
);

/** Cuts bytes at the given places, in whatever order they come. */
function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((one, other) => one - other);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

test.each(fixtures)("%s reads the same as a whole and in any chunks", (_path, text) => {
  const value = valueIn(text);
  const whole = formatOf(value)?.read(value, importContext);
  const bytes = Buffer.from(text);
  expect(readInPieces([bytes])).toEqual(whole);
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 30 }), (places) => {
      expect(readInPieces(cutAt(bytes, places))).toEqual(whole);
    }),
    { numRuns: 20 },
  );
  expect(readInPieces(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole);
});

test("text of no known format reads the same as a whole and in any chunks", () => {
  fc.assert(
    fc.property(oddJson(words), fc.array(fc.nat(), { maxLength: 30 }), (text, places) => {
      const parsed = parseSafely(text, limits);
      const format = parsed.ok ? formatOf(parsed.value) : undefined;
      const whole = parsed.ok ? (format?.read(parsed.value, importContext) ?? "unknown-format") : parsed.reason;
      expect(readInPieces(cutAt(Buffer.from(text), places))).toEqual(whole);
    }),
    { numRuns: 1000 },
  );
});

test.each(fixtures)("rejects the first part of %s, wherever it is cut @I8.3", (_path, text) => {
  const trimmed = text.trim();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: trimmed.length - 1 }), (length) => {
      const half = trimmed.slice(0, length);
      // Lines of JSON may end between two lines without a trace.
      fc.pre(!half.trimEnd().endsWith("}") || !trimmed.slice(length).trimStart().startsWith("{"));
      expect(readText(half)).toBe("not-json");
    }),
    { numRuns: 50 },
  );
});

test.each([
  ["nothing", ""],
  ["whitespace", " \n"],
  ["prose", "Dear diary"],
  ["text after a value", '{"a":1} x'],
  ["two lists", "[1]\n[2]"],
  ["a list and a line", '[1]\n{"a":1}'],
  ["numbers in lines", "1\n2"],
  ["a broken line", '{"a":1}\n{"b":\n{"c":3}'],
  ["half of a pretty-printed file", '{\n"a": 1,\n"b": ['],
])("rejects %s as invalid JSON", (_name, text) => {
  expect(readText(text)).toBe("not-json");
});

test.each([
  ["lists", "[".repeat(10_000) + "]".repeat(10_000)],
  ["objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
  ["half of it", "[".repeat(100_000)],
  ["a line", `{"a":1}\n{"b":${"[".repeat(200)}${"]".repeat(200)}}`],
])("rejects a nesting depth of ten thousand before parsing: %s @I8.3", (_name, text) => {
  expect(readText(text)).toBe("too-deep");
});

test("rejects a file of an unknown format", () => {
  for (const text of ['{"hello":"world"}', "[]", "[1,2]", "12", "null", '"x"'])
    expect(readText(text)).toBe("unknown-format");
});

test("ignores a byte order mark, and invalid bytes do not throw", () => {
  const text = '{"messages":[{"role":"user","content":"Hi"}]}';
  expect(importText(`\ufeff${text}`)).toEqual(importText(text));
  const stray = Buffer.from(text.replace("Hi", "H?i"));
  stray[stray.indexOf("?")] = 0xe9;
  expect(readInPieces([stray])).toEqual(importText(text.replace("Hi", "H\ufffdi")));
});

test("drops keys that could reach a prototype @S9", () => {
  const text = `{"chat-next-web-store":{"sessions":[{"id":"a","__proto__":{"isAdmin":true},"mask":{"modelConfig":{"constructor":{"prototype":{"x":1}}}},
    "messages":[{"id":"m","role":"user","content":"Hi","__proto__":{"isAside":true}}]}]},"mask-store":{"masks":{"__proto__":{"id":"__proto__","name":"x"}}}}`;
  const read = importText(text);
  expect(read.chats[0]?.messages).toEqual([expect.objectContaining({ content: "Hi" })]);
  expect(JSON.stringify(read)).not.toMatch(/isAdmin|constructor|isAside/);
  expect({}).not.toHaveProperty("isAdmin");
});

test("gives a hundred thousand messages with the same id unique ids in reasonable time", () => {
  const messages = Array.from({ length: 100_000 }, () => ({ id: "same", role: "user", content: "Hi" }));
  const read = importText(JSON.stringify({ chat: { sessions: [{ id: "a", messages }] } }));
  const ids = new Set(read.chats[0]?.messages.map(({ id }) => id));
  expect(ids.size).toBe(100_000);
});

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import * as v from "valibot";
import { formats, readImport } from "@/lib/import/formats";
import type { Imported } from "@/lib/import/imported";
import { parseSafelyOrByLine } from "@/lib/import/safe-json";
import { catalogue } from "@/lib/storage/catalogue";
import { flawsOf, importContext } from "../../support/import-samples";
import { oddJson } from "../../support/odd-json";

const limits = { maxChars: 10_000_000 };

const folder = "test/fixtures/import";
const fixtures = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.jsonl?$/.test(path))
  .map((path) => [path, readFileSync(`${folder}/${path}`, "utf8")] as const);

function valueIn(text: string): unknown {
  const parsed = parseSafelyOrByLine(text, limits);
  return parsed.ok ? parsed.value : undefined;
}

/** Our own records come back as they were written, their counts and places too; of all others we are the authors. */
function flawsIn(read: Imported): string[] {
  if (read.format !== "parley") return flawsOf(read);
  return read.chats.flatMap(({ session, messages }) => [
    ...(v.safeParse(catalogue.sessions.schema, session).success ? [] : [session.id]),
    ...messages.filter((message) => !v.safeParse(catalogue.messages.schema, message).success).map(({ id }) => id),
  ]);
}

/** The names that the formats use, so that arbitrary values look like theirs. */
const words = [
  ...new Set(fixtures.flatMap(([, text]) => [...text.matchAll(/"([\w$:-]{1,40})"/g)].map(([, word]) => word ?? ""))),
];

test.each(formats.map((format) => [format.id, format] as const))(
  "%s: no value at all makes its reader throw",
  (_id, format) => {
    fc.assert(
      fc.property(oddJson(words), (text) => {
        const value = valueIn(text);
        format.detects(value);
        expect(flawsIn(format.read(value, importContext))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  },
);

const strange: readonly unknown[] = [null, 1e300, "x", true, [null], { a: {} }];

/** Answers copies of a value in which one place after the other holds something else. */
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

test.each(fixtures)("%s with something else in any place breaks no reader and no record", (_path, text) => {
  const value = valueIn(text);
  const format = formats.find(({ detects }) => detects(value));
  expect(format).toBeDefined();
  for (const other of strange) {
    for (const broken of brokenAt(value, other)) {
      const read = format?.read(broken, importContext);
      expect(read && flawsIn(read)).toEqual([]);
    }
  }
});

test.each(fixtures)("half of %s is refused as a whole", (_path, text) => {
  const half = text.trim().slice(0, Math.floor(text.trim().length * 0.6));
  expect(readImport(half, limits, importContext)).toEqual({ ok: false, reason: "not-json" });
});

test("a file of no known format is refused", () => {
  expect(readImport('{"hello":"world"}', limits, importContext)).toEqual({ ok: false, reason: "unknown-format" });
  expect(readImport("[]", limits, importContext)).toEqual({ ok: false, reason: "unknown-format" });
});

test("keys that reach prototypes never arrive", () => {
  const text = `{"chat-next-web-store":{"sessions":[{"id":"a","__proto__":{"isAdmin":true},"mask":{"modelConfig":{"constructor":{"prototype":{"x":1}}}},
    "messages":[{"id":"m","role":"user","content":"Hi","__proto__":{"isAside":true}}]}]},"mask-store":{"masks":{"__proto__":{"id":"__proto__","name":"x"}}}}`;
  const read = readImport(text, limits, importContext);
  expect(read.ok && read.imported.chats[0]?.messages).toEqual([expect.objectContaining({ content: "Hi" })]);
  expect(JSON.stringify(read)).not.toMatch(/isAdmin|constructor|isAside/);
  expect({}).not.toHaveProperty("isAdmin");
});

test("a hundred thousand messages with one id are told apart in reasonable time", () => {
  const messages = Array.from({ length: 100_000 }, () => ({ id: "same", role: "user", content: "Hi" }));
  const read = readImport(JSON.stringify({ chat: { sessions: [{ id: "a", messages }] } }), limits, importContext);
  const ids = new Set(read.ok ? read.imported.chats[0]?.messages.map(({ id }) => id) : []);
  expect(ids.size).toBe(100_000);
});

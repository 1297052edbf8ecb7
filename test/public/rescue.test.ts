import { readFileSync } from "node:fs";
import "@/public/rescue/backup.js";
import { parleyBackup } from "@/lib/export/parley-backup";
import { parley } from "@/lib/import/parley";
import { withoutCredentials } from "@/lib/settings/without-credentials";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { type Growth, withGrowth } from "@/lib/storage/growth";
import rescueWords from "@/locales/en/rescue";
import { textOfPieces } from "../support/text-of-pieces";
import { english } from "../support/words";

type Parts = Iterable<readonly unknown[]>;

/** What `public/rescue/backup.js` offers the page. */
interface RescueBackup {
  backupPieces(data: {
    exportedAt: number;
    sessions: Parts;
    messages: Parts;
    tombstones: Parts;
    documents: Readonly<Record<string, unknown>>;
    blobs: Iterable<unknown>;
    unreadable(unwritable: readonly unknown[]): Parts;
  }): AsyncIterable<string>;
  joined(records: readonly unknown[], pieces: readonly Growth[]): unknown[];
  readDocuments(
    storage: object,
    documentKeys: readonly string[],
    withCredentials: boolean,
  ): { documents: Record<string, unknown>; unreadable: { id: string; record: unknown }[]; leftOut: number };
}

const { backupPieces, joined, readDocuments } = (globalThis as unknown as { rescueBackup: RescueBackup }).rescueBackup;

/** A `Storage` of plain values: its keys are its own, as in a browser. */
function storageOf(texts: Readonly<Record<string, string>>): object {
  const storage = Object.create({ getItem: (key: string) => texts[key] ?? null });
  return Object.assign(storage, texts);
}

const record = { id: "m1", sessionId: "s1", seq: 1, role: "assistant", content: "One" } as unknown as MessageRecord;
const piece = (number: number, more: Partial<Growth> = {}): Growth => ({
  messageId: "m1",
  sessionId: "s1",
  number,
  text: ` ${number}`,
  reasoning: "",
  fields: {},
  ...more,
});

test.each<[string, MessageRecord, Growth[]]>([
  ["pieces in any order", record, [piece(2), piece(1)]],
  ["pieces after a gap", record, [piece(1), piece(3)]],
  ["reasoning and other fields", record, [piece(1, { reasoning: "hm", fields: { model: "m" } })]],
  ["a finished message that contains them", { ...record, content: "One two three" }, [piece(1, { text: " two" })]],
  ["content in parts", { ...record, content: [{ type: "text", text: "One" }] }, [piece(1)]],
])("merges growth like the app: %s", (_name, message, pieces) => {
  expect(joined([message], pieces)).toEqual([withGrowth(message, pieces)]);
});

const state = {
  openaiApiKey: "sk-1",
  accessCode: "nk",
  useCustomConfig: true,
  url: "https://name:password@example.org/v1",
  list: [{ token: "t", kept: 1 }, { auth_token: "a" }, { accessKeyId: "b" }, { secretKey: 7 }],
};

const blob = { id: "b", type: "image/png", size: 3, at: 4, bytes: Uint8Array.of(1, 2, 255).buffer };

test("removes credentials like the app, and writes the app's file format", async () => {
  const storage = storageOf({ "access-control": JSON.stringify({ version: 2, state }), other: "{}" });
  for (const withCredentials of [false, true]) {
    const { documents } = readDocuments(storage, ["access-control"], withCredentials);
    expect(documents).toEqual({
      "access-control": { version: 2, state: withCredentials ? state : withoutCredentials(state) },
    });
    const data = { exportedAt: 5, tombstones: [{ id: "t", deletedAt: 1 }] };
    const ours = await textOfPieces(
      backupPieces({
        ...data,
        sessions: [],
        messages: [[record]],
        tombstones: [data.tombstones],
        documents,
        blobs: [blob],
        unreadable: () => [],
      }),
    );
    const theirs = parleyBackup(
      {
        ...data,
        sessions: [],
        messages: [record],
        documents: { "access-control": { version: 2, state } },
        blobIds: ["b"],
        readBlob: async () => blob,
      },
      { withCredentials },
    );
    // The app's file ends with the images, the page's with what could not be read.
    expect(JSON.parse(ours)).toEqual({ ...JSON.parse(await textOfPieces(theirs)), unreadable: [] });
  }
});

test("skips an unreadable text unless keys are included or can be removed from it", () => {
  const storage = storageOf({
    "access-control": '{"state":{"openaiApiKey":"sk-1',
    "app-config.unreadable-5": '{"apiKey":"sk-2","theme":"dark"}',
  });
  const without = readDocuments(storage, ["access-control"], false);
  expect(without).toEqual({
    documents: {},
    leftOut: 1,
    unreadable: [expect.objectContaining({ id: "app-config.unreadable-5", record: '{"theme":"dark"}' })],
  });
  const { unreadable, leftOut } = readDocuments(storage, ["access-control"], true);
  expect(leftOut).toBe(0);
  expect(unreadable.map((each) => each.record)).toEqual(Object.values(storage));
});

test("reports a record that JSON cannot represent, and exports the others @S10.3", async () => {
  const text = await textOfPieces(
    backupPieces({
      exportedAt: 5,
      sessions: [],
      messages: [[{ id: "m0", count: 1n }, record]],
      tombstones: [],
      documents: {},
      blobs: [],
      unreadable: (unwritable) => [unwritable],
    }),
  );
  const file = JSON.parse(text);
  expect(file.messages).toEqual([record]);
  expect(file.unreadable).toEqual([
    { id: "messages:m0", collection: "messages", record: null, reason: expect.stringContaining("BigInt") },
  ]);
  expect(parley.detects(file)).toBe(true);
});

test("the page has the English messages of its locale if the messages do not load", () => {
  const { withCredentials, credentialsWarning } = english.data;
  const words: Readonly<Record<string, string>> = { ...rescueWords, withCredentials, credentialsWarning };
  const page = readFileSync("public/rescue/index.html", "utf8");
  const said = [...page.matchAll(/data-words="(\w+)"\s*>\s*([^<]*?)\s*</g)];
  expect(said.length).toBeGreaterThan(8);
  for (const [, name = "", text = ""] of said) expect(text.replace(/\s+/g, " ")).toBe(words[name]);
  expect(page).not.toMatch(/<script(?![^>]* src=)|_next/);
});

import type { Changes } from "@/lib/storage/database-records";
import type { RecordSource } from "@/store/records/unwritten-records";
import { noRecords, withUnwritten } from "@/store/records/unwritten-records";
import { sampleRecord, sampleSession } from "../../support/chat-samples";

const nothing: Changes = { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] };
const record = (id: string, content: string) => sampleRecord({ id, sessionId: "s1", seq: 1, content });

async function rowsOf(records: RecordSource, collection: "sessions" | "messages" | "tombstones") {
  const all: unknown[] = [];
  for await (const rows of records.readRows(collection)) all.push(...rows);
  return all;
}

test("unwritten records replace stored ones, and removed ones are missing", async () => {
  const stored = {
    sessions: [sampleSession({ id: "s1", topic: "Tides", order: 3 }), sampleSession({ id: "s2" })],
    messages: [record("m1", "stored"), record("m2", "stored"), record("m3", "stored")],
    tombstones: [{ id: "gone", deletedAt: 4 }],
  };
  const records = withUnwritten(
    {
      ...noRecords,
      async *readRows(collection) {
        yield stored[collection];
      },
    },
    {
      ...nothing,
      patchSessions: [
        { id: "s1", topic: "Moons" },
        { ...sampleSession({ id: "s3" }), deletedAt: null },
        { id: "purged", topic: "Elsewhere" },
      ],
      putMessages: [record("m2", "changed"), record("m4", "new")],
      deleteMessages: ["m3"],
    },
  );
  expect(await rowsOf(records, "sessions")).toEqual([
    sampleSession({ id: "s1", topic: "Moons", order: 3 }),
    sampleSession({ id: "s2" }),
    sampleSession({ id: "s3" }),
  ]);
  expect(await rowsOf(records, "messages")).toEqual([
    record("m1", "stored"),
    record("m2", "changed"),
    record("m4", "new"),
  ]);
  expect(await rowsOf(records, "tombstones")).toEqual(stored.tombstones);
});

test("without storage, returns all records in memory", async () => {
  const { deletedAt: _never, ...head } = sampleSession({ id: "s1", messageCount: 1 });
  const changes = { ...nothing, patchSessions: [{ ...head, deletedAt: null }], putMessages: [record("m1", "said")] };
  const records = withUnwritten(noRecords, changes);
  expect(await rowsOf(records, "sessions")).toEqual([head]);
  expect(await rowsOf(records, "messages")).toEqual([record("m1", "said")]);
});

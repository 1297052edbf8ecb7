import fc from "fast-check";
import type { ChatSession } from "@/lib/chat/session";
import { AppError } from "@/lib/errors";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Changes, SessionPatch } from "@/lib/storage/database-records";
import { type Growth, withGrowth } from "@/lib/storage/growth";
import { type ChangedRecords, createJournal } from "@/store/records/journal";
import { sampleRecord, sampleSession } from "../../support/chat-samples";

/** Timers that run when the test says so. */
function fakeTimers() {
  const set = new Map<number, { run: () => void; ms: number }>();
  let last = 0;
  return {
    set(run: () => void, ms: number) {
      last += 1;
      set.set(last, { run, ms });
      return last;
    },
    clear(timer: unknown) {
      if (typeof timer === "number") set.delete(timer);
    },
    /** The waiting times of the timers that are set. */
    waiting: () => [...set.values()].map(({ ms }) => ms),
    /** Runs all timers that are set. */
    run() {
      const due = [...set.values()];
      set.clear();
      for (const { run } of due) run();
    },
  };
}

/** A database whose writes end when the test says so, in their order and whole or not at all, as those of IndexedDB do. */
function fakeDatabase() {
  const sessions = new Map<string, SessionPatch>();
  const messages = new Map<string, MessageRecord>();
  const whole = new Map<string, MessageRecord>();
  const pieces = new Map<string, Growth[]>();
  const writes: Changes[] = [];
  const pending: { changes: Changes; resolve: (heads: ChatSession[]) => void; reject: (thrown: unknown) => void }[] =
    [];

  function write(changes: Changes): Promise<readonly ChatSession[]> {
    writes.push(changes);
    return new Promise((resolve, reject) => pending.push({ changes, resolve, reject }));
  }

  /** Ends the oldest write; its writer has heard of it when this resolves. */
  async function settle(failure?: unknown): Promise<void> {
    const oldest = pending.shift();
    if (!oldest) return;
    if (failure) oldest.reject(failure);
    else {
      const { patchSessions, putMessages, growMessages, deleteMessages } = oldest.changes;
      for (const patch of patchSessions) sessions.set(patch.id, { ...sessions.get(patch.id), ...patch });
      for (const record of putMessages) {
        whole.set(record.id, record);
        pieces.delete(record.id);
      }
      for (const piece of growMessages) pieces.set(piece.messageId, [...(pieces.get(piece.messageId) ?? []), piece]);
      for (const id of deleteMessages) {
        whole.delete(id);
        pieces.delete(id);
      }
      messages.clear();
      for (const [id, record] of whole) messages.set(id, withGrowth(record, pieces.get(id) ?? []));
      oldest.resolve(patchSessions.map(({ id }) => sessions.get(id) as ChatSession));
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  return { sessions, messages, writes, pending, write, settle };
}

function openJournal(onWritten = () => {}) {
  const timers = fakeTimers();
  const database = fakeDatabase();
  const heard: string[] = [];
  const journal = createJournal(timers);
  const changed: ChangedRecords[] = [];
  journal.open(database, {
    onFailure: ({ code }) => heard.push(code),
    onRecovery: () => heard.push("recovered"),
    onWritten,
    onChanged: (records) => changed.push(records),
  });
  return { timers, database, heard, changed, journal };
}

function session(id: string, topic = ""): ChatSession {
  return sampleSession({ id, topic });
}
function record(id: string, content = ""): MessageRecord {
  return sampleRecord({ id, sessionId: "s1", seq: 1, content });
}

const full = new AppError("storage-full");

test("batches changes and writes each record once with its last state", async () => {
  const { journal, timers, database } = openJournal();
  journal.noteSession(session("s1", "one"));
  journal.noteMessage(record("m1", "one"));
  journal.noteMessage(record("m2", "one"));
  journal.noteSession(session("s1", "two"));
  journal.noteMessage(record("m1", "two"));
  journal.noteRemoval({ id: "m3", sessionId: "s1" });
  expect(database.writes).toEqual([]);
  expect(timers.waiting()).toEqual([50]);
  timers.run();
  expect(database.writes).toEqual([
    {
      patchSessions: [session("s1", "two")],
      putMessages: [record("m1", "two"), record("m2", "one")],
      growMessages: [],
      deleteMessages: ["m3"],
      deletedFrom: ["s1"],
    },
  ]);
});

test("changes of a temporary chat are dropped, until it is one no longer", () => {
  const { journal, timers, database } = openJournal();
  journal.setTemporary("s1", true);
  journal.noteSession(session("s1", "dropped"));
  journal.noteMessage(record("m1", "dropped"));
  journal.noteGrowing(record("m2", "dropped"));
  journal.noteRemoval({ id: "m3", sessionId: "s1" });
  expect([timers.waiting(), journal.unwritten()]).toEqual([
    [],
    { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] },
  ]);
  journal.noteSession(session("s2", "stored"));
  journal.setTemporary("s1", false);
  journal.noteMessage(record("m1", "stored"));
  timers.run();
  expect(database.writes).toEqual([
    {
      patchSessions: [session("s2", "stored")],
      putMessages: [record("m1", "stored")],
      growMessages: [],
      deleteMessages: [],
    },
  ]);
});

test.each([
  [
    "noted, then removed",
    ["note", "remove"],
    { putMessages: [], growMessages: [], deleteMessages: ["m1"], deletedFrom: ["s1"] },
  ],
  [
    "growing, then removed",
    ["grow", "remove"],
    { putMessages: [], growMessages: [], deleteMessages: ["m1"], deletedFrom: ["s1"] },
  ],
  ["removed, then noted", ["remove", "note"], { putMessages: [record("m1")], growMessages: [], deleteMessages: [] }],
  ["removed, then growing", ["remove", "grow"], { putMessages: [record("m1")], growMessages: [], deleteMessages: [] }],
] as const)("of a message that is %s, writes the later change", (_name, steps, expected) => {
  const { journal, database } = openJournal();
  for (const step of steps) {
    if (step === "remove") journal.noteRemoval({ id: "m1", sessionId: "s1" });
    if (step === "note") journal.noteMessage(record("m1"));
    if (step === "grow") journal.noteGrowing(record("m1"));
  }
  void journal.flush();
  expect(database.writes).toEqual([{ patchSessions: [], ...expected }]);
});

test("starts the delay with the first change, and later ones do not extend it", () => {
  const { journal, timers, database } = openJournal();
  journal.noteSession(session("s1"));
  journal.noteMessage(record("m1"));
  journal.noteGrowing(record("m2", "L"));
  expect(timers.waiting()).toEqual([50]);
  timers.run();
  expect(database.writes).toHaveLength(1);
  expect(timers.waiting()).toEqual([]);
});

test("delays growth of a reply longer, unless another change must be written before", () => {
  const { journal, timers, database } = openJournal();
  journal.noteGrowing(record("m1", "L"));
  journal.noteGrowing(record("m1", "Lo"));
  expect(timers.waiting()).toEqual([400]);
  journal.noteSession(session("s1"));
  expect(timers.waiting()).toEqual([50]);
  timers.run();
  expect(database.writes).toHaveLength(1);
  expect(timers.waiting()).toEqual([]);
});

describe("a reply that continues to grow", () => {
  const piece = (number: number, text: string, fields = {}) => ({
    messageId: "m1",
    sessionId: "s1",
    number,
    text,
    reasoning: "",
    fields,
  });

  test("is written completely at first, then by its growth, and completely again when it ends", async () => {
    const { journal, timers, database } = openJournal();
    for (const text of ["Low", "Low tide", "Low tide at"]) {
      journal.noteGrowing(record("m1", text));
      timers.run();
      await database.settle();
    }
    journal.noteMessage(record("m1", "Low tide at noon."));
    void journal.flush();
    await database.settle();
    expect(database.writes.map(({ putMessages, growMessages }) => [putMessages, growMessages])).toEqual([
      [[record("m1", "Low")], []],
      [[], [piece(1, " tide")]],
      [[], [piece(2, " at")]],
      [[record("m1", "Low tide at noon.")], []],
    ]);
    expect([...database.messages.values()]).toEqual([record("m1", "Low tide at noon.")]);
  });

  test("waits during a write, so that its growth rows keep their order", async () => {
    const { journal, timers, database } = openJournal();
    journal.noteGrowing(record("m1", "Low"));
    timers.run();
    journal.noteGrowing(record("m1", "Low tide"));
    timers.run();
    expect(database.writes).toHaveLength(1);
    await database.settle();
    timers.run();
    await database.settle();
    expect([...database.messages.values()]).toEqual([record("m1", "Low tide")]);
  });

  test("is written completely after a growth row failed", async () => {
    const { journal, timers, database } = openJournal();
    journal.noteGrowing(record("m1", "Low"));
    timers.run();
    await database.settle();
    journal.noteGrowing(record("m1", "Low tide"));
    timers.run();
    await database.settle(full);
    journal.noteGrowing(record("m1", "Low tide at"));
    timers.run();
    await database.settle();
    expect(database.writes.at(-1)?.putMessages).toEqual([record("m1", "Low tide at")]);
    expect([...database.messages.values()]).toEqual([record("m1", "Low tide at")]);
  });

  test("that is replaced, for example by another answer, is written completely", async () => {
    const { journal, timers, database } = openJournal();
    for (const text of ["Low", "High"]) {
      journal.noteGrowing(record("m1", text));
      timers.run();
      await database.settle();
    }
    expect(database.writes.at(-1)).toMatchObject({ putMessages: [record("m1", "High")], growMessages: [] });
  });
});

test("merges patches of one chat, even if a write between them fails", async () => {
  const { journal, database } = openJournal();
  journal.noteSession({ id: "s1", topic: "one", order: 1 });
  void journal.flush();
  journal.noteSession({ id: "s1", topic: "two" });
  void journal.flush();
  journal.noteSession({ id: "s1", preview: "three" });
  void journal.flush();
  await database.settle(full);
  await database.settle();
  await database.settle();
  void journal.flush();
  await database.settle();
  expect(database.sessions.get("s1")).toEqual({ id: "s1", topic: "two", order: 1, preview: "three" });
});

test("notifies other tabs of the changed records after a write", async () => {
  const { journal, database, changed } = openJournal();
  journal.noteMessage(record("m1"));
  journal.noteRemoval({ id: "m2", sessionId: "s2" });
  void journal.flush();
  expect(changed).toEqual([]);
  await database.settle();
  expect(changed).toEqual([
    {
      sessions: [],
      messages: [{ id: "m1", sessionId: "s1" }],
      removed: [{ id: "m2", sessionId: "s2" }],
      written: { sessions: [], messages: [record("m1")] },
    },
  ]);
  journal.noteMessage(record("m3"));
  void journal.flush();
  await database.settle(full);
  expect(changed).toHaveLength(1);
});

test("writes messages separately from the metadata of a stored chat, and notifies about them first", async () => {
  const { journal, database, changed } = openJournal();
  journal.noteSession({ id: "s1", topic: "one" });
  journal.noteMessage(record("m1"));
  void journal.flush();
  expect(database.writes).toEqual([
    { patchSessions: [], putMessages: [record("m1")], growMessages: [], deleteMessages: [] },
    { patchSessions: [{ id: "s1", topic: "one" }], putMessages: [], growMessages: [], deleteMessages: [] },
  ]);
  await database.settle();
  expect(changed.map(({ written }) => written)).toEqual([{ sessions: [], messages: [record("m1")] }]);
  await database.settle();
  expect(changed[1]).toEqual({
    sessions: ["s1"],
    messages: [],
    removed: [],
    written: { sessions: [{ id: "s1", topic: "one" }], messages: [] },
  });
});

test("collects patches while metadata is written, unless all is to be written, and writes messages meanwhile", async () => {
  const { journal, timers, database } = openJournal();
  journal.noteSession({ id: "s1", topic: "one" });
  timers.run();
  journal.noteSession({ id: "s1", topic: "two" });
  journal.noteSession({ id: "s2", topic: "other" });
  journal.noteMessage(record("m1"));
  timers.run();
  const messages = { patchSessions: [], putMessages: [record("m1")], growMessages: [], deleteMessages: [] };
  expect(database.writes.slice(1)).toEqual([messages]);
  expect(timers.waiting()).toEqual([]);
  await database.settle();
  expect(timers.waiting()).toEqual([50]);
  timers.run();
  const patchSessions = [
    { id: "s1", topic: "two" },
    { id: "s2", topic: "other" },
  ];
  expect(database.writes.slice(2)).toEqual([{ ...messages, putMessages: [], patchSessions }]);
  journal.noteSession({ id: "s2", preview: "three" });
  void journal.flush();
  expect(database.writes[3]?.patchSessions).toEqual([{ id: "s2", preview: "three" }]);
});

test("counts everything as written only once delayed records are", async () => {
  let written = 0;
  const { journal, timers, database } = openJournal(() => (written += 1));
  journal.noteGrowing(record("m1", "L"));
  timers.run();
  journal.noteGrowing(record("m1", "Low"));
  void journal.flush();
  await database.settle();
  expect(written).toBe(0);
  timers.run();
  await database.settle();
  expect(written).toBe(1);
  expect(database.messages.get("m1")).toEqual(record("m1", "Low"));
});

test("a chat and a message with the same id are two records", () => {
  const { journal, database } = openJournal();
  journal.noteSession(session("x"));
  journal.noteMessage(record("x"));
  void journal.flush();
  expect(database.writes).toEqual([
    { patchSessions: [session("x")], putMessages: [record("x")], growMessages: [], deleteMessages: [] },
  ]);
});

test("a flush writes at once, cancels the timer, and resolves when everything is written", async () => {
  const { journal, timers, database } = openJournal();
  journal.noteMessage(record("m1"));
  let isWritten = false;
  const flushed = journal.flush().then(() => {
    isWritten = true;
  });
  expect(timers.waiting()).toEqual([]);
  await Promise.resolve();
  expect(isWritten).toBe(false);
  await database.settle();
  await flushed;
  expect([...database.messages.values()]).toEqual([record("m1")]);
});

test("a flush with nothing to write does nothing", async () => {
  const { journal, database } = openJournal();
  await journal.flush();
  journal.noteMessage(record("m1"));
  void journal.flush();
  await database.settle();
  await journal.flush();
  expect(database.writes).toHaveLength(1);
});

test("writes changes from before the database opens once it does", async () => {
  const timers = fakeTimers();
  const database = fakeDatabase();
  const journal = createJournal(timers);
  journal.noteMessage(record("m1"));
  await journal.flush();
  expect(timers.waiting()).toEqual([]);
  journal.open(database, { onFailure: () => {}, onRecovery: () => {} });
  expect(timers.waiting()).toEqual([50]);
  timers.run();
  expect(database.writes).toEqual([
    { patchSessions: [], putMessages: [record("m1")], growMessages: [], deleteMessages: [] },
  ]);
});

test("opening an empty journal sets no timer", () => {
  expect(openJournal().timers.waiting()).toEqual([]);
});

test("keeps and reports failed changes, retries them with the next change, and reports the recovery once", async () => {
  const { journal, timers, database, heard } = openJournal();
  journal.noteSession(session("s1"));
  journal.noteRemoval({ id: "m0", sessionId: "s1" });
  void journal.flush();
  await database.settle(full);
  expect(heard).toEqual(["storage-full"]);
  expect(timers.waiting()).toEqual([]);
  journal.noteMessage(record("m1"));
  expect(timers.waiting()).toEqual([50]);
  timers.run();
  expect(database.writes.at(-1)).toEqual({
    patchSessions: [session("s1")],
    putMessages: [record("m1")],
    growMessages: [],
    deleteMessages: ["m0"],
    deletedFrom: ["s1"],
  });
  await database.settle();
  expect(heard).toEqual(["storage-full", "recovered"]);
  journal.noteMessage(record("m2"));
  timers.run();
  await database.settle();
  expect(heard).toEqual(["storage-full", "recovered"]);
});

test("reports any other failure as unexpected, and flushing never rejects", async () => {
  const { journal, database, heard } = openJournal();
  journal.noteMessage(record("m1"));
  const flushed = journal.flush();
  await database.settle(new Error("Boom"));
  await expect(flushed).resolves.toBeUndefined();
  expect(heard).toEqual(["unexpected"]);
});

test.each([
  [
    "noted",
    (journal: ReturnType<typeof createJournal>) => journal.noteMessage(record("m1", "new")),
    [record("m1", "new")],
  ],
  ["removed", (journal: ReturnType<typeof createJournal>) => journal.noteRemoval({ id: "m1", sessionId: "s1" }), []],
])("does not overwrite a record that was %s again while its write failed", async (_name, change, expected) => {
  const { journal, database } = openJournal();
  journal.noteMessage(record("m1", "old"));
  void journal.flush();
  change(journal);
  await database.settle(full);
  void journal.flush();
  await database.settle();
  expect([...database.messages.values()]).toEqual(expected);
});

test("a failed write does not overwrite a later one", async () => {
  const { journal, database } = openJournal();
  journal.noteMessage(record("m1", "old"));
  journal.noteMessage(record("m2", "old"));
  void journal.flush();
  journal.noteMessage(record("m1", "new"));
  void journal.flush();
  await database.settle(full);
  await database.settle();
  void journal.flush();
  await database.settle();
  expect([...database.messages.values()]).toEqual([record("m1", "new"), record("m2", "old")]);
});

test("unwritten changes are the pending and current ones, each record once", async () => {
  const { journal, database } = openJournal();
  journal.noteSession(session("s1", "old"));
  journal.noteMessage(record("m1"));
  void journal.flush();
  journal.noteSession(session("s1", "new"));
  journal.noteRemoval({ id: "m2", sessionId: "s1" });
  const patchSessions = [session("s1", "new")];
  expect(journal.unwritten()).toEqual({
    patchSessions,
    putMessages: [record("m1")],
    growMessages: [],
    deleteMessages: ["m2"],
    deletedFrom: ["s1"],
  });
  await database.settle();
  expect(journal.unwritten()).toEqual({
    patchSessions,
    putMessages: [],
    growMessages: [],
    deleteMessages: ["m2"],
    deletedFrom: ["s1"],
  });
});

test("a closed journal writes nothing more", async () => {
  const { journal, timers, database } = openJournal();
  journal.noteMessage(record("m1"));
  journal.close();
  expect(timers.waiting()).toEqual([]);
  journal.noteMessage(record("m2"));
  await journal.flush();
  expect(timers.waiting()).toEqual([]);
  expect(database.writes).toEqual([]);
});

test("a discarded journal drops its changes, and accepts no more", async () => {
  const { journal, timers, database } = openJournal();
  journal.noteMessage(record("m1"));
  expect(journal.isDiscarded()).toBe(false);
  journal.discard();
  expect(journal.isDiscarded()).toBe(true);
  journal.noteMessage(record("m2"));
  await journal.flush();
  expect(timers.waiting()).toEqual([]);
  expect(database.writes).toEqual([]);
  expect(journal.unwritten()).toEqual({ patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] });
});

/** The last of the versions that a text is made of. */
function versionOf(content: unknown): number {
  return Number(String(content).split(";").at(-1));
}

test("what a flush found in flight is not reported as written after it has failed", async () => {
  let written = 0;
  const { journal, timers, database } = openJournal(() => {
    written += 1;
  });
  journal.noteMessage(record("m1"));
  timers.run();
  journal.noteRemoval({ id: "m2", sessionId: "s1" });
  void journal.flush();
  journal.noteSession(session("s1"));
  timers.run();
  await database.settle(full);
  await database.settle();
  await database.settle();
  expect([written, [...database.messages.keys()]]).toEqual([0, []]);
  void journal.flush();
  await database.settle();
  expect([written, [...database.messages.keys()]]).toEqual([1, ["m1"]]);
});

describe("after any sequence of changes, flushes, failures and successes", () => {
  const id = fc.constantFrom("a", "b", "c");
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.record({ type: fc.constant("session" as const), id }) },
    { weight: 3, arbitrary: fc.record({ type: fc.constant("message" as const), id }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant("growing" as const), id }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant("removal" as const), id }) },
    { weight: 3, arbitrary: fc.constantFrom({ type: "flush" }, { type: "timers" } as const) },
    { weight: 4, arbitrary: fc.record({ type: fc.constant("settle" as const), fails: fc.boolean() }) },
  );

  test("the database contains the last changes, and never returned to older ones", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        let kept: readonly MessageRecord[] = [];
        /** Messages that were reported as written too early. */
        const early: MessageRecord[] = [];
        const removedAt = new Map<string, number>();
        /** What a page kept aside before a flush may be forgotten now: all of it must have been written. */
        const checkKept = () => {
          for (const record of kept) {
            const written = database.messages.get(record.id);
            const reached = written ? versionOf(written.content) : (removedAt.get(record.id) ?? -1);
            if (reached < versionOf(record.content)) early.push(record);
          }
        };
        const { journal, timers, database } = openJournal(() => checkKept());
        const sessions = new Map<string, ChatSession>();
        const messages = new Map<string, MessageRecord>();
        const newest = new Map<string, number>();
        const checkForward = () => {
          for (const { id: each, content } of database.messages.values()) {
            expect(versionOf(content)).toBeGreaterThanOrEqual(newest.get(each) ?? 0);
            newest.set(each, versionOf(content));
          }
        };
        for (const [version, each] of steps.entries()) {
          switch (each.type) {
            case "session":
              sessions.set(each.id, session(each.id, String(version)));
              journal.noteSession(session(each.id, String(version)));
              break;
            case "message":
            case "growing": {
              const before = each.type === "growing" ? (messages.get(each.id)?.content ?? "") : "";
              const noted = record(each.id, `${before};${version}`);
              messages.set(each.id, noted);
              if (each.type === "growing") journal.noteGrowing(noted);
              else journal.noteMessage(noted);
              break;
            }
            case "removal":
              messages.delete(each.id);
              removedAt.set(each.id, version);
              journal.noteRemoval({ id: each.id, sessionId: "s1" });
              break;
            case "flush":
              kept = journal.unwritten().putMessages;
              void journal.flush();
              break;
            case "timers":
              timers.run();
              break;
            case "settle":
              await database.settle(each.fails ? full : undefined);
              checkForward();
          }
        }
        while (database.pending.length > 0) await database.settle();
        // Growing replies wait for what is under way.
        for (let round = 0; round < 2; round++) {
          void journal.flush();
          while (database.pending.length > 0) await database.settle();
        }
        checkForward();
        expect(early).toEqual([]);
        expect(database.sessions).toEqual(sessions);
        expect(database.messages).toEqual(messages);
      }),
      { numRuns: 300 },
    );
  });
});

import { useChats } from "@/store/chats/chats";
import { connectTabs } from "@/store/chats/other-tabs";
import type { ChangedRecords } from "@/store/records/journal";
import { sampleRecord, sampleSession, usualDefaults } from "../../support/chat-samples";

const stored = { sessions: new Map<string, object>(), messages: new Map<string, object>() };
const asked: object[] = [];

/** What is stored; it notes what was asked. */
const database = {
  async readTexts() {
    return {};
  },
  async readSome(ids: { sessions: readonly string[]; messages: readonly string[] }) {
    asked.push(ids);
    const found = <T>(rows: Map<string, object>, wanted: readonly string[]) =>
      wanted.flatMap((id) => rows.get(id) ?? []) as T[];
    return {
      sessions: found<never>(stored.sessions, ids.sessions),
      messages: found<never>(stored.messages, ids.messages),
    };
  },
};

let other: BroadcastChannel;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "queueMicrotask", "nextTick"] });
  for (const rows of Object.values(stored)) rows.clear();
  asked.length = 0;
  other = new BroadcastChannel("parley");
  useChats.getState().hydrate([sampleSession({ id: "s1", topic: "Tides" })], "s1", usualDefaults);
  useChats.getState().fillThread("s1", []);
});

let line: BroadcastChannel | undefined;
afterEach(() => {
  other.close();
  line?.close();
  jest.useRealTimers();
});

/** Connects this tab, as one that has read what is stored. */
function listen(): void {
  const Real = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class extends Real {
    constructor(name: string) {
      super(name);
      line = this;
    }
  };
  connectTabs(database, () => {}).takeOver();
  globalThis.BroadcastChannel = Real;
}

/** Lets this tab hear what another one tells. */
async function hear(changed: ChangedRecords): Promise<void> {
  other.postMessage(changed);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const shown = () => {
  const { sessions, threads, messages } = useChats.getState();
  return {
    topics: sessions.map(({ topic }) => topic),
    texts: threads.s1?.ids.map((id) => messages[id]?.content),
  };
};

const question = sampleRecord({ id: "m1", sessionId: "s1", seq: 1, content: "When is low tide?" });
const about = { sessions: ["s1"], messages: [{ id: "m1", sessionId: "s1" }], removed: [] };

test("shows broadcast records before a read, and reads them again a second later", async () => {
  listen();
  const named = sampleSession({ id: "s1", topic: "Low tide" });
  await hear({ ...about, written: { sessions: [named], messages: [question] } });
  expect(shown()).toEqual({ topics: ["Low tide"], texts: ["When is low tide?"] });
  await jest.advanceTimersByTimeAsync(999);
  expect(asked).toEqual([]);
  // The tabs were heard in another order than they wrote: the database has the last word.
  stored.sessions.set("s1", sampleSession({ id: "s1", topic: "The tides" }));
  stored.messages.set("m1", { ...question, content: "When is high tide?" });
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([{ sessions: ["s1"], messages: ["m1"] }]);
  expect(shown()).toEqual({ topics: ["The tides"], texts: ["When is high tide?"] });
});

test("reads once for all writes within a second", async () => {
  listen();
  for (const content of ["When", "When is", "When is low tide?"]) {
    const written = { sessions: [], messages: [{ ...question, content }] };
    await hear({ ...about, sessions: [], written });
    await jest.advanceTimersByTimeAsync(300);
    expect(shown().texts).toEqual([content]);
  }
  stored.messages.set("m1", question);
  await jest.advanceTimersByTimeAsync(2000);
  expect(asked).toEqual([{ sessions: [], messages: ["m1"] }]);
});

test("reads rows that are missing from a broadcast soon, together with all other changes", async () => {
  listen();
  stored.sessions.set("s1", sampleSession({ id: "s1", topic: "Imported" }));
  stored.messages.set("m1", question);
  await hear({ sessions: ["s1"], messages: [], removed: [], written: { sessions: [], messages: [] } });
  await hear(about);
  await jest.advanceTimersByTimeAsync(99);
  expect(asked).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([{ sessions: ["s1"], messages: ["m1"] }]);
  expect(shown()).toEqual({ topics: ["Imported"], texts: ["When is low tide?"] });
  await jest.advanceTimersByTimeAsync(5000);
  expect(asked).toHaveLength(1);
});

test("removes a message at once", async () => {
  listen();
  useChats.getState().fillThread("s1", [question]);
  await hear({ sessions: [], messages: [], removed: [{ id: "m1", sessionId: "s1" }] });
  expect(shown().texts).toEqual([]);
});

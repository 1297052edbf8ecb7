import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { replyLocks } from "@/lib/platform/reply-locks";
import { type Database, openDatabase } from "@/lib/storage/database";
import { useChats } from "@/store/chats/chats";
import { openThread } from "@/store/chats/thread";
import { createRecords } from "@/store/records/records";
import { sampleRecord, sampleSession } from "../../support/chat-samples";

/** Locks of one tab: first come, first served, as the browser grants them. */
class FakeLocks {
  readonly #tails = new Map<string, Promise<unknown>>();
  request(name: string, ...[options, callback]: [unknown, (() => unknown)?]): Promise<unknown> {
    const run = (callback ?? options) as () => unknown;
    const granted = (this.#tails.get(name) ?? Promise.resolve()).then(run);
    this.#tails.set(name, granted);
    return granted;
  }
}

let database: Database;
let context: { env: typeof browserEnvironment; records: ReturnType<typeof createRecords> };

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  Object.assign(globalThis, { navigator: { locks: new FakeLocks() } });
  database = await openDatabase(() => {});
  context = { env: browserEnvironment, records: createRecords() };
  useChats.setState({ sessions: [sampleSession({ id: "s" })], threads: {}, messages: {}, live: {} });
});
afterEach(() => database.close());

const reply = (id: string) =>
  sampleRecord({ id, sessionId: "s", seq: 1, role: "assistant", content: "So far", streaming: true });
const put = (...messages: ReturnType<typeof reply>[]) =>
  database.putAll({ sessions: [sampleSession({ id: "s" })], messages });
const threadStatus = () => useChats.getState().threads.s?.status;

test("a thread is read from the database once", async () => {
  context.records.open({ database, otherTabs: undefined });
  await put(sampleRecord({ id: "m", sessionId: "s", seq: 1 }));
  await openThread("s", context);
  await put(sampleRecord({ id: "later", sessionId: "s", seq: 2 }));
  await openThread("s", context);
  expect(Object.keys(useChats.getState().messages)).toEqual(["m"]);
});

test("a second call while the thread is read resolves once its messages are there", async () => {
  context.records.open({ database, otherTabs: undefined });
  await put(sampleRecord({ id: "m", sessionId: "s", seq: 1 }));
  void openThread("s", context);
  expect(threadStatus()).toBe("loading");
  await openThread("s", context);
  expect([threadStatus(), Object.keys(useChats.getState().messages)]).toEqual(["ready", ["m"]]);
});

test("a thread is empty if the browser blocks IndexedDB", async () => {
  await openThread("s", context);
  expect([threadStatus(), useChats.getState().messages]).toEqual(["ready", {}]);
});

test("a thread fails to open after the database was deleted, instead of showing an empty chat", async () => {
  context.records.open({ database, otherTabs: undefined });
  context.records.close();
  jest.spyOn(console, "error").mockImplementation(() => {});
  await openThread("s", context);
  expect(threadStatus()).toBe("failed");
});

test("a streaming reply that no tab writes is marked as stopped", async () => {
  context.records.open({ database, otherTabs: undefined });
  await put(reply("abandoned"));
  const ended = new Promise<void>((resolve) => {
    useChats.subscribe(({ messages }) => messages.abandoned?.stopped && resolve());
  });
  await openThread("s", context);
  await ended;
  const { streaming, stopped, content } = useChats.getState().messages.abandoned ?? {};
  expect({ streaming, stopped, content }).toEqual({ streaming: undefined, stopped: true, content: "So far" });
});

test("a streaming reply that this tab writes stays as it is until it ends", async () => {
  context.records.open({ database, otherTabs: undefined });
  await put(reply("own"));
  const release = replyLocks.hold("own");
  await openThread("s", context);
  await browserEnvironment.delay(400);
  expect(useChats.getState().messages.own?.streaming).toBe(true);
  useChats.getState().update("own", ({ streaming: _ended, ...message }) => ({ ...message, content: "All" }));
  release();
  await browserEnvironment.delay(400);
  expect(useChats.getState().messages.own).toMatchObject({ content: "All" });
  expect(useChats.getState().messages.own?.stopped).toBeUndefined();
});

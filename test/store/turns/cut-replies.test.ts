import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { openDatabase } from "@/lib/storage/database";
import { storeResumable } from "@/lib/storage/resumable-replies";
import { useCostSettings } from "@/store/costs/cost-settings";
import { countCalls } from "@/store/costs/count-calls";
import { createLedger } from "@/store/costs/ledger";
import { createTextStore } from "@/store/records/text-store";
import { countCutReplies, openCallOf, replyTokens } from "@/store/turns/cut-replies";
import { sampleRecord, sampleSession } from "../../support/chat-samples";
import { memoryStorage } from "../../support/memory-storage";

const at = new Date(2026, 10, 27, 12).getTime();
const text = "High water is at noon, and low water at dusk.";
const open = { providerName: "Harbour", model: "tide-1", at, input: 100 };
const price = {
  providerName: "Harbour",
  model: "tide-1",
  currency: "USD",
  price: { input: 1_000_000, output: 2_000_000 },
};

async function openRecords(messages: readonly MessageRecord[]) {
  Object.assign(globalThis, {
    indexedDB: new IDBFactory(),
    BroadcastChannel: class {
      close() {}
      postMessage() {}
    },
  });
  const database = await openDatabase(() => {});
  await database.write({
    patchSessions: [sampleSession({ id: "s" })],
    putMessages: [...messages],
    growMessages: [],
    deleteMessages: [],
  });
  const noted: MessageRecord[] = [];
  const ledger = createLedger({ texts: createTextStore(() => database, memoryStorage), now: () => at });
  const records = {
    requireDatabase: () => database,
    journal: { noteMessage: (record: MessageRecord) => noted.push(record) },
  };
  const count = (held: readonly string[] = []) =>
    countCutReplies({ ledger, isHeld: async (id) => held.includes(id), records: records as never });
  return { database, ledger, noted, count };
}

beforeEach(async () => {
  await useCostSettings.whenRead().catch(() => undefined);
  useCostSettings.setState({ prices: [price] });
});

test("a cut reply is counted once with its text so far, as an estimate, however many tabs and starts there are", async () => {
  const reply = sampleRecord({ id: "r", sessionId: "s", seq: 1, role: "assistant", content: text, streaming: true });
  const { ledger, noted, count } = await openRecords([reply]);
  await ledger.open("1", { ...open, replyId: "r", projectId: "p", before: 0 });
  await count(["r"]);
  expect(await ledger.readAll()).toEqual({});

  await Promise.all([count(), count(), count()]);
  await count();
  const output = replyTokens(reply);
  expect(output).toBeGreaterThan(5);
  const micros = 100 + 2 * output;
  expect((await ledger.readAll())["2026-11"]?.rows).toMatchObject([
    { projectId: "p", calls: 1, estimated: 1, unknown: 0, tokens: { input: 100, output }, money: { USD: micros } },
  ]);
  const { streaming: _ended, ...ended } = reply;
  expect(noted).toEqual([{ ...ended, stopped: true, cost: { kind: "about", currency: "USD", micros } }]);
});

test("a reply that is resumed is counted once, with the usage of its end and never before", async () => {
  const reply = sampleRecord({ id: "r", sessionId: "s", seq: 1, role: "assistant", content: text, streaming: true });
  const { database, ledger, count } = await openRecords([reply]);
  await ledger.open("1", { ...open, replyId: "r", projectId: "p", before: 0 });
  const stored = { sessionId: "s", id: "a".repeat(22), key: "b".repeat(43), startedAt: at };
  await storeResumable(database, "r", stored);
  await count();
  expect(await ledger.readAll()).toEqual({});

  const resumedId = await openCallOf("r", ledger);
  expect([resumedId, await openCallOf("other", ledger)]).toEqual(["1", undefined]);
  const earlier = { kind: "exact", currency: "USD", micros: 40 } as const;
  const called = { providerName: "Harbour", model: "tide-1", projectId: "p", replyId: "r", resumedId, earlier };
  const env = { now: () => at, newId: () => "2" };
  const loadPrices = async () => ({ own: [price], table: undefined }) as never;
  const counter = countCalls(called, env, { loadPrices, ledger, isStored: () => true });
  expect(await counter.cost()).toEqual(earlier);
  counter.onSend(100, 99);
  // The closed tab knew what was written before its call.
  expect(await ledger.readOpen()).toMatchObject({ "1": { before: 0 } });
  const usage = { inputTokens: 90, outputTokens: 30 };
  counter.onCall({ usage, estimate: { input: 100, output: 5 }, isComplete: true, isRefused: false });
  expect(await counter.cost()).toEqual({ ...earlier, micros: 40 + 90 + 2 * 30 });
  await storeResumable(database, "r", { removedId: stored.id });
  while (Object.keys(await ledger.readAll()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await count();
  expect((await ledger.readAll())["2026-11"]?.rows).toMatchObject([{ projectId: "p", calls: 1 }]);
  expect(await ledger.readOpen()).toEqual({});
});

test("a call that did not reach the provider costs nothing, also at the next start", async () => {
  const reply = sampleRecord({ id: "r", sessionId: "s", seq: 1, role: "assistant", content: "", isError: true });
  const { ledger, noted, count } = await openRecords([reply]);
  const called = { providerName: "Harbour", model: "tide-1", replyId: "r" };
  const ids = ["1", "2"];
  const env = { now: () => at, newId: () => ids.shift() ?? "" };
  const loadPrices = async () => ({ own: [price], table: undefined }) as never;
  const counter = countCalls(called, env, { loadPrices, ledger, isStored: () => true });
  counter.onSend(100, 0);
  counter.onUnsent();
  counter.onSend(100, 0);
  counter.onCall({
    usage: { inputTokens: 90, outputTokens: 30 },
    estimate: { input: 100, output: 5 },
    isComplete: true,
    isRefused: false,
  });
  const cost = await counter.cost();
  while (Object.keys(await ledger.readOpen()).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await count();
  expect((await ledger.readAll())["2026-11"]?.rows).toMatchObject([{ calls: 1, estimated: 0 }]);
  expect([cost?.kind, noted]).toEqual(["exact", []]);
});

test("earlier rounds are not counted again, a missing reply counts its request, and an unknown price is unknown", async () => {
  const cost = { kind: "exact", currency: "USD", micros: 50 } as const;
  const reply = sampleRecord({
    id: "r",
    sessionId: "s",
    seq: 1,
    role: "assistant",
    content: text,
    stopped: true,
    cost,
  });
  const { ledger, noted, count } = await openRecords([reply]);
  const before = replyTokens(reply) - 3;
  await ledger.open("1", { ...open, replyId: "r", before });
  await ledger.open("2", { ...open, replyId: "temporary", before: 0 });
  await ledger.open("3", { ...open, providerName: "Quay", model: "unpriced", replyId: "r", before: before + 100 });
  await count();
  expect((await ledger.readAll())["2026-11"]?.rows).toMatchObject([
    { model: "tide-1", calls: 2, estimated: 2, tokens: { input: 200, output: 3 }, money: { USD: 206 } },
    { model: "unpriced", calls: 1, unknown: 1, tokens: { input: 100, output: 0 }, money: {} },
  ]);
  expect(noted[0]?.cost).toEqual({ kind: "about", currency: "USD", micros: 156 });
});

import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { openDatabase } from "@/lib/storage/database";
import { useCostSettings } from "@/store/costs/cost-settings";
import { createLedger } from "@/store/costs/ledger";
import { createTextStore } from "@/store/records/text-store";
import { countCutReplies, replyTokens } from "@/store/turns/cut-replies";
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
  return { ledger, noted, count };
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

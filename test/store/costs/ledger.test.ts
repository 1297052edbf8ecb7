import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import type { LedgerCall } from "@/lib/prices/ledger";
import { noTokens } from "@/lib/prices/token-counts";
import { openDatabase } from "@/lib/storage/database";
import { createLedger } from "@/store/costs/ledger";
import { createTextStore } from "@/store/records/text-store";
import { memoryStorage } from "../../support/memory-storage";
import { memoryTexts } from "../../support/memory-texts";

const november = new Date(2026, 10, 26, 12).getTime();
const december = new Date(2026, 11, 1).getTime();
const call: LedgerCall = {
  ...{ providerName: "Harbour", model: "tide-1", counts: { ...noTokens, input: 10, output: 5 } },
  cost: { kind: "exact", currency: "USD", micros: 100 },
};
const row = (calls: number) => ({
  ...{ providerName: "Harbour", model: "tide-1", calls, estimated: 0, unknown: 0 },
  tokens: { ...noTokens, input: 10 * calls, output: 5 * calls },
  money: { USD: 100 * calls },
});
const now = () => november;

/** Opens the ledgers of tabs over one database. */
async function openTabs(count: number) {
  Object.assign(globalThis, {
    indexedDB: new IDBFactory(),
    BroadcastChannel: class {
      close() {}
      postMessage() {}
    },
  });
  return Promise.all(
    Array.from({ length: count }, async () => {
      const database = await openDatabase(() => {});
      return createLedger({ texts: createTextStore(() => database, memoryStorage), now });
    }),
  );
}

describe("the ledger", () => {
  test("adds the calls of two tabs at once", async () => {
    const tabs = await openTabs(2);
    await Promise.all(Array.from({ length: 100 }, (_, index) => tabs[index % 2]?.add(call, november)));
    expect(await tabs[0]?.readAll()).toEqual({ "2026-11": { rows: [row(100)] } });
  });

  test("moves earlier months once, so that a call writes its own month only", async () => {
    const texts = memoryTexts();
    const ledger = createLedger({ texts, now });
    await ledger.add(call, november);
    await ledger.add(call, december);
    await ledger.add(call, december);
    expect(texts.writes.map(([key]) => key)).toEqual(["cost-month", "cost-history", "cost-month", "cost-month"]);
    expect(JSON.parse(texts.values.get("cost-month") ?? "")).toEqual({
      state: { months: { "2026-12": { rows: [row(2)] } } },
      version: 1,
    });
    expect(await ledger.readAll()).toEqual({ "2026-11": { rows: [row(1)] }, "2026-12": { rows: [row(2)] } });
    expect(await ledger.readMonthOf(december)).toEqual({ rows: [row(2)] });
  });

  test("adds up a month that an imported backup has brought as well", async () => {
    const months = { "2026-11": { rows: [row(3)] } };
    const texts = memoryTexts({
      "cost-month": JSON.stringify({ state: { months }, version: 1 }),
      "cost-history": JSON.stringify({ state: { months, other: "stays" }, version: 1 }),
    });
    const ledger = createLedger({ texts, now });
    await ledger.add(call, december);
    expect(JSON.parse(texts.values.get("cost-history") ?? "").state).toEqual({
      months: { "2026-11": { rows: [row(6)] } },
      other: "stays",
    });
  });

  test("sets a text aside that cannot be read, and leaves a newer one", async () => {
    const texts = memoryTexts({ "cost-month": "not JSON" });
    await createLedger({ texts, now }).add(call, november);
    expect([...texts.values.keys()].sort()).toEqual(["cost-month", `cost-month.unreadable-${november}`]);
    const newer = JSON.stringify({ state: { months: {} }, version: 99 });
    const later = memoryTexts({ "cost-month": newer });
    await createLedger({ texts: later, now }).add(call, november);
    expect(later.values.get("cost-month")).toBe(newer);
  });

  test("logs a call that could not be stored", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
    const texts = memoryTexts();
    texts.state = "full";
    await createLedger({ texts, now }).add(call, november);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});

describe("open calls", () => {
  const open = { providerName: "Harbour", model: "tide-1", replyId: "r", at: november, input: 10, before: 0 };

  test("a call that ends in its own tab is counted once, and is open no longer", async () => {
    const ledger = createLedger({ texts: memoryTexts(), now });
    void ledger.open("1", open);
    await ledger.add(call, november, "1");
    expect(await ledger.readOpen()).toEqual({});
    expect(await ledger.settle("1", call, november)).toBe(false);
    expect(await ledger.readAll()).toEqual({ "2026-11": { rows: [row(1)] } });
  });

  test("a call is counted once by two tabs and by the tab that comes back", async () => {
    const tabs = await openTabs(3);
    const [own, ...others] = tabs;
    await own?.open("1", open);
    const settled = await Promise.all(others.map((ledger) => ledger.settle("1", call, november)));
    expect(settled.toSorted()).toEqual([false, true]);
    await own?.add(call, november, "1");
    expect(await own?.readAll()).toEqual({ "2026-11": { rows: [row(1)] } });
  });

  test("a call that could not be stored as open is counted when it ends", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
    const texts = memoryTexts();
    const ledger = createLedger({ texts, now });
    texts.state = "full";
    await ledger.open("1", open);
    texts.state = "open";
    await ledger.add(call, november, "1");
    expect(await ledger.readAll()).toEqual({ "2026-11": { rows: [row(1)] } });
    warn.mockRestore();
  });

  test("a call of the month before is counted there, also if it is found in a new month", async () => {
    const texts = memoryTexts();
    const ledger = createLedger({ texts, now });
    await ledger.open("1", open);
    await ledger.open("2", { ...open, at: december });
    await ledger.add(call, december, "2");
    expect(await ledger.settle("1", call, november)).toBe(true);
    await ledger.open("3", { ...open, at: december });
    await ledger.add(call, december, "3");
    expect(await ledger.readAll()).toEqual({ "2026-11": { rows: [row(1)] }, "2026-12": { rows: [row(2)] } });
    expect(await ledger.readOpen()).toEqual({});
  });

  test("invalid stored calls are skipped, and only the newest hundred are stored", async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `call-${index}`);
    const stored = { ...Object.fromEntries(ids.map((id) => [id, open])), odd: { ...open, input: -1 }, other: "no" };
    const ledger = createLedger({ texts: memoryTexts({ "open-calls": JSON.stringify(stored) }), now });
    expect(Object.keys(await ledger.readOpen())).toEqual(ids.slice(20));
    const damaged = createLedger({ texts: memoryTexts({ "open-calls": "{" }), now });
    expect(await damaged.readOpen()).toEqual({});
  });
});

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

describe("the ledger", () => {
  test("adds the calls of two tabs at once", async () => {
    Object.assign(globalThis, {
      indexedDB: new IDBFactory(),
      BroadcastChannel: class {
        close() {}
        postMessage() {}
      },
    });
    const tabs = await Promise.all(
      [1, 2].map(async () => {
        const database = await openDatabase(() => {});
        return createLedger({ texts: createTextStore(() => database, memoryStorage), now });
      }),
    );
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

import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { AppError } from "@/lib/errors";
import { type Database, openDatabase } from "@/lib/storage/database";
import { emptyLedger } from "@/lib/sync/ledger";
import { createRecords } from "@/store/records/records";
import { createSync } from "@/store/sync/sync";
import type { SyncOrder, SyncOutcome, SyncPhase } from "@/store/sync/sync-messages";
import { fakeEnvironment } from "../../support/fake-environment";
import { signalOf } from "../../support/local-upstream";
import { memoryStorage } from "../../support/memory-storage";

const synced: SyncOutcome = { kind: "synced", documents: new Map(), ledger: emptyLedger, isEncrypted: false };
const loss = { count: 9, of: 10 };

let database: Database;

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory(), localStorage: memoryStorage(), navigator: {} });
  database = await openDatabase(() => {});
});
afterEach(() => database.close());

function syncWith(run: (order: SyncOrder, onPhase: (phase: SyncPhase) => void) => Promise<SyncOutcome>) {
  const records = createRecords();
  records.open({ database, otherTabs: undefined });
  const orders: SyncOrder[] = [];
  const store = createSync({ env: fakeEnvironment({ now: 7, clock: "instant" }), records }, (order, onPhase) => {
    orders.push(order);
    return run(order, onPhase);
  });
  return { store, orders, records };
}

test("a sync shows its phases, and stores its time and provider", async () => {
  const phases: (SyncPhase | undefined)[] = [];
  const { store } = syncWith(async (_order, onPhase) => {
    onPhase("sending");
    return synced;
  });
  store.subscribe(({ phase }) => phases.push(phase));
  expect(await store.getState().sync()).toBe(true);
  expect([...new Set(phases)]).toEqual(["reading", "sending", undefined]);
  const { settings, error } = store.getState();
  expect([settings.lastProvider, error]).toEqual([settings.provider, undefined]);
  expect(settings.lastSyncTime).toBeGreaterThanOrEqual(7);
});

test("a second sync does not start while one runs", async () => {
  const end = signalOf();
  const { store, orders } = syncWith(async () => {
    await end.given;
    return synced;
  });
  const first = store.getState().sync();
  expect(await store.getState().sync()).toBe(false);
  end.give();
  expect(await first).toBe(true);
  expect(orders).toHaveLength(1);
});

test("a failed sync stores its error, and changed settings remove it", async () => {
  const { store } = syncWith(() => Promise.reject(new AppError("network")));
  expect(await store.getState().sync()).toBe(false);
  expect(store.getState()).toMatchObject({ phase: undefined, error: { code: "network" } });
  store.getState().change({ isAutomatic: false });
  expect(store.getState().error).toBeUndefined();
});

test("a large deletion asks first; the agreement goes with the next sync, and declining removes the question", async () => {
  const { store, orders } = syncWith(async ({ isAgreed }) =>
    isAgreed ? synced : { kind: "asks", goesHere: loss, goesThere: loss },
  );
  expect(await store.getState().sync()).toBe(false);
  expect(store.getState().question).toMatchObject({ goesHere: loss });
  store.getState().decline();
  expect(store.getState().question).toBeUndefined();
  expect(await store.getState().sync(true)).toBe(true);
  expect(orders.map(({ isAgreed }) => isAgreed)).toEqual([false, true]);
});

test("a sync fails if the database is not open", async () => {
  const { store, records } = syncWith(async () => synced);
  records.close();
  expect(await store.getState().sync()).toBe(false);
  expect(store.getState().error?.code).toBe("storage-unavailable");
});

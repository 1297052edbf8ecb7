import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { AppError } from "@/lib/errors";
import { storedAppConfig } from "@/lib/settings/app-settings";
import { isLocationEncrypted, readSyncSettings, syncLocation } from "@/lib/settings/sync-settings";
import { type Database, openDatabase } from "@/lib/storage/database";
import { emptyLedger } from "@/lib/sync/ledger";
import { pageStorage } from "@/store/base/page-storage";
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

type Run = (order: SyncOrder, onPhase: (phase: SyncPhase) => void, signal?: AbortSignal) => Promise<SyncOutcome>;

function syncWith(run: Run) {
  const records = createRecords();
  records.open({ database, otherTabs: undefined });
  const orders: SyncOrder[] = [];
  const store = createSync(
    { env: fakeEnvironment({ now: 7, clock: "instant" }), records },
    (order, onPhase, signal) => {
      orders.push(order);
      return run(order, onPhase, signal);
    },
  );
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

test.each([
  ["during the sync", false],
  ["before it, but not completely", true],
])("documents are not written if all data was cleared %s", async (_name, isBefore) => {
  const clear = () => database.clear({ id: "clearing", isRestCleared: !isBefore });
  if (isBefore) await clear();
  const theme = new Map([["theme", { at: 1, value: "dark" }]]);
  const { store } = syncWith(async () => {
    await clear();
    return { ...synced, documents: new Map([["app-config", theme]]) };
  });
  expect(await store.getState().sync()).toBe(false);
  expect(store.getState().error?.details).toEqual({ problem: "cleared" });
  expect([pageStorage().getItem("app-config"), await database.readSyncMemory("documents")]).toEqual([null, undefined]);
});

/** Pauses, and resolves with that outcome. */
const untilPaused: Run = (_order, _onPhase, signal) =>
  new Promise((resolve) => signal?.addEventListener("abort", () => resolve({ kind: "paused" })));

const soon = () => new Promise((resolve) => setTimeout(resolve, 50));

test("daily states are not read or restored while a clearing is not complete", async () => {
  await database.clear({ id: "clearing", isRestCleared: false });
  const { store, orders } = syncWith(async () => ({ kind: "restored", count: 1 }));
  const restored = store.getState().history({ kind: "restore", day: "day", chats: ["a"] });
  await expect(restored).rejects.toMatchObject({ details: { problem: "cleared" } });
  expect(orders).toEqual([]);
});

test("a paused sync remembers only that it is paused, and continues without its change of the encryption", async () => {
  const { store, orders } = syncWith((order, onPhase, signal) =>
    orders.length > 1 ? Promise.resolve(synced) : untilPaused(order, onPhase, signal),
  );
  store.getState().pause();
  expect(store.getState().settings.isPaused).toBe(false);
  const first = store.getState().changeSealing({ kind: "unlock", secret: "a passphrase" });
  await soon();
  store.getState().pause();
  expect(store.getState().settings.isPaused).toBe(true);
  expect(await first).toBe(false);
  const { settings, phase, error } = store.getState();
  expect([settings.isPaused, phase, error]).toEqual([true, undefined, undefined]);
  expect(await store.getState().sync()).toBe(true);
  expect([store.getState().settings.isPaused, orders[1]?.sealing]).toEqual([false, undefined]);
});

test("a pause that comes too late for its sync still pauses automatic sync", async () => {
  const { store } = syncWith(async () => {
    store.getState().pause();
    return synced;
  });
  expect(await store.getState().sync()).toBe(true);
  expect(store.getState().settings.isPaused).toBe(true);
});

test("a tab that waits for the sync of another tab does not sync once that is paused", async () => {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<unknown>) => {
    last = last.then(work);
    return last;
  };
  Object.assign(globalThis, { navigator: { locks: { request } } });
  const one = syncWith(untilPaused);
  const two = syncWith(async () => synced);
  one.store.subscribe(({ settings }) => {
    if (two.store.getState().settings.isPaused !== settings.isPaused) two.store.getState().hydrate(settings);
  });
  const first = one.store.getState().sync();
  await soon();
  const second = two.store.getState().sync();
  one.store.getState().pause();
  expect([await first, await second, two.orders.length]).toEqual([false, false, 0]);
  expect([one, two].map(({ store }) => store.getState().settings.isPaused)).toEqual([true, true]);
});

test("consent to a large deletion ends with a pause, and with a change of the location", async () => {
  const outcomes: SyncOutcome[] = [
    { kind: "asks", goesHere: loss, goesThere: loss },
    { kind: "paused" },
    { kind: "asks", goesHere: loss, goesThere: loss },
  ];
  const { store, orders } = syncWith(async () => outcomes.shift() ?? synced);
  await store.getState().sync();
  await store.getState().sync(true);
  await store.getState().sync();
  const { settings } = store.getState();
  expect(store.getState().question?.kind).toBe("asks");
  store.getState().change({ webdav: { ...settings.webdav, endpoint: "https://other.example" } });
  expect(store.getState().question).toBeUndefined();
  await store.getState().sync(true);
  expect(orders.map(({ isAgreed }) => isAgreed)).toEqual([false, true, false, false]);
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
  expect([store.getState().question, store.getState().error]).toEqual([undefined, undefined]);
  expect(await store.getState().sync()).toBe(false);
  expect(await store.getState().sync(true)).toBe(true);
  expect(orders.map(({ isAgreed }) => isAgreed)).toEqual([false, false, true]);
});

test("a sync fails if the database is not open", async () => {
  const { store, records } = syncWith(async () => synced);
  records.close();
  expect(await store.getState().sync()).toBe(false);
  expect(store.getState().error?.code).toBe("storage-unavailable");
});

const doubt = { reason: "rolled-back", print: "3 tag" } as const;
const setUp = { kind: "set-up", passphrase: "correct horse", recoveryCode: "code" } as const;

test("consent to a doubtful state goes with the same change of the encryption, and covers only this state", async () => {
  const { store, orders } = syncWith(async ({ accepted }) =>
    accepted ? { ...synced, isEncrypted: true } : { kind: "doubts", doubt },
  );
  expect(await store.getState().changeSealing(setUp)).toBe(false);
  expect(store.getState().question).toEqual({ kind: "doubts", doubt });
  expect(await store.getState().sync(true)).toBe(true);
  expect(orders.map(({ isAgreed, accepted, sealing }) => [isAgreed, accepted, sealing])).toEqual([
    [false, undefined, setUp],
    [false, doubt, setUp],
  ]);
  expect(JSON.stringify(store.getState())).not.toContain("correct horse");
});

test("a declined question forgets the change that asked it", async () => {
  const { store, orders } = syncWith(async () => ({ kind: "doubts", doubt }));
  await store.getState().changeSealing(setUp);
  store.getState().decline();
  expect(store.getState()).toMatchObject({
    question: undefined,
    error: { code: "sync-failed", details: { problem: "doubtful" } },
  });
  await store.getState().sync();
  expect(store.getState().error).toBeUndefined();
  expect(orders.at(-1)).toMatchObject({ isAgreed: false });
  expect([orders.at(-1)?.sealing, orders.at(-1)?.accepted]).toEqual([undefined, undefined]);
});

test("the settings name the location whose key this device has, and no other", async () => {
  const { store } = syncWith(async ({ sealing }) => {
    if (sealing?.kind === "unlock") throw new AppError("sync-failed", { problem: "needs-passphrase" });
    return { ...synced, isEncrypted: sealing?.kind === "set-up" };
  });
  const state = () => {
    const { settings } = store.getState();
    return [settings.isEncrypted, isLocationEncrypted(settings)];
  };
  await store.getState().changeSealing(setUp);
  expect(state()).toEqual([true, true]);
  await store.getState().changeSealing({ kind: "turn-off" });
  expect(state()).toEqual([false, false]);
  await store.getState().changeSealing({ kind: "unlock", secret: "wrong" });
  expect([state(), store.getState().error?.details.problem]).toEqual([[true, false], "needs-passphrase"]);
});

test("looking returns the content of the location, and stores the error of a failure", async () => {
  const { store, orders } = syncWith(async () => ({ kind: "looked", content: "encrypted" }));
  expect(await store.getState().look()).toBe("encrypted");
  expect(orders.map(({ isLooking }) => isLooking)).toEqual([true]);
  const failing = syncWith(() => Promise.reject(new AppError("network"))).store;
  expect(await failing.getState().look()).toBeUndefined();
  expect(failing.getState().error?.code).toBe("network");
});

test("a sync treats the operator's values of this device like defaults", async () => {
  const { store, orders } = syncWith(async () => synced);
  const baseline = {
    "app-config": { theme: "dark", modelConfig: { temperature: 0.2 } },
    "mask-store": { masks: { m: "print" } },
  };
  pageStorage().setItem("parley-site-baseline", JSON.stringify(baseline));
  await store.getState().sync();
  pageStorage().setItem("parley-site-baseline", "broken");
  await store.getState().sync();
  const [given, without] = orders.map(({ defaults }) => defaults);
  const product = storedAppConfig(undefined);
  expect(given?.["app-config"]).toEqual({
    ...product,
    theme: "dark",
    modelConfig: { ...Object(product.modelConfig), temperature: 0.2 },
  });
  expect(given?.["mask-store"]).toEqual({ masks: { m: "print" } });
  expect(without?.["app-config"]).toEqual(product);
});

const formerPlace = { endpoint: "https://old.example", username: "o", password: "mine" };
const joinedPlace = { endpoint: "https://new.example", username: "n", password: "other" };
const former = readSyncSettings({ webdav: formerPlace, lastSyncTime: 5, isEncrypted: false });
const joined = { ...former, webdav: joinedPlace, lastSyncTime: 0 };
const joining = { ...joined, formerSync: { settings: former, joined: syncLocation(joined) } };

test("a join that was interrupted is undone at the next start, before anything is synced", async () => {
  const { store, orders } = syncWith(async () => synced);
  store.getState().hydrate(JSON.parse(JSON.stringify(joining)));
  await store.getState().sync();
  expect(orders.map(({ settings }) => settings.webdav.endpoint)).toEqual(["https://old.example"]);
  expect(store.getState().settings).toMatchObject({ webdav: formerPlace });
  expect(store.getState().settings).not.toHaveProperty("formerSync");
});

test("another tab that is still joining is not disturbed, and the first success forgets the former settings", async () => {
  const locks = {
    request: async (_name: string, options: unknown, work?: (lock: unknown) => Promise<unknown>) =>
      work ? work(null) : (options as () => Promise<unknown>)(),
  };
  Object.assign(globalThis, { navigator: { locks } });
  const { store } = syncWith(async () => synced);
  store.getState().hydrate(joining);
  await soon();
  expect(store.getState().settings).toEqual(joining);
  await store.getState().sync();
  expect(store.getState().settings).toMatchObject({ webdav: joinedPlace });
  expect(store.getState().settings).not.toHaveProperty("formerSync");
});

test("settings that the user has changed since a join stay", async () => {
  const { store } = syncWith(async () => synced);
  const changed = { ...joining, webdav: { ...joinedPlace, endpoint: "https://third.example" } };
  store.getState().hydrate(changed);
  await soon();
  expect(store.getState().settings.webdav.endpoint).toBe("https://third.example");
});

test("a declined question of a join brings the former settings back", async () => {
  const { store } = syncWith(async () => ({ kind: "asks", goesHere: loss, goesThere: loss }));
  store.setState({ settings: joining });
  await store.getState().changeSealing({ kind: "invited", keyId: "k", dataKey: new Uint8Array(32) });
  expect(store.getState().question?.kind).toBe("asks");
  store.getState().decline();
  const { settings, question, error } = store.getState();
  expect([settings, question, error]).toEqual([former, undefined, undefined]);
});

test("a declined question about a location that was joined again leaves no question", async () => {
  const { store } = syncWith(async () => ({ kind: "asks", goesHere: loss, goesThere: loss }));
  const again = { ...former, webdav: { ...formerPlace, password: "new" } };
  store.setState({ settings: { ...again, formerSync: { settings: former, joined: syncLocation(again) } } });
  await store.getState().changeSealing({ kind: "invited", keyId: "k", dataKey: new Uint8Array(32) });
  store.getState().decline();
  expect([store.getState().settings, store.getState().question]).toEqual([former, undefined]);
});

test("a sync that ends after another location was joined changes nothing of the join", async () => {
  let end: (outcome: SyncOutcome) => void = () => {};
  const { store } = syncWith(
    () =>
      new Promise((resolve) => {
        end = resolve;
      }),
  );
  store.setState({ settings: former });
  const syncing = store.getState().sync();
  await soon();
  store.setState({ settings: joining });
  end(synced);
  await syncing;
  expect(store.getState().settings).toEqual(joining);
});

test("a sync that has waited for another tab uses the settings of its beginning", async () => {
  let enter: () => void = () => {};
  const locks = {
    request: async (_name: string, work: () => Promise<unknown>) => {
      await new Promise<void>((resolve) => {
        enter = resolve;
      });
      return work();
    },
  };
  Object.assign(globalThis, { navigator: { locks } });
  const { store, orders } = syncWith(async () => synced);
  store.setState({ settings: former });
  const syncing = store.getState().sync();
  store.getState().change({ webdav: joinedPlace });
  enter();
  await syncing;
  expect(orders.map(({ settings }) => settings.webdav.endpoint)).toEqual(["https://new.example"]);
});

import { browserEnvironment } from "@/lib/platform/browser-environment";
import { readSealedFile, type SealedFile, unlockVault } from "@/lib/sealing/sealed-file";
import type { Database } from "@/lib/storage/database";
import type { Remote } from "@/lib/sync/remote";
import type { SealingChange, SyncOrder } from "@/store/sync/sync-messages";
import { runSync } from "@/store/sync/sync-run";
import { passphrase, recoveryCode, setUp } from "../../support/sealing-changes";
import {
  addLongChat,
  closeDevices,
  objectsOf,
  openDevice,
  openLocation,
  rowsIn,
  syncDevice,
  syncOrder,
} from "../../support/sync-locations";
import { openTab } from "../../support/sync-tabs";

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));

afterEach(closeDevices);

/** Syncs, and pauses after a number of objects. Returns the outcome and the shares that were reported. */
async function pausedSync(database: Database, remote: Remote, after: number, given: Partial<SyncOrder> = {}) {
  const pause = new AbortController();
  const shares: number[] = [];
  let writes = 0;
  const counting: Remote = {
    ...remote,
    objects: {
      ...remote.objects,
      async write(name, bytes) {
        if (++writes === after) pause.abort();
        await new Promise((resolve) => setImmediate(resolve));
        await remote.objects.write(name, bytes);
      },
    },
  };
  const outcome = await runSync(
    { ...syncOrder, ...given },
    {
      ...{ env: browserEnvironment, database, remote: counting, signal: pause.signal, onChanged: () => {} },
      onPhase: (_phase, share) => share !== undefined && shares.push(share),
    },
  );
  return { outcome, shares };
}

async function manyChats() {
  const database = await openDevice();
  for (let index = 0; index < 150; index++) await addLongChat(database, `chat ${index}`, 3);
  return database;
}

test("a first sync that is paused goes on with the next one, sends nothing twice and leaves nothing behind", async () => {
  const [location, whole] = [openLocation(), openLocation()];
  const [one, other] = [await manyChats(), await manyChats()];
  await syncDevice(other, whole.remote, { sealing: setUp });
  const rows = await rowsIn(one);
  const first = await pausedSync(one, location.remote, 20, { sealing: setUp });
  expect(first.outcome).toEqual({ kind: "paused" });
  expect(await rowsIn(one)).toEqual(rows);
  const sent = location.sent.length;
  expect([sent >= 20, sent < 30]).toEqual([true, true]);
  const second = await pausedSync(one, location.remote, 20);
  expect(second.outcome).toEqual({ kind: "paused" });
  expect(second.shares[0]).toBeGreaterThan(first.shares.at(-1) ?? 1);
  const last = await pausedSync(one, location.remote, 0);
  expect([last.outcome.kind, last.shares.at(-1)]).toEqual(["synced", 1]);
  expect(location.sent.length).toBe(whole.sent.length);
  const { needed, retired } = await objectsOf(location.remote, [passphrase]);
  expect([...location.stored.keys()].toSorted()).toEqual([...needed, ...retired].toSorted());
  const two = await openDevice();
  await syncDevice(two, location.remote, { sealing: { kind: "unlock", secret: passphrase } });
  expect(await rowsIn(two)).toEqual(rows);
});

test("a sync with a new key or a new passphrase is not paused", async () => {
  const location = openLocation();
  const one = await manyChats();
  await syncDevice(one, location.remote, { sealing: setUp });
  const renewed = await pausedSync(one, location.remote, 5, {
    sealing: { kind: "renew", passphrase: "a second", recoveryCode },
  });
  expect(renewed.outcome.kind).toBe("synced");
  for (let index = 0; index < 60; index++) await addLongChat(one, `later ${index}`, 3);
  const changed = await pausedSync(one, location.remote, 5, {
    sealing: { kind: "change-passphrase", current: "a second", passphrase: "a third" },
  });
  expect(changed.outcome.kind).toBe("synced");
  expect(await unlockVault(headerOf(location.text()), "a third")).toBeDefined();
});

test("a set-up that is paused goes on with its key, and does not undo a passphrase changed meanwhile", async () => {
  const location = openLocation();
  const database = await manyChats();
  const after = { objects: 20 };
  const [one, two] = [openPausingTab(database, location.remote, after), openTab(database, location.remote)];
  expect(await one.getState().changeSealing(setUp)).toBe(false);
  expect(one.getState().settings.isPaused).toBe(true);
  const { keyId } = headerOf(location.text());
  expect(await two.getState().sync()).toBe(true);
  expect(headerOf(location.text()).keyId).toBe(keyId);
  const change: SealingChange = { kind: "change-passphrase", current: passphrase, passphrase: "a second passphrase" };
  expect(await two.getState().changeSealing(change)).toBe(true);
  after.objects = 0;
  expect(await one.getState().sync()).toBe(true);
  expect(headerOf(location.text()).keyId).toBe(keyId);
  expect(await unlockVault(headerOf(location.text()), "a second passphrase")).toBeDefined();
});

test("a request that fails once the sync is paused is no failure", async () => {
  const location = openLocation();
  const one = await manyChats();
  await syncDevice(one, location.remote, { sealing: setUp });
  for (let index = 0; index < 60; index++) await addLongChat(one, `later ${index}`, 3);
  let begun = 0;
  const broken: Remote = {
    ...location.remote,
    objects: {
      ...location.remote.objects,
      async write(name, bytes) {
        if (++begun > 1) throw new Error("the connection was closed");
        await location.remote.objects.write(name, bytes);
      },
    },
  };
  const { outcome } = await pausedSync(one, broken, 2);
  expect(outcome).toEqual({ kind: "paused" });
});

function headerOf(text: string) {
  return (readSealedFile(JSON.parse(text)) as SealedFile).header;
}

/** Opens a tab of a device that pauses its syncs after a number of objects. */
function openPausingTab(database: Database, remote: Remote, after: { objects: number }) {
  let writes = 0;
  const store = openTab(database, {
    ...remote,
    objects: {
      ...remote.objects,
      async write(name, bytes) {
        if (++writes === after.objects) store.getState().pause();
        await new Promise((resolve) => setImmediate(resolve));
        await remote.objects.write(name, bytes);
      },
    },
  });
  return store;
}

import { browserEnvironment } from "@/lib/platform/browser-environment";
import { newRecoveryCode } from "@/lib/sealing/recovery-code";
import type { Database } from "@/lib/storage/database";
import type { Remote } from "@/lib/sync/remote";
import type { SealingChange, SyncOrder } from "@/store/sync/sync-messages";
import { runSync } from "@/store/sync/sync-run";
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

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));

const passphrase = "correct horse battery";
const recoveryCode = newRecoveryCode();
const setUp: SealingChange = { kind: "set-up", passphrase, recoveryCode };

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

test("a sync with a new key is not paused", async () => {
  const location = openLocation();
  const one = await manyChats();
  await syncDevice(one, location.remote, { sealing: setUp });
  const renewed = await pausedSync(one, location.remote, 5, {
    sealing: { kind: "renew", passphrase: "a second", recoveryCode },
  });
  expect(renewed.outcome.kind).toBe("synced");
});

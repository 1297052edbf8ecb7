import { encrypt } from "@/lib/sealing/aead";
import { padText } from "@/lib/sealing/padded";
import { createVault, readSealedFile, type Vault } from "@/lib/sealing/sealed-file";
import { readSyncSettings } from "@/lib/settings/sync-settings";
import { base64OfBytes } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
import { canonicalText } from "@/lib/sync/fingerprint";
import { type Remote, syncError } from "@/lib/sync/remote";
import type { SealingChange, SyncOrder } from "@/store/sync/sync-messages";
import { passphrase, recoveryCode, setUp, unlock } from "../../support/sealing-changes";
import {
  addChat,
  addImage,
  closeDevices,
  contentOf,
  openDevice,
  openLocation,
  rowsIn,
  syncDevice,
  visibleRows,
} from "../../support/sync-locations";
import { problem } from "../../support/sync-problem";

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));
afterEach(closeDevices);

/** Encrypts a readable file as one text, as earlier versions did. */
async function sealWhole(text: string, { key, header }: Vault, name: string): Promise<string> {
  const facts = ["parley-sync", 2, "content", name, header, 1];
  const sealed = await encrypt(key, await padText(text), new TextEncoder().encode(canonicalText(facts)));
  const content = base64OfBytes(sealed.buffer);
  return JSON.stringify({ $parley: { version: 2, sealed: { header, revision: 1, content } } });
}

describe("a location that earlier versions have encrypted as one text", () => {
  async function formerLocation() {
    const readable = openLocation();
    const former = await openDevice();
    for (const id of ["a", "b"]) await addChat(former, id);
    await syncDevice(former, readable.remote);
    const vault = await createVault({ passphrase, recoveryCode });
    const text = await sealWhole(readable.text(), vault, "chats");
    return { location: openLocation(text), former, text };
  }

  test("is merged and written as objects by the next device", async () => {
    const { location, former, text } = await formerLocation();
    const one = await openDevice();
    await addChat(one, "c");
    await syncDevice(one, location.remote, { sealing: unlock });
    expect(readSealedFile(JSON.parse(location.text()))).toMatchObject({ version: 4, revision: 2 });
    await syncDevice(former, location.remote, { sealing: unlock });
    expect(await rowsIn(former)).toEqual(await rowsIn(one));
    location.replace(text);
    expect(await syncDevice(one, location.remote)).toMatchObject({ kind: "doubts", doubt: { reason: "rolled-back" } });
  });

  test("stays as it is if the device crashes before the root is written, and loses nothing", async () => {
    const { location, text } = await formerLocation();
    const one = await openDevice();
    await addChat(one, "c");
    const crashing: Remote = { ...location.remote, set: () => Promise.reject(syncError("unreachable")) };
    await expect(syncDevice(one, crashing, { sealing: unlock })).rejects.toMatchObject(problem("unreachable"));
    expect(location.text()).toBe(text);
    await syncDevice(one, location.remote);
    expect((await one.readIds()).sessions).toEqual(["a", "b", "c"]);
  });

  test("loses nothing if an earlier version overwrites the root where the host has no versions", async () => {
    const { location, text } = await formerLocation();
    const { remote } = location;
    const unversioned: Remote = { ...remote, get: async () => ({ text: (await remote.get()).text }) };
    const writing: Remote = { ...unversioned, set: async (next) => location.replace(next) };
    const one = await openDevice();
    await addChat(one, "c");
    await syncDevice(one, writing, { sealing: unlock });
    location.replace(text);
    const asked = await syncDevice(one, writing);
    if (asked.kind !== "doubts") throw new Error(asked.kind);
    await syncDevice(one, writing, { accepted: asked.doubt });
    const two = await openDevice();
    await syncDevice(two, writing, { sealing: unlock });
    expect((await two.readIds()).sessions).toEqual(["a", "b", "c"]);
  });
});

test("turning encryption off writes everything readable, images among it, and removes all objects", async () => {
  const location = openLocation();
  const one = await openDevice();
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  await one.putAll({ sessions: [], messages: [], blobs: [{ id: "i", type: "image/png", size: 3, at: 1, bytes }] });
  await addChat(one, "a", [{ type: "image_url", image_url: { url: "stored:i" } }]);
  await syncDevice(one, location.remote, { sealing: setUp });
  const two = await openDevice();
  await syncDevice(two, location.remote, { sealing: unlock });
  await two.deleteBlobs(["i"]);
  await syncDevice(two, location.remote, { sealing: { kind: "turn-off" } });
  expect(location.stored.size).toBe(0);
  const three = await openDevice();
  await syncDevice(three, location.remote);
  expect([await rowsIn(three), (await three.readBlob("i"))?.size]).toEqual([await rowsIn(one), 3]);
});

test("a new passphrase writes no object; a new key writes all anew", async () => {
  const location = openLocation();
  const one = await openDevice();
  for (const id of ["a", "b", "c"]) await addChat(one, id);
  await syncDevice(one, location.remote, { sealing: setUp });
  const before = location.sent.length;
  await syncDevice(one, location.remote, {
    sealing: { kind: "change-passphrase", current: passphrase, passphrase: "a new one" },
  });
  expect(location.sent.length).toBe(before);
  const former = [...location.stored.keys()];
  await syncDevice(one, location.remote, { sealing: { kind: "renew", passphrase: "a third", recoveryCode } });
  for (const name of former) await location.remote.objects.remove(name);
  const content = await contentOf(location.remote, "a third");
  expect(["a", "b", "c"].filter((id) => content.includes(`text of ${id}`))).toEqual(["a", "b", "c"]);
});

/** Syncs a device, and returns what it remembers of its documents. */
async function syncDocuments(database: Database, remote: Remote, given: Partial<SyncOrder>) {
  const outcome = await syncDevice(database, remote, given);
  if (outcome.kind !== "synced") throw new Error(outcome.kind);
  return { documentLedger: outcome.ledger, documentObjects: outcome.documentObjects };
}

test("a new key keeps unchanged documents, also keys of services that the device itself does not sync", async () => {
  const location = openLocation();
  const [one, two] = [await openDevice(), await openDevice()];
  await addChat(one, "a");
  const order = (withKeys: boolean, access: Record<string, unknown>) => ({
    settings: { ...readSyncSettings(undefined), isEncrypted: true, withKeys },
    documents: { "app-config": { theme: "dark", lastUpdateTime: 5 }, "access-control": access },
  });
  const whole = order(true, { openaiApiKey: "sk-secret", openaiUrl: "url", lastUpdateTime: 5 });
  const partly = order(false, { openaiUrl: "url", lastUpdateTime: 5 });
  const linesOf = async (secret: string) => (await contentOf(location.remote, secret)).split("\n").toSorted();
  const memory = await syncDocuments(one, location.remote, { ...whole, sealing: setUp });
  const other = await syncDocuments(two, location.remote, { ...partly, sealing: unlock });
  const before = await linesOf(passphrase);
  expect(["sk-secret", "dark"].filter((value) => before.join().includes(value))).toEqual(["sk-secret", "dark"]);
  const renew = (next: string): SealingChange => ({ kind: "renew", passphrase: next, recoveryCode });
  await syncDocuments(two, location.remote, { ...partly, ...other, sealing: renew("a second") });
  expect(await linesOf("a second")).toEqual(before);
  const back = { ...whole, ...memory, sealing: { kind: "unlock", secret: "a second" } as const };
  const again = await syncDocuments(one, location.remote, back);
  await syncDocuments(one, location.remote, { ...whole, ...again, sealing: renew("a third") });
  expect(await linesOf("a third")).toEqual(before);
});

test("a new key is set while an image of another device is still to come", async () => {
  const location = openLocation();
  const [one, two] = [await openDevice(), await openDevice()];
  await addChat(one, "a");
  await syncDevice(one, location.remote, { sealing: setUp });
  await syncDevice(two, location.remote, { sealing: unlock });
  await addImage(two, "b");
  await syncDevice(two, location.remote);
  await syncDevice(one, location.remote, { sealing: { kind: "renew", passphrase: "a new one", recoveryCode } });
  const three = await openDevice();
  await syncDevice(three, location.remote, { sealing: { kind: "unlock", secret: "a new one" } });
  for (const device of [one, three]) {
    expect([await visibleRows(device), await device.readBlob("blob of b")]).toEqual([
      await visibleRows(two),
      await two.readBlob("blob of b"),
    ]);
  }
});

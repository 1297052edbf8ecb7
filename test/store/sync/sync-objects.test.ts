import fc from "fast-check";
import { encrypt } from "@/lib/sealing/aead";
import { padText } from "@/lib/sealing/padded";
import { createVault, readSealedFile, type SealedFile, type Vault } from "@/lib/sealing/sealed-file";
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
  addLongChat,
  closeDevices,
  contentOf,
  daysOf,
  objectsOf,
  openDevice,
  openLocation,
  rowsIn,
  syncDevice,
  visibleRows,
  writeMessage,
} from "../../support/sync-locations";

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));

const problem = (name: string) => ({ code: "sync-failed", details: { problem: name } });

afterEach(closeDevices);

/** Counts what a location exchanges with a device during an action. */
async function exchanged(location: ReturnType<typeof openLocation>, act: (remote: Remote) => Promise<unknown>) {
  let bytes = 0;
  const { remote } = location;
  const before = location.requests;
  await act({
    ...remote,
    async get() {
      const kept = await remote.get();
      bytes += kept.text.length;
      return kept;
    },
    async set(text, over) {
      bytes += text.length;
      await remote.set(text, over);
    },
    objects: {
      ...remote.objects,
      async read(name) {
        const read = await remote.objects.read(name);
        bytes += read?.length ?? 0;
        return read;
      },
      async write(name, content) {
        bytes += content.length;
        await remote.objects.write(name, content);
      },
    },
  });
  return { requests: location.requests - before, bytes };
}

describe("a sync", () => {
  async function twoDevices(chats: number, count: number) {
    const location = openLocation();
    const one = await openDevice();
    for (let index = 0; index < chats; index++) await addLongChat(one, `chat ${index}`, count);
    await syncDevice(one, location.remote, { sealing: setUp });
    const two = await openDevice();
    await syncDevice(two, location.remote, { sealing: unlock });
    return { location, one, two };
  }

  test("without changes takes one request; one with a changed message sends and reads little", async () => {
    const { location, one, two } = await twoDevices(40, 40);
    for (const device of [one, two, one]) {
      expect((await exchanged(location, (remote) => syncDevice(device, remote))).requests).toBe(1);
    }
    await writeMessage(one, "chat 3-7", "chat 3", "changed");
    const sent = await exchanged(location, (remote) => syncDevice(one, remote));
    expect(sent.requests).toBe(4);
    expect(sent.bytes).toBeLessThan(40_000);
    const received = await exchanged(location, (remote) => syncDevice(two, remote));
    expect(received.requests).toBe(3);
    expect(received.bytes).toBeLessThan(40_000);
    expect(await rowsIn(two)).toEqual(await rowsIn(one));
  });

  test("of a chat of 400 messages sends only the changed part", async () => {
    const { location, one, two } = await twoDevices(1, 400);
    const whole = [...location.stored.values()].reduce((sum, { length }) => sum + length, 0);
    await writeMessage(two, "chat 0-400", "chat 0", "added");
    const sent = await exchanged(location, (remote) => syncDevice(two, remote));
    expect([sent.requests, sent.bytes < whole / 4]).toEqual([4, true]);
    await syncDevice(one, location.remote);
    expect(await visibleRows(one)).toEqual(await visibleRows(two));
  });

  test("sends and reads each image once, also if another chat shows it", async () => {
    const location = openLocation();
    const one = await openDevice();
    const bytes = new Uint8Array(50_000).fill(7).buffer;
    await one.putAll({
      sessions: [],
      messages: [],
      blobs: [{ id: "i", type: "image/png", size: 50_000, at: 1, bytes }],
    });
    const image = [{ type: "image_url" as const, image_url: { url: "stored:i" } }];
    await addChat(one, "a", image);
    await syncDevice(one, location.remote, { sealing: setUp });
    const large = () => location.sent.filter(({ length }) => length > 50_000).length;
    const two = await openDevice();
    await syncDevice(two, location.remote, { sealing: unlock });
    expect(new Uint8Array((await two.readBlob("i"))?.bytes ?? new ArrayBuffer(0))).toEqual(new Uint8Array(bytes));
    await addChat(two, "b", image);
    const sent = await exchanged(location, (remote) => syncDevice(two, remote));
    const received = await exchanged(location, (remote) => syncDevice(one, remote));
    expect([large(), sent.bytes < 20_000, received.bytes < 20_000]).toEqual([1, true, true]);
  });

  test("compares all chats when marks are missing, and once a week", async () => {
    const { location, one, two } = await twoDevices(3, 2);
    await writeMessage(one, "chat 1-1", "chat 1", "changed");
    const marks = await (await one.syncRows()).readMarks();
    const none = { patchSessions: [], putMessages: [], deleteMessages: [] };
    await one.applySynced(none, [], {}, marks);
    await syncDevice(one, location.remote);
    await syncDevice(two, location.remote);
    expect(JSON.stringify(await rowsIn(two))).not.toContain("changed");
    const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 8 * 86_400_000);
    await syncDevice(one, location.remote);
    await syncDevice(two, location.remote);
    now.mockRestore();
    expect(await rowsIn(two)).toEqual(await rowsIn(one));
  });
});

test("a device whose tab was closed before it had stored the documents receives them again", async () => {
  const location = openLocation();
  const settings = (theme: string) => ({ documents: { "app-config": { theme, lastUpdateTime: 5 } } });
  const done = async (database: Database, given: Partial<SyncOrder>) => {
    const outcome = await syncDevice(database, location.remote, given);
    if (outcome.kind !== "synced") throw new Error(outcome.kind);
    const { ledger: documentLedger, documentObjects, documents } = outcome;
    return { memory: { documentLedger, documentObjects }, theme: documents.get("app-config")?.get("theme")?.value };
  };
  const [one, two] = [await openDevice(), await openDevice()];
  const first = await done(one, { ...settings("auto"), sealing: setUp });
  const second = await done(two, { ...settings("auto"), sealing: unlock });
  await done(one, { ...settings("dark"), ...first.memory });
  const closed = await done(two, { ...settings("auto"), ...second.memory });
  const again = await done(two, { ...settings("auto"), ...second.memory });
  expect([closed.theme, again.theme]).toEqual(["dark", "dark"]);
});

describe("the question before a large loss", () => {
  async function tenChats() {
    const location = openLocation();
    const one = await openDevice();
    for (let index = 0; index < 10; index++) await addChat(one, `chat ${index}`);
    await syncDevice(one, location.remote, { sealing: setUp });
    const two = await openDevice();
    await syncDevice(two, location.remote, { sealing: unlock });
    return { location, one, two };
  }
  const purge = async (database: Database, from: number, to: number) => {
    for (let index = from; index < to; index++) await database.purge({ id: `chat ${index}`, deletedAt: 20 });
  };

  test("counts all chats, also those that have not changed", async () => {
    const { location, one, two } = await tenChats();
    await purge(one, 0, 5);
    expect(await syncDevice(one, location.remote)).toMatchObject({ kind: "synced" });
    expect(await syncDevice(two, location.remote)).toMatchObject({ kind: "synced" });
    await purge(one, 5, 8);
    const before = location.text();
    expect(await syncDevice(one, location.remote)).toEqual({
      kind: "asks",
      goesHere: { count: 0, of: 2 },
      goesThere: { count: 3, of: 5 },
    });
    expect(location.text()).toBe(before);
    await syncDevice(one, location.remote, { isAgreed: true });
    expect(await syncDevice(two, location.remote)).toEqual({
      kind: "asks",
      goesHere: { count: 3, of: 5 },
      goesThere: { count: 0, of: 2 },
    });
    await syncDevice(two, location.remote, { isAgreed: true });
    expect(await visibleRows(two)).toEqual(await visibleRows(one));
  });
});

describe("an interrupted sync", () => {
  test("goes on with the objects that were sent, and leaves none behind", async () => {
    const location = openLocation();
    const one = await openDevice();
    for (let index = 0; index < 150; index++) await addLongChat(one, `chat ${index}`, 3);
    const { objects } = location.remote;
    let writes = 0;
    const breaking: Remote = {
      ...location.remote,
      objects: {
        ...objects,
        async write(name, bytes) {
          if (writes++ === 40) throw syncError("unreachable");
          await objects.write(name, bytes);
        },
      },
    };
    await expect(syncDevice(one, breaking, { sealing: setUp })).rejects.toMatchObject(problem("unreachable"));
    const before = location.sent.length;
    await syncDevice(one, location.remote);
    const whole = openLocation();
    const other = await openDevice();
    for (let index = 0; index < 150; index++) await addLongChat(other, `chat ${index}`, 3);
    await syncDevice(other, whole.remote, { sealing: setUp });
    expect(before).toBeGreaterThan(30);
    expect(location.sent.length).toBeLessThanOrEqual(whole.sent.length + 10);
    const two = await openDevice();
    await syncDevice(two, location.remote, { sealing: unlock });
    expect(await rowsIn(two)).toEqual(await rowsIn(one));
  });

  test("leaves objects that are removed an hour later, with those that were replaced", async () => {
    const location = openLocation();
    const one = await openDevice();
    await addChat(one, "a");
    await syncDevice(one, location.remote, { sealing: setUp });
    const lost: Remote = { ...location.remote, set: () => Promise.reject(syncError("unreachable")) };
    for (let index = 1; index < 20; index++) {
      await writeMessage(one, `m-${index}`, "a", `text ${index}`);
      await syncDevice(one, lost).catch(() => {});
      await syncDevice(one, location.remote);
    }
    expect(location.stored.size).toBeGreaterThan(50);
    const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 3_700_000);
    await writeMessage(one, "m-100", "a", "later");
    await syncDevice(one, location.remote);
    await writeMessage(one, "m-101", "a", "last");
    await syncDevice(one, location.remote);
    now.mockRestore();
    expect(location.stored.size).toBeLessThan(30);
    const two = await openDevice();
    await syncDevice(two, location.remote, { sealing: unlock });
    expect(await visibleRows(two)).toEqual(await visibleRows(one));
  });
});

test("a device that has removed objects does not list them again after a sync that only reads", async () => {
  const location = openLocation();
  const [one, two] = [await openDevice(), await openDevice()];
  await addChat(one, "a");
  await syncDevice(one, location.remote, { sealing: setUp });
  await syncDevice(two, location.remote, { sealing: unlock });
  const change = async (database: Database, id: string) => {
    await writeMessage(database, id, "a", `text of ${id}`);
    await syncDevice(database, location.remote);
  };
  for (let index = 1; index < 10; index++) await change(one, `m-${index}`);
  const { retired: listed } = await objectsOf(location.remote, [passphrase]);
  const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 3_700_000);
  await change(one, "m-10");
  expect(listed.filter((name) => location.stored.has(name))).toEqual([]);
  await change(two, "m-11");
  await syncDevice(one, location.remote);
  await change(one, "m-12");
  now.mockRestore();
  const { retired } = await objectsOf(location.remote, [passphrase]);
  expect(retired.filter((name) => !location.stored.has(name))).toEqual([]);
});

describe("a host without versions", () => {
  async function unversioned() {
    const location = openLocation();
    const remote: Remote = {
      ...location.remote,
      get: async () => ({ text: (await location.remote.get()).text }),
      set: async (text) => location.replace(text),
    };
    const [one, two] = [await openDevice(), await openDevice()];
    await addChat(one, "a");
    await syncDevice(one, remote, { sealing: setUp });
    await syncDevice(two, remote, { sealing: unlock });
    return { location, remote, one, two };
  }

  test("keeps the root that another device has sent while this one was writing objects", async () => {
    const { location, remote, one, two } = await unversioned();
    await writeMessage(one, "m-1", "a", "of one");
    await writeMessage(two, "m-2", "a", "of two");
    const { revision } = readSealedFile(JSON.parse(location.text())) as SealedFile;
    location.meanwhile = async () => {
      await syncDevice(one, remote);
    };
    await syncDevice(two, remote);
    expect(readSealedFile(JSON.parse(location.text()))).toMatchObject({ revision: revision + 2 });
    const three = await openDevice();
    await syncDevice(three, remote, { sealing: unlock });
    const messages = (await rowsIn(three)) as { id: string; content?: unknown }[];
    expect(messages.flatMap(({ id, content }) => (content === undefined ? [] : [[id, content]]))).toEqual([
      ["m-1", "of one"],
      ["m-2", "of two"],
      ["m-a", "text of a"],
    ]);
  });

  test("keeps all objects if another root has replaced the one just sent", async () => {
    const { location, remote, one } = await unversioned();
    const stalled = location.text();
    for (let index = 1; index < 10; index++) {
      await writeMessage(one, `m-${index}`, "a", `text ${index}`);
      await syncDevice(one, remote);
    }
    const before = [...location.stored.keys()];
    const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 2 * 86_400_000);
    await writeMessage(one, "m-10", "a", "last");
    // A device that was asleep sends the root that it had prepared days ago.
    const set = async () => location.replace(stalled);
    await syncDevice(one, { ...remote, set });
    expect(before.filter((name) => !location.stored.has(name))).toEqual([]);
    const asked = await syncDevice(one, remote);
    if (asked.kind !== "doubts") throw new Error(asked.kind);
    await syncDevice(one, remote, { accepted: asked.doubt });
    const two = await openDevice();
    await syncDevice(two, remote, { sealing: unlock });
    now.mockRestore();
    expect(await visibleRows(two)).toEqual(await visibleRows(one));
  });
});

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

describe("an earlier root whose objects were removed", () => {
  /** Returns an earlier root, to which a device with all later changes has agreed. */
  async function returned() {
    const location = openLocation();
    const one = await openDevice();
    for (const id of ["a", "b", "c"]) await addChat(one, id);
    await addImage(one, "d");
    await syncDevice(one, location.remote, { sealing: setUp });
    const two = await openDevice();
    await syncDevice(two, location.remote, { sealing: unlock });
    const earlier = location.text();
    const before = new Set(location.stored.keys());
    for (let index = 1; index < 4; index++) {
      for (const id of ["a", "b", "c"]) {
        await writeMessage(one, `m-${id}${index}`, id, `text ${index}`);
        await syncDevice(one, location.remote);
      }
    }
    const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 3_700_000);
    await writeMessage(one, "m-a9", "a", "last");
    await syncDevice(one, location.remote);
    now.mockRestore();
    const removed = [...before].filter((name) => !location.stored.has(name));
    expect(removed.length).toBeGreaterThan(3);
    location.replace(earlier);
    const asked = await syncDevice(one, location.remote);
    if (asked.kind !== "doubts") throw new Error(asked.kind);
    return { location, one, two, accepted: asked.doubt };
  }

  test.each([
    ["", false],
    [", also if all objects are missing", true],
  ])("is written again as a whole with consent%s", async (_name, isEmpty) => {
    const { location, one, two, accepted } = await returned();
    if (isEmpty) location.stored.clear();
    await syncDevice(one, location.remote, { accepted });
    const { needed } = await objectsOf(location.remote, [passphrase]);
    expect([...needed].filter((name) => !location.stored.has(name))).toEqual([]);
    const three = await openDevice();
    await syncDevice(three, location.remote, { sealing: unlock });
    await syncDevice(two, location.remote);
    for (const device of [two, three]) {
      expect([await visibleRows(device), await device.readBlob("blob of d")]).toEqual([
        await visibleRows(one),
        await one.readBlob("blob of d"),
      ]);
    }
  });

  test("is refused with consent if an object is altered @V12.2", async () => {
    const { location, one, accepted } = await returned();
    const { text, rows } = { text: location.text(), rows: await rowsIn(one) };
    for (const name of location.stored.keys()) location.stored.set(name, new Uint8Array(2_000));
    await expect(syncDevice(one, location.remote, { accepted })).rejects.toMatchObject(problem("incomplete"));
    expect([location.text(), await rowsIn(one)]).toEqual([text, rows]);
  });
});

describe("a hostile host @V12.2", () => {
  const attacks: Record<string, (names: string[], stored: Map<string, Uint8Array<ArrayBuffer>>, at: number) => void> = {
    withholds: (names, stored, at) => stored.delete(names[at] ?? ""),
    truncates: (names, stored, at) =>
      stored.set(names[at] ?? "", (stored.get(names[at] ?? "") ?? new Uint8Array()).slice(0, 99)),
    empties: (names, stored, at) => stored.set(names[at] ?? "", new Uint8Array()),
    flips(names, stored, at) {
      const bytes = (stored.get(names[at] ?? "") ?? new Uint8Array()).slice();
      bytes[(at * 31) % bytes.length] = (bytes[(at * 31) % bytes.length] ?? 0) ^ (1 << (at % 8));
      stored.set(names[at] ?? "", bytes);
    },
    swaps(names, stored, at) {
      const other = names[(at + 1) % names.length] ?? "";
      const [one, two] = [stored.get(names[at] ?? ""), stored.get(other)];
      if (one && two) stored.set(names[at] ?? "", two).set(other, one);
    },
    replays: (names, stored, at) =>
      stored.set(names[at] ?? "", stored.get(names[(at + 2) % names.length] ?? "") ?? new Uint8Array()),
  };

  test.each(Object.entries(attacks))(
    "that %s objects is found out; nothing changes on the device",
    async (_name, attack) => {
      const location = openLocation();
      const one = await openDevice();
      const bytes = new Uint8Array([1, 2, 3]).buffer;
      await one.putAll({ sessions: [], messages: [], blobs: [{ id: "i", type: "image/png", size: 3, at: 1, bytes }] });
      await addChat(one, "a", [{ type: "image_url", image_url: { url: "stored:i" } }]);
      for (const id of ["b", "c"]) await addChat(one, id);
      await syncDevice(one, location.remote, { sealing: setUp });
      const names = [...location.stored.keys()];
      const whole = new Map(location.stored);
      for (let at = 0; at < names.length; at++) {
        attack(names, location.stored, at);
        const text = location.text();
        const two = await openDevice();
        await addChat(two, "d");
        const rows = await rowsIn(two);
        await expect(syncDevice(two, location.remote, { sealing: unlock })).rejects.toMatchObject(
          problem("incomplete"),
        );
        expect([await rowsIn(two), location.text()]).toEqual([rows, text]);
        closeDevices();
        location.stored.clear();
        for (const [name, content] of whole) location.stored.set(name, content);
      }
    },
  );

  test("that returns any earlier root is found out by a device that has seen a later one @V12.3", async () => {
    const location = openLocation();
    const one = await openDevice();
    await addChat(one, "a");
    await syncDevice(one, location.remote, { sealing: setUp });
    for (let index = 1; index < 6; index++) {
      await writeMessage(one, `m-${index}`, "a", `text ${index}`);
      await syncDevice(one, location.remote);
    }
    const rows = await rowsIn(one);
    for (const earlier of location.received.slice(0, -1)) {
      location.replace(earlier);
      expect(await syncDevice(one, location.remote)).toMatchObject({
        kind: "doubts",
        doubt: { reason: "rolled-back" },
      });
      expect([await rowsIn(one), location.text()]).toEqual([rows, earlier]);
    }
  });
});

/** One step of the property test. */
type Step =
  | {
      readonly type: "add" | "edit" | "rename" | "remove" | "delete" | "trash" | "setting" | "image";
      readonly device: number;
      readonly pick: number;
    }
  | { readonly type: "wait" }
  | {
      readonly type: "sync" | "passphrase" | "renew";
      readonly device: number;
      readonly fails: Failure | undefined;
      /** The device that syncs between the reading and the writing of this sync. */
      readonly meanwhile: number | undefined;
      /** A change on this device after its chats were read, and before the sync writes there. */
      readonly during?: { readonly type: "edit" | "rename" | "add" | "remove"; readonly pick: number } | undefined;
    };

/** Where a sync breaks off. */
type Failure = "object" | "before" | "after" | "here" | "documents";

const device = fc.nat(2);
const fails = fc.constantFrom<(Failure | undefined)[]>(
  ...[undefined, undefined, undefined],
  ...(["object", "before", "after", "here", "documents"] as const),
);
const meanwhile = fc.constantFrom(undefined, undefined, undefined, 0, 1, 2);
const during = fc.option(fc.record({ type: fc.constantFrom("edit", "rename", "add", "remove"), pick: fc.nat(20) }), {
  nil: undefined,
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom("add", "edit", "edit", "rename", "remove", "delete", "trash", "setting", "image"),
      device,
      pick: fc.nat(20),
    }),
  },
  { weight: 6, arbitrary: fc.record({ type: fc.constant("sync"), device, fails, meanwhile, during }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("passphrase", "renew"), device, fails, meanwhile }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("wait") }) },
);

const trashedAndEdited: Step[] = [
  { type: "add", device: 2, pick: 0 },
  { type: "sync", device: 2, fails: undefined, meanwhile: undefined },
  { type: "sync", device: 0, fails: undefined, meanwhile: undefined },
  { type: "trash", device: 0, pick: 0 },
  { type: "remove", device: 2, pick: 0 },
];

function broken(failure: Failure | undefined, remote: Remote, database: Database, act?: () => Promise<void>) {
  const { objects } = remote;
  let writes = 0;
  let isDone = false;
  const once = async () => {
    if (!isDone) {
      isDone = true;
      await act?.();
    }
  };
  const breaking: Remote = {
    ...remote,
    objects: {
      ...objects,
      async write(name, bytes) {
        await once();
        if (failure === "object" && writes++ > 0) throw syncError("unreachable");
        await objects.write(name, bytes);
      },
    },
    async set(text, over) {
      await once();
      if (failure === "before") throw syncError("unreachable");
      await remote.set(text, over);
      if (failure === "after") throw syncError("unreachable");
    },
  };
  const applySynced: Database["applySynced"] = async (changes, blobs, memory, ...others) => {
    if ("objects" in memory) await once();
    if (failure === "here" && "objects" in memory) throw syncError("server");
    await database.applySynced(changes, blobs, memory, ...others);
  };
  return { remote: breaking, database: { ...database, applySynced } };
}

test.each([
  ["with versions", true],
  ["without versions", false],
])(
  "three devices at a host %s converge and lose nothing, and the location has everything @I8.7",
  async (_name, isVersioned) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
        const location = openLocation();
        const remote: Remote = isVersioned
          ? location.remote
          : {
              ...location.remote,
              get: async () => ({ text: (await location.remote.get()).text }),
              set: async (text) => location.replace(text),
            };
        const devices = [await openDevice(), await openDevice(), await openDevice()];
        const states = devices.map(() => ({ theme: "auto", ledger: undefined as Partial<SyncOrder> | undefined }));
        const passphrases = [passphrase];
        /** The last edit of each message, which an edit of another device may only turn into another version. */
        const edits = new Map<string, { readonly text: string; readonly chat: string }>();
        const undone = new Set<string>();
        const days = new Map<number, string>();

        const renames = new Map<string, string[]>();

        async function syncOnce(
          index: number,
          sealing?: SealingChange,
          failure?: Failure,
          act?: () => Promise<void>,
        ): Promise<void> {
          const tools = broken(failure, remote, devices[index] as Database, act);
          const state = states[index] as (typeof states)[number];
          const documents = { "app-config": { theme: state.theme, lastUpdateTime: 5 } };
          const given = { documents, ...state.ledger, ...(sealing && { sealing }), isAgreed: true };
          const outcome = await syncDevice(tools.database, tools.remote, given);
          if (outcome.kind !== "synced") throw new Error(outcome.kind);
          // The tab is closed before it has stored the documents and their ledger.
          if (failure === "documents") return;
          const theme = outcome.documents.get("app-config")?.get("theme")?.value;
          if (theme !== undefined) state.theme = String(theme);
          state.ledger = { documentLedger: outcome.ledger, documentObjects: outcome.documentObjects };
        }
        async function syncUnlocked(index: number): Promise<void> {
          const secrets = passphrases.toReversed().map((secret): SealingChange => ({ kind: "unlock", secret }));
          for (const sealing of [undefined, ...secrets]) {
            try {
              return await syncOnce(index, sealing);
            } catch {
              // The next passphrase.
            }
          }
          throw new Error("no passphrase opens the location");
        }
        async function change(each: Extract<Step, { pick: number }>, count: number): Promise<void> {
          const database = devices[each.device] as Database;
          const rows = (await rowsIn(database)) as {
            id: string;
            sessionId?: string;
            deletedAt?: number;
            isAside?: boolean;
          }[];
          const chats = rows.filter((row) => row.sessionId === undefined && row.deletedAt === undefined);
          const messages = rows.filter((row) => row.sessionId !== undefined && !row.isAside);
          const message = messages[each.pick % Math.max(1, messages.length)];
          const chat = chats[each.pick % Math.max(1, chats.length)];
          const text = `text ${count}`;
          const none = { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] };
          if (each.type === "setting") (states[each.device] as (typeof states)[number]).theme = `theme ${count}`;
          else if (each.type === "image") await addImage(database, `image ${count}`);
          else if (each.type === "add") {
            await addLongChat(database, `chat ${count}`, 3);
          } else if (each.type === "edit" && message?.sessionId !== undefined) {
            edits.set(message.id, { text, chat: message.sessionId });
            await writeMessage(database, message.id, message.sessionId, text);
          } else if (each.type === "rename" && chat) {
            renames.set(chat.id, [...(renames.get(chat.id) ?? []), text]);
            await database.write({ ...none, patchSessions: [{ id: chat.id, topic: text }] });
          } else if (each.type === "remove" && message?.sessionId !== undefined) {
            undone.add(message.sessionId);
            await database.write({ ...none, deleteMessages: [message.id], deletedFrom: [message.sessionId] });
          } else if (each.type === "delete" && chat) {
            undone.add(chat.id);
            await database.purge({ id: chat.id, deletedAt: 1_000 + count });
          } else if (each.type === "trash" && chat) {
            undone.add(chat.id);
            await database.write({ ...none, patchSessions: [{ id: chat.id, deletedAt: 1_000 + count }] });
          }
        }

        let now = 1_800_000_000_000;
        const clock = jest.spyOn(Date, "now").mockImplementation(() => now++);
        await syncOnce(0, setUp);
        for (const index of [1, 2]) await syncOnce(index, unlock);
        for (const [count, each] of steps.entries()) {
          if ("pick" in each) await change(each, count);
          else if (each.type === "wait") now += 2 * 86_400_000;
          else {
            const other = each.meanwhile;
            if (other !== undefined && other !== each.device) {
              location.meanwhile = () => syncUnlocked(other).catch(() => {});
            }
            const next = `passphrase ${count}`;
            const sealing: Record<string, SealingChange | undefined> = {
              passphrase: { kind: "change-passphrase", current: passphrases.at(-1) ?? "", passphrase: next },
              renew: { kind: "renew", passphrase: next, recoveryCode },
            };
            if (each.type !== "sync") passphrases.push(next);
            const act = async () => {
              if (each.during) await change({ ...each.during, device: each.device }, 100 + count);
            };
            await syncOnce(each.device, sealing[each.type], each.fails, act).catch(() => {});
            // Each listed daily state can be opened completely, and never changes.
            for (const { at, content } of await daysOf(location.remote, passphrases)) {
              expect(content).toBe(days.get(at) ?? content);
              days.set(at, content);
            }
            location.meanwhile = undefined;
          }
        }
        for (let round = 0; round < 4; round++) for (const index of [0, 1, 2]) await syncUnlocked(index);
        // The devices remove what is not needed any more, and nothing else.
        for (const wait of [0, 2 * 86_400_000]) {
          now += wait;
          for (const index of [0, 1, 2]) {
            await addImage(devices[index] as Database, `last ${wait} ${index}`);
            await syncUnlocked(index);
          }
        }
        for (const index of [0, 1, 2]) await syncUnlocked(index);
        await daysOf(location.remote, passphrases);
        const { needed, retired } = await objectsOf(location.remote, passphrases);
        expect([...needed].filter((name) => !location.stored.has(name))).toEqual([]);
        expect(retired.filter((name) => needed.has(name))).toEqual([]);
        const fresh = await openDevice();
        devices.push(fresh);
        states.push({ theme: "auto", ledger: undefined });
        await syncUnlocked(3);
        const shown = await Promise.all(devices.map(visibleRows));
        for (const rows of shown) expect(rows).toEqual(shown[0]);
        for (const database of devices) {
          for (const id of shown[0]?.join("\n").match(/(?<=stored:)[^"]+/g) ?? []) {
            expect((await database.readBlob(id))?.id).toBe(id);
          }
        }
        expect(new Set(states.map(({ theme }) => theme)).size).toBe(1);
        const texts = (shown[0] ?? []).join("\n");
        for (const { text, chat } of edits.values()) {
          if (!undone.has(chat)) expect(texts).toContain(`"${text}"`);
        }
        for (const [chat, topics] of renames) {
          const isShown = topics.some((topic) => texts.includes(`"topic":"${topic}"`));
          if (!undone.has(chat)) expect([chat, isShown]).toEqual([chat, true]);
        }
        for (const [count, each] of steps.entries()) {
          if (each.type === "add" && !undone.has(`chat ${count}`)) expect(texts).toContain(`"chat ${count}"`);
        }
        closeDevices();
        clock.mockRestore();
      }),
      {
        // A chat that one device moves to the trash, while another one deletes a message of it.
        examples: [[trashedAndEdited]],
        numRuns: Number(process.env.SYNC_RUNS ?? 120),
      },
    );
  },
  4_000_000,
);

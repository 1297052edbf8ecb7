import type { Database } from "@/lib/storage/database";
import { type Remote, syncError } from "@/lib/sync/remote";
import type { SyncOrder } from "@/store/sync/sync-messages";
import { passphrase, setUp, unlock } from "../../support/sealing-changes";
import {
  addChat,
  addLongChat,
  closeDevices,
  objectsOf,
  openDevice,
  openLocation,
  rowsIn,
  syncDevice,
  visibleRows,
  writeMessage,
} from "../../support/sync-locations";
import { problem } from "../../support/sync-problem";

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));
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

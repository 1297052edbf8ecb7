import type { AppError } from "@/lib/errors";
import type { Database } from "@/lib/storage/database";
import type { Remote } from "@/lib/sync/remote";
import type { HistoryRequest } from "@/store/sync/sync-messages";
import { sampleRecord } from "../../support/chat-samples";
import { passphrase, setUp, unlock } from "../../support/sealing-changes";
import {
  addChat,
  addImage,
  addLongChat,
  closeDevices,
  openDevice,
  openIndex,
  openLocation,
  rowsIn,
  syncDevice,
  visibleRows,
  writeMessage,
} from "../../support/sync-locations";
import { problem } from "../../support/sync-problem";
import { openTab } from "../../support/sync-tabs";

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));

const none = { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] };
const dayMs = 86_400_000;

let now = 0;
beforeEach(() => {
  now = Date.UTC(2027, 0, 1, 12);
  jest.spyOn(Date, "now").mockImplementation(() => now++);
});
afterEach(() => {
  jest.restoreAllMocks();
  closeDevices();
});

/** Two devices that have changed much on the second day. */
async function changedDay() {
  const location = openLocation();
  const [one, two] = [await openDevice(), await openDevice()];
  for (const id of ["edited", "deleted"]) await addChat(one, id);
  await addImage(one, "trashed");
  await addLongChat(one, "shortened", 3);
  await addChat(one, "same");
  await syncDevice(one, location.remote, { sealing: setUp });
  await syncDevice(two, location.remote, { sealing: unlock });
  const before = await visibleRows(one);
  now += dayMs;
  await writeMessage(one, "m-edited", "edited", "a new text");
  await writeMessage(one, "m-2", "edited", "a later message");
  await one.purge({ id: "deleted", deletedAt: now });
  await one.write({ ...none, patchSessions: [{ id: "trashed", deletedAt: now }] });
  await one.deleteBlobs(["blob of trashed"]);
  await one.write({ ...none, deleteMessages: ["shortened-1"], deletedFrom: ["shortened"] });
  await one.write({ ...none, patchSessions: [{ id: "shortened", topic: "renamed" }] });
  await addChat(one, "added");
  await syncDevice(one, location.remote);
  await syncDevice(two, location.remote);
  const ask = async (database: Database, history: HistoryRequest) => syncDevice(database, location.remote, { history });
  const listed = await ask(one, { kind: "list" });
  if (listed.kind !== "days") throw new Error(listed.kind);
  return { location, one, two, before, ask, days: listed.days };
}

test("a daily state is compared by chat, and one chat of it is restored on all devices", async () => {
  const { location, one, two, ask, days } = await changedDay();
  expect(days.map(({ at }) => new Date(at).toISOString().slice(0, 10))).toEqual(["2027-01-01"]);
  const day = days[0]?.object ?? "";
  const compared = await ask(two, { kind: "compare", day });
  if (compared.kind !== "compared") throw new Error(compared.kind);
  const chats = compared.chats.map(({ id, kind, messages, later }) => [id, kind, messages, later]).toSorted();
  expect(chats).toEqual([
    ["added", "later", 0, 1],
    ["deleted", "missing", 1, 0],
    ["edited", "changed", 1, 1],
    ["shortened", "changed", 1, 0],
    ["trashed", "missing", 1, 0],
  ]);
  const text = location.text();
  expect(await ask(two, { kind: "restore", day, chats: ["deleted"] })).toEqual({ kind: "restored", count: 1 });
  expect(location.text()).toBe(text);
  for (const device of [two, one, two]) await syncDevice(device, location.remote);
  for (const device of [one, two]) {
    expect((await visibleRows(device)).join()).toContain("text of deleted");
    expect(await visibleRows(device)).toEqual(await visibleRows(two));
  }
  const again = await ask(one, { kind: "compare", day });
  expect(again.kind === "compared" && again.chats.map(({ id }) => id)).not.toContain("deleted");
});

test("everything of a daily state is restored; later chats, messages and texts stay", async () => {
  const { location, one, two, ask, days } = await changedDay();
  const day = days[0]?.object ?? "";
  const chats = ["deleted", "edited", "shortened", "trashed", "added"];
  expect(await ask(one, { kind: "restore", day, chats })).toEqual({ kind: "restored", count: 4 });
  for (const device of [one, two, one]) await syncDevice(device, location.remote);
  const fresh = await openDevice();
  await syncDevice(fresh, location.remote, { sealing: unlock });
  for (const device of [one, two, fresh]) {
    expect(await visibleRows(device)).toEqual(await visibleRows(one));
    expect((await device.readBlob("blob of trashed"))?.id).toBe("blob of trashed");
  }
  const messages = (await rowsIn(fresh)) as { id: string; topic?: string; content?: unknown; isAside?: boolean }[];
  const texts = messages.flatMap(({ content, isAside }) => (typeof content === "string" ? [[content, isAside]] : []));
  expect(texts).toEqual(
    expect.arrayContaining([
      ["text of edited", undefined],
      ["a new text", true],
      ["a later message", undefined],
      ["text of deleted", undefined],
      ["text of added", undefined],
    ]),
  );
  expect(messages.map(({ id }) => id)).toContain("shortened-1");
  expect(messages.find(({ id }) => id === "shortened")?.topic).not.toBe("renamed");
  const counts = (await fresh.readSome({ sessions: ["edited", "shortened", "trashed"], messages: [] })).sessions;
  expect(counts.map(({ messageCount }) => messageCount)).toEqual([2, 3, 1]);
  const after = await ask(one, { kind: "compare", day });
  expect(after.kind === "compared" && after.chats.map(({ id, kind }) => [id, kind])).toEqual([["added", "later"]]);
});

test("a chat that was restored elsewhere is not restored twice, and its messages keep their order", async () => {
  const { location, one, two, ask, days } = await changedDay();
  const day = days[0]?.object ?? "";
  for (const device of [one, two]) await ask(device, { kind: "restore", day, chats: ["shortened", "deleted"] });
  for (const device of [one, two, one, two]) await syncDevice(device, location.remote);
  expect(await visibleRows(one)).toEqual(await visibleRows(two));
  const { messages } = await one.readSome({
    sessions: [],
    messages: ["shortened-0", "shortened-1", "shortened-2"],
  });
  const inOrder = messages.toSorted((former, next) => former.seq - next.seq).map(({ id }) => id);
  expect(inOrder).toEqual(["shortened-0", "shortened-1", "shortened-2"]);
});

test("a daily state that is lost or altered is reported and restores nothing; the sync goes on @V12.2", async () => {
  const { location, one, ask, days } = await changedDay();
  const day = days[0]?.object ?? "";
  const rows = await rowsIn(one);
  for (const damage of [new Uint8Array(2_000), undefined]) {
    if (damage) location.stored.set(day, damage);
    else location.stored.delete(day);
    for (const request of [
      { kind: "compare", day },
      { kind: "restore", day, chats: ["deleted"] },
    ] as const) {
      await expect(ask(one, request)).rejects.toMatchObject(problem("incomplete"));
    }
    expect(await rowsIn(one)).toEqual(rows);
  }
  await writeMessage(one, "m-3", "same", "goes on");
  expect(await syncDevice(one, location.remote)).toMatchObject({ kind: "synced" });
  await expect(ask(one, { kind: "compare", day: "0".repeat(32) })).rejects.toMatchObject(problem("changed"));
});

/** Restores two chats of a daily state, and acts while an image of one is read from the location. */
async function restoredWhile(act: (device: Database) => Promise<unknown>) {
  const { location, one, days } = await changedDay();
  await one.purge({ id: "trashed", deletedAt: now });
  const images = await imagesOf(location.remote);
  const remote: Remote = {
    ...location.remote,
    objects: {
      ...location.remote.objects,
      async read(name) {
        const bytes = await location.remote.objects.read(name);
        if (images.has(name)) await act(one);
        return bytes;
      },
    },
  };
  const history: HistoryRequest = { kind: "restore", day: days[0]?.object ?? "", chats: ["trashed", "edited"] };
  const outcome = await syncDevice(one, remote, { history }).catch((thrown: AppError) => thrown);
  return { location, one, outcome };
}

/** Returns the objects of images to which the daily states of a location refer. */
async function imagesOf(remote: Remote): Promise<ReadonlySet<string>> {
  const images = new Set<string>();
  const { index, place } = await openIndex(remote, [passphrase]);
  for (const { object } of index.days) {
    for (const shard of (await place.readDay(object))?.shards.values() ?? []) {
      for (const { blobs } of (await place.readShard(shard.object)).values()) {
        for (const image of blobs.values()) images.add(image);
      }
    }
  }
  return images;
}

test("nothing is restored if all data was cleared meanwhile", async () => {
  const { one, outcome } = await restoredWhile((device) => device.clear({ id: "cleared", isRestCleared: true }));
  expect(outcome).toMatchObject(problem("cleared"));
  expect([await rowsIn(one), await one.readBlobFacts()]).toEqual([[], []]);
});

test("a text that is written during a restore stays as a version", async () => {
  const { one, outcome } = await restoredWhile((device) => writeMessage(device, "m-edited", "edited", "a third text"));
  expect(outcome).toEqual({ kind: "restored", count: 2 });
  const rows = (await rowsIn(one)) as { sessionId?: string; content?: unknown; isAside?: boolean }[];
  const texts = rows.flatMap(({ sessionId, content, isAside }) => (sessionId === "edited" ? [[content, isAside]] : []));
  expect(texts.toSorted()).toEqual([
    ["a later message", undefined],
    ["a third text", true],
    ["text of edited", undefined],
  ]);
});

test("a chat that is deleted during a restore returns with its head", async () => {
  const { one, outcome } = await restoredWhile((device) => device.purge({ id: "edited", deletedAt: now }));
  expect(outcome).toEqual({ kind: "restored", count: 2 });
  const { sessions, messages } = await one.readSome({ sessions: ["edited"], messages: ["m-edited", "m-2"] });
  expect(sessions.map(({ id, messageCount }) => [id, messageCount])).toEqual([["edited", 1]]);
  expect(messages.map(({ content }) => content)).toEqual(["text of edited"]);
});

test("a reply that begins during a restore goes on", async () => {
  const reply = sampleRecord({ id: "m-3", sessionId: "edited", seq: 3, date: 20, content: "", streaming: true });
  const { one, outcome } = await restoredWhile((device) => device.write({ ...none, putMessages: [reply] }));
  expect(outcome).toEqual({ kind: "restored", count: 2 });
  const { sessions, messages } = await one.readSome({ sessions: ["edited"], messages: ["m-3"] });
  expect(messages).toEqual([reply]);
  expect(sessions.map(({ messageCount }) => messageCount)).toEqual([3]);
});

/** A device that has not synced since a chat was added and deleted, or a message of it, with a clock that is ahead. */
async function laggingDevice(deleted: "chat" | "message") {
  const location = openLocation();
  const [one, two] = [await openDevice(), await openDevice()];
  await addChat(one, "same");
  await syncDevice(one, location.remote, { sealing: setUp });
  await syncDevice(two, location.remote, { sealing: unlock });
  now += dayMs;
  await addLongChat(one, "long", 3);
  await syncDevice(one, location.remote);
  now += 30 * dayMs;
  if (deleted === "chat") await one.purge({ id: "long", deletedAt: now });
  else await one.write({ ...none, deleteMessages: ["long-1"], deletedFrom: ["long"] });
  await syncDevice(one, location.remote);
  now -= 29 * dayMs;
  const listed = await syncDevice(two, location.remote, { history: { kind: "list" } });
  return { location, one, two, day: listed.kind === "days" ? (listed.days[0]?.object ?? "") : "" };
}

test.each(["chat", "message"] as const)(
  "a deleted %s returns on a device that has not synced lately",
  async (deleted) => {
    const { location, one, two, day } = await laggingDevice(deleted);
    const history: HistoryRequest = { kind: "restore", day, chats: ["long"] };
    await expect(syncDevice(two, location.remote, { history })).rejects.toMatchObject(problem("unsynced"));
    const tab = openTab(two, location.remote);
    expect(await tab.getState().history(history)).toEqual({ kind: "restored", count: 1 });
    for (const device of [two, one, two]) await syncDevice(device, location.remote);
    for (const device of [one, two]) {
      expect((await visibleRows(device)).join()).toContain('"long-1"');
      expect(await visibleRows(device)).toEqual(await visibleRows(one));
    }
  },
);

test("a device goes back to a day while another one syncs, but not while its sync is paused", async () => {
  const { location, one, two, ask, days } = await changedDay();
  const history: HistoryRequest = { kind: "restore", day: days[0]?.object ?? "", chats: ["deleted"] };
  const tab = openTab(two, location.remote);
  tab.getState().change({ isPaused: true });
  await expect(tab.getState().history(history)).rejects.toMatchObject(problem("unsynced"));
  tab.getState().change({ isPaused: false });
  await syncDevice(two, location.remote);
  let reads = 0;
  const busy: Remote = {
    ...location.remote,
    async get() {
      // After the sync, and before the daily state is read.
      if (++reads === 2) {
        await writeMessage(one, "m-4", "same", "another text");
        await syncDevice(one, location.remote);
      }
      return location.remote.get();
    },
  };
  expect(await openTab(two, busy).getState().history(history)).toEqual({ kind: "restored", count: 1 });
  const compared = await ask(two, { kind: "compare", day: days[0]?.object ?? "" });
  expect(compared.kind === "compared" && compared.chats.map(({ id }) => id)).not.toContain("deleted");
});

import type { Database } from "@/lib/storage/database";
import type { Remote } from "@/lib/sync/remote";
import type { SyncOrder } from "@/store/sync/sync-messages";
import { sampleRecord, sampleSession } from "../../support/chat-samples";
import { setUp, unlock } from "../../support/sealing-changes";
import {
  addChat,
  addImage,
  closeDevices,
  openDevice,
  openLocation,
  rowsIn,
  syncDevice,
  visibleRows,
  writeMessage,
} from "../../support/sync-locations";
import { problem } from "../../support/sync-problem";

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));

const none = { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] };

afterEach(closeDevices);

/** Runs an action once, after a device has read its chats and before it writes anything there. */
function withChange(remote: Remote, act: () => Promise<unknown>): Remote {
  let isDone = false;
  const once = async () => {
    if (!isDone) {
      isDone = true;
      await act();
    }
  };
  return {
    ...remote,
    objects: {
      ...remote.objects,
      async write(name, bytes) {
        await once();
        await remote.objects.write(name, bytes);
      },
    },
    async set(text, over) {
      await once();
      await remote.set(text, over);
    },
  };
}

describe.each([
  ["encrypted", { sealing: setUp }, { sealing: unlock }],
  ["readable", {}, {}],
] as [string, Partial<SyncOrder>, Partial<SyncOrder>][])(
  "during a sync with a location that is %s",
  (_name, first, next) => {
    async function twoDevices() {
      const location = openLocation();
      const [one, two] = [await openDevice(), await openDevice()];
      for (const id of ["a", "b"]) await addChat(one, id);
      await syncDevice(one, location.remote, first);
      await syncDevice(two, location.remote, next);
      return { location, one, two };
    }
    const topicOn = async (database: Database, id = "a") =>
      (await database.readSome({ sessions: [id], messages: [] })).sessions[0]?.topic;
    const rename = (database: Database, topic: string) =>
      database.write({ ...none, patchSessions: [{ id: "a", topic }] });

    test("nothing is written once all data was cleared", async () => {
      const { location, one, two } = await twoDevices();
      await addImage(one, "c");
      await syncDevice(one, location.remote);
      for (const id of ["d", "e"]) await addChat(two, id);
      const clearing = withChange(location.remote, () => two.clear({ id: "cleared", isRestCleared: true }));
      await expect(syncDevice(two, clearing)).rejects.toMatchObject(problem("cleared"));
      const memory = await (await two.syncRows()).readParts("");
      expect([await rowsIn(two), await two.readBlobFacts(), [...memory.keys()]]).toEqual([[], [], []]);
      await expect(syncDevice(two, location.remote, next)).rejects.toMatchObject(problem("cleared"));
      await syncDevice(two, location.remote, { ...next, clearing: "cleared" });
      for (const device of [one, two])
        await syncDevice(device, location.remote, { clearing: device === two ? "cleared" : undefined });
      const chats = (await two.readIds()).sessions;
      expect(["a", "b", "c"].filter((id) => chats.includes(id))).toEqual(["a", "b", "c"]);
      expect(await visibleRows(two)).toEqual(await visibleRows(one));
    });

    test("all data that is replaced stays, and the sync begins again", async () => {
      const { location, one, two } = await twoDevices();
      await writeMessage(one, "m-a", "a", "changed");
      await syncDevice(one, location.remote);
      await addChat(two, "d");
      const session = sampleSession({ id: "new", lastUpdate: 30, messageCount: 1 });
      const replaced = {
        sessions: [session],
        messages: [sampleRecord({ id: "m-new", sessionId: "new", seq: 1, date: 30, content: "of the backup" })],
        isAll: true,
      };
      await syncDevice(
        two,
        withChange(location.remote, () => two.putAll(replaced)),
        { isAgreed: true },
      );
      await syncDevice(two, location.remote, { isAgreed: true });
      await syncDevice(one, location.remote, { isAgreed: true });
      expect(JSON.stringify(await visibleRows(two))).toContain("of the backup");
      expect(await visibleRows(one)).toEqual(await visibleRows(two));
    });

    test("a title that is edited stays, and is sent by the next sync", async () => {
      const { location, one, two } = await twoDevices();
      await rename(one, "of one");
      await one.write({ ...none, patchSessions: [{ id: "a", pinned: true }] });
      await syncDevice(one, location.remote);
      await addChat(two, "d");
      await syncDevice(
        two,
        withChange(location.remote, () => rename(two, "of two, later")),
      );
      expect(await topicOn(two)).toBe("of two, later");
      for (const device of [two, one]) await syncDevice(device, location.remote);
      expect([await topicOn(one), await topicOn(two)]).toEqual(["of two, later", "of two, later"]);
      expect((await two.readSome({ sessions: ["a"], messages: [] })).sessions[0]?.pinned).toBe(true);
    });

    test("a message that is added to a chat deleted elsewhere stays, and brings the chat back", async () => {
      const { location, one, two } = await twoDevices();
      await one.purge({ id: "a", deletedAt: 40 });
      await syncDevice(one, location.remote);
      await addChat(two, "d");
      const now = Date.now();
      const record = sampleRecord({ id: "m-late", sessionId: "a", seq: 2, date: now, content: "written meanwhile" });
      const adds = () => two.write({ ...none, patchSessions: [{ id: "a", lastUpdate: now }], putMessages: [record] });
      await syncDevice(two, withChange(location.remote, adds));
      const texts = async (database: Database) => (await visibleRows(database)).join("\n");
      expect(await texts(two)).toContain("written meanwhile");
      for (const device of [two, one]) await syncDevice(device, location.remote);
      for (const text of ["text of a", "written meanwhile"]) expect(await texts(one)).toContain(text);
      expect(await visibleRows(one)).toEqual(await visibleRows(two));
    });

    test("the number of messages is right after one was added to a chat that another device has changed", async () => {
      const { location, one, two } = await twoDevices();
      await writeMessage(one, "m-2", "a", "of one");
      await syncDevice(one, location.remote);
      await addChat(two, "d");
      await syncDevice(
        two,
        withChange(location.remote, () => writeMessage(two, "m-3", "a", "of two")),
      );
      expect((await two.readSome({ sessions: ["a"], messages: [] })).sessions[0]?.messageCount).toBe(3);
    });
  },
);

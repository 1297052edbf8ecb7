import fc from "fast-check";
import type { AppError } from "@/lib/errors";
import type { Database } from "@/lib/storage/database";
import type { Remote } from "@/lib/sync/remote";
import type { SyncOrder } from "@/store/sync/sync-messages";
import { passphrase, setUp, unlock } from "../../support/sealing-changes";
import {
  addChat,
  addImage,
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

interface Row {
  readonly id: string;
  readonly sessionId?: string;
  readonly content?: unknown;
  readonly isAside?: boolean;
}

/** Syncs a device. If objects are lost, it repairs the location with the user's consent. */
async function syncRepairing(database: Database, remote: Remote, given: Partial<SyncOrder> = {}) {
  try {
    return await syncDevice(database, remote, { isAgreed: true, ...given });
  } catch (thrown) {
    const { problem: name, print } = (thrown as AppError).details;
    if (name !== "incomplete") throw thrown;
    return syncDevice(database, remote, { isAgreed: true, ...given, repairs: String(print) });
  }
}

describe("a location that has lost objects", () => {
  test("is repaired with consent to exactly this state; another device adds what it has @V12.2", async () => {
    const location = openLocation();
    const [one, two] = [await openDevice(), await openDevice()];
    for (const id of ["a", "b"]) await addChat(one, id);
    await addImage(one, "c");
    await syncDevice(one, location.remote, { sealing: setUp });
    await syncDevice(two, location.remote, { sealing: unlock });
    await addImage(two, "d");
    await syncDevice(two, location.remote);
    const text = location.text();
    const names = [...location.stored.keys()];
    location.stored.clear();
    // Content of the same host, but of other objects.
    for (const name of names.slice(0, 2)) location.stored.set(name, new Uint8Array(2_000));
    await addChat(one, "e");
    const rows = await rowsIn(one);
    const lost = await syncDevice(one, location.remote).catch((thrown: AppError) => thrown);
    expect(lost).toMatchObject(problem("incomplete"));
    expect([location.text(), await rowsIn(one)]).toEqual([text, rows]);
    const other = syncDevice(one, location.remote, { repairs: "another state" });
    await expect(other).rejects.toMatchObject(problem("incomplete"));
    expect(location.text()).toBe(text);
    await syncDevice(one, location.remote, { repairs: String((lost as AppError).details.print) });
    await syncDevice(two, location.remote);
    await syncDevice(one, location.remote);
    const three = await openDevice();
    await syncDevice(three, location.remote, { sealing: unlock });
    for (const device of [one, two, three]) {
      expect((await device.readIds()).sessions).toEqual(["a", "b", "c", "d", "e"]);
      expect(await visibleRows(device)).toEqual(await visibleRows(two));
      for (const id of ["blob of c", "blob of d"]) expect((await device.readBlob(id))?.id).toBe(id);
    }
  });

  test("receives an image again from the device that has it, also after others have repaired without it", async () => {
    const location = openLocation();
    const [one, two, three] = [await openDevice(), await openDevice(), await openDevice()];
    await addImage(one, "a");
    await syncDevice(one, location.remote, { sealing: setUp });
    await syncDevice(two, location.remote, { sealing: unlock });
    await two.deleteBlobs(["blob of a"]);
    location.stored.clear();
    await addChat(two, "b");
    await syncRepairing(three, location.remote, { sealing: unlock });
    for (const device of [two, three]) await syncDevice(device, location.remote);
    expect(await visibleRows(three)).toEqual(await visibleRows(two));
    expect(await three.readBlob("blob of a")).toBeUndefined();
    for (const device of [one, three]) await syncDevice(device, location.remote);
    expect((await three.readBlob("blob of a"))?.id).toBe("blob of a");
  });

  test("keeps an edit that was lost there as a version, beside the edit of the device that repairs @V12.2", async () => {
    for (const skew of [0, 5_000_000, -5_000_000]) {
      const location = openLocation();
      const [one, two] = [await openDevice(), await openDevice()];
      await addChat(one, "a");
      await syncDevice(one, location.remote, { sealing: setUp });
      await syncDevice(two, location.remote, { sealing: unlock });
      await writeMessage(two, "m-a", "a", "edit of two");
      await syncDevice(two, location.remote);
      await writeMessage(one, "m-a", "a", "edit of one");
      location.stored.clear();
      const clock = jest.spyOn(Date, "now").mockReturnValue(Date.now() + skew);
      await syncRepairing(one, location.remote);
      clock.mockRestore();
      for (const device of [two, one]) await syncDevice(device, location.remote);
      for (const device of [one, two]) {
        const texts = ((await rowsIn(device)) as { content?: unknown }[]).flatMap(({ content }) => content ?? []);
        expect(texts.toSorted()).toEqual(["edit of one", "edit of two"]);
        expect(await visibleRows(device)).toEqual(await visibleRows(one));
      }
      // The repair was noticed once: a later edit has no version.
      await writeMessage(one, "m-a", "a", "a later edit");
      for (const device of [one, two]) await syncDevice(device, location.remote);
      expect((await rowsIn(two)).length).toBe(3);
    }
  });

  const loss = fc.record({ pick: fc.nat(1_000), isAltered: fc.boolean() });
  const round = fc.record({
    device: fc.nat(2),
    type: fc.constantFrom("add", "edit", "image", "purge", "none"),
    pick: fc.nat(20),
    losses: fc.array(loss, { maxLength: 4 }),
    syncs: fc.boolean(),
  });

  test("converges with consent: all devices have what any of them has, and nothing altered @V12.2", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { maxLength: 14 }), async (rounds) => {
        const location = openLocation();
        const devices = [await openDevice(), await openDevice(), await openDevice()];
        const added = new Set<string>();
        const purged = new Set<string>();
        /** Chats of all texts that no device has replaced knowingly. */
        const edits = new Map<string, string>();
        let now = 1_800_000_000_000;
        let skew = 0;
        const clock = jest.spyOn(Date, "now").mockImplementation(() => now++ + skew);
        await syncDevice(devices[0] as Database, location.remote, { sealing: setUp });
        for (const each of devices.slice(1)) await syncDevice(each, location.remote, { sealing: unlock });
        for (const [count, { device, type, pick, losses, syncs }] of rounds.entries()) {
          const database = devices[device] as Database;
          skew = (device - 1) * 1_000_000;
          const { sessions, messages } = await database.readIds();
          const chat = sessions[pick % Math.max(1, sessions.length)];
          const message = messages[pick % Math.max(1, messages.length)];
          if (type === "add") await addLongChat(database, `chat ${count}`, 2);
          if (type === "image") await addImage(database, `chat ${count}`);
          if (type === "add" || type === "image") added.add(`chat ${count}`);
          if (type === "purge" && chat !== undefined) {
            purged.add(chat);
            await database.purge({ id: chat, deletedAt: now });
          }
          const row = ((await rowsIn(database)) as Row[]).find((each) => each.id === message && each.isAside !== true);
          if (type === "edit" && row?.sessionId !== undefined) {
            edits.delete(String(row.content));
            edits.set(`text ${count}`, row.sessionId);
            await writeMessage(database, row.id, row.sessionId, `text ${count}`);
          }
          const names = [...location.stored.keys()];
          for (const { pick: at, isAltered } of losses) {
            const name = names[at % names.length] ?? "";
            const other = location.stored.get(names[(at + 1) % names.length] ?? "");
            if (isAltered && other) location.stored.set(name, other);
            else location.stored.delete(name);
          }
          if (syncs) await syncRepairing(database, location.remote);
        }
        for (let again = 0; again < 3; again++) {
          for (const each of devices) await syncRepairing(each, location.remote);
        }
        const fresh = await openDevice();
        await syncRepairing(fresh, location.remote, { sealing: unlock });
        // The new device may be the first one that notices a loss.
        for (let again = 0; again < 2; again++) {
          for (const each of [...devices, fresh]) await syncRepairing(each, location.remote);
        }
        const shown = await Promise.all([...devices, fresh].map(visibleRows));
        for (const rows of shown) expect(rows).toEqual(shown[0]);
        const texts = (shown[0] ?? []).join("\n");
        for (const id of added) if (!purged.has(id)) expect(texts).toContain(`"${id}"`);
        for (const [text, chat] of edits) if (!purged.has(chat)) expect(texts).toContain(`"${text}"`);
        for (const each of [...devices, fresh]) {
          for (const id of texts.match(/(?<=stored:)[^"]+/g) ?? []) expect((await each.readBlob(id))?.id).toBe(id);
        }
        const { needed, retired } = await objectsOf(location.remote, [passphrase]);
        expect([...needed].filter((name) => !location.stored.has(name))).toEqual([]);
        expect(retired.filter((name) => needed.has(name))).toEqual([]);
        closeDevices();
        clock.mockRestore();
      }),
      { numRuns: Number(process.env.SYNC_RUNS ?? 60) },
    );
  }, 4_000_000);
});

import { readSealedFile, type SealedFile } from "@/lib/sealing/sealed-file";
import type { Remote } from "@/lib/sync/remote";
import { passphrase, setUp, unlock } from "../../support/sealing-changes";
import {
  addChat,
  addImage,
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

import { encrypt } from "@/lib/sealing/aead";
import { padText } from "@/lib/sealing/padded";
import { openSealedFile, readSealedFile, type SealedFile, unlockVault } from "@/lib/sealing/sealed-file";
import { base64OfBytes } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
import { canonicalText } from "@/lib/sync/fingerprint";
import { shardOf } from "@/lib/sync/object-index";
import type { Remote } from "@/lib/sync/remote";
import { passphrase, setUp, unlock } from "../../support/sealing-changes";
import {
  addChat,
  closeDevices,
  daysOf,
  objectsOf,
  openDevice,
  openLocation,
  syncDevice,
  writeMessage,
} from "../../support/sync-locations";

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));

const dayMs = 86_400_000;
const midnight = Date.UTC(2027, 0, 2);

let now = 0;
beforeEach(() => {
  now = midnight - dayMs / 2;
  jest.spyOn(Date, "now").mockImplementation(() => now++);
});
afterEach(() => {
  jest.restoreAllMocks();
  closeDevices();
});

async function twoDevices() {
  const location = openLocation();
  const [one, two] = [await openDevice(), await openDevice()];
  await addChat(one, "x");
  await syncDevice(one, location.remote, { sealing: setUp });
  await syncDevice(two, location.remote, { sealing: unlock });
  const edit = async (device: Database, text: string, at: number) => {
    now = at;
    await writeMessage(device, "m-x", "x", text);
    await syncDevice(device, location.remote);
  };
  const listed = async (texts: readonly string[]) => {
    const days = await daysOf(location.remote, [passphrase]);
    return texts.filter((text) => days.some(({ content }) => content.includes(text)));
  };
  return { location, one, two, edit, listed };
}

test("with clocks that differ by two minutes at midnight, the last state of the day is listed", async () => {
  const { one, two, edit, listed } = await twoDevices();
  await edit(one, "just after midnight", midnight + 30_000);
  await edit(two, "before midnight by its clock", midnight - 60_000);
  await edit(one, "two minutes later", midnight + 120_000);
  await edit(one, "in the evening", midnight + 0.8 * dayMs);
  for (const day of [1.5, 2.5]) await edit(one, `day ${day}`, midnight + day * dayMs);
  expect(await listed(["in the evening"])).toEqual(["in the evening"]);
});

test("beside a device whose clock is a day behind, the last state of each day is listed", async () => {
  const { one, two, edit, listed } = await twoDevices();
  const evenings: string[] = [];
  for (let day = 1; day < 10; day++) {
    const morning = midnight + day * dayMs;
    await edit(one, `morning ${day}`, morning);
    await edit(two, `noon ${day}`, morning - 0.6 * dayMs);
    await edit(one, `evening ${day}`, morning + 0.4 * dayMs);
    evenings.push(`evening ${day}`);
  }
  await edit(one, "the day after", midnight + 11 * dayMs);
  expect(await listed(evenings)).toEqual(evenings);
});

test("a daily state that can never be read does not stop syncs, nor the removal of old states", async () => {
  const { location, one } = await twoDevices();
  let unreadable = "";
  const remote: Remote = {
    ...location.remote,
    objects: {
      ...location.remote.objects,
      async read(name) {
        if (name === unreadable) throw new Error("500");
        return location.remote.objects.read(name);
      },
    },
  };
  const listedNow = async () => {
    const listed = await syncDevice(one, remote, { history: { kind: "list" } });
    return listed.kind === "days" ? listed.days : [];
  };
  for (let day = 0; day < 110; day++) {
    now += dayMs;
    await writeMessage(one, "m-x", "x", `text ${day}`);
    await syncDevice(one, remote);
    if (day === 2) unreadable = (await listedNow()).at(-2)?.object ?? "";
  }
  expect((await listedNow()).length).toBeLessThanOrEqual(62);
}, 60_000);

test.each([
  ["remains for a month where another program carries the files", 30 * dayMs, 0],
  ["is removed after a day elsewhere", undefined, 8],
])("an object that nothing needs %s", async (_name, unneededMs, least) => {
  const { location, one } = await twoDevices();
  const remote: Remote = { ...location.remote, ...(unneededMs === undefined ? {} : { unneededMs }) };
  for (let change = 0; change < 20; change++) {
    await writeMessage(one, "m-x", "x", `text ${change}`);
    await syncDevice(one, remote);
    if (change === 15) now += 2 * dayMs;
  }
  if (least === 0) expect(location.removed).toBe(0);
  else expect(location.removed).toBeGreaterThanOrEqual(least);
});

test("a sync that fails on the first change of a day leaves no object of a day", async () => {
  const { location, one } = await twoDevices();
  now += dayMs;
  await writeMessage(one, "m-x", "x", "the next day");
  for (let attempt = 0; attempt < 10; attempt++) {
    let writes = 0;
    const objects: Remote["objects"] = {
      ...location.remote.objects,
      async write(name, bytes) {
        if (++writes === 2) throw new Error("offline");
        await location.remote.objects.write(name, bytes);
      },
    };
    await expect(syncDevice(one, { ...location.remote, objects })).rejects.toThrow("offline");
  }
  await syncDevice(one, location.remote);
  const { needed, retired } = await objectsOf(location.remote, [passphrase]);
  const known = new Set([...needed, ...retired]);
  expect([...location.stored.keys()].filter((name) => !known.has(name))).toEqual([]);
});

test("after a root of version 3 has replaced one with daily states, no object that is needed counts as unneeded", async () => {
  const location = openLocation();
  // A host without versions: a device that has read the root before its conversion may still replace it.
  const remote: Remote = {
    ...location.remote,
    get: async () => ({ text: (await location.remote.get()).text }),
    set: async (text) => location.replace(text),
  };
  const one = await openDevice();
  const names = Array.from({ length: 100 }, (_, index) => `o${index}`);
  const others = names.filter((name) => shardOf(`chat/${name}`) !== shardOf("chat/x")).slice(0, 12);
  for (const id of ["x", ...others]) await addChat(one, id);
  await syncDevice(one, remote, { sealing: setUp });
  const [first = "", second = "", third = ""] = others;
  const edit = async (id: string, text: string) => {
    await writeMessage(one, `m-${id}`, id, text);
    await syncDevice(one, remote);
  };
  for (const [day, id] of [first, first, "x"].entries()) {
    now += dayMs;
    await edit(id, `day ${day}`);
  }
  location.replace(await asVersion3(location.text()));
  for (let day = 3; day < 7; day++) {
    now += dayMs;
    await edit(second, `day ${day}`);
  }
  await edit("x", "changed later");
  const { needed, retired } = await objectsOf(remote, [passphrase]);
  expect(retired.filter((name) => needed.has(name))).toEqual([]);
  now += 2 * dayMs;
  for (let step = 0; step < 12; step++) {
    await edit(third, `step ${step}`);
    now += dayMs / 10;
  }
  // Every listed state can be read.
  expect((await daysOf(remote, [passphrase])).length).toBeGreaterThan(0);
});

/** Returns a root as version 3 writes it: without daily states and epochs. */
async function asVersion3(root: string): Promise<string> {
  const file = readSealedFile(JSON.parse(root)) as SealedFile;
  const vault = await unlockVault(file.header, passphrase);
  if (!vault) throw new Error("The passphrase is wrong.");
  const { writes, shards, retired } = JSON.parse((await openSealedFile(file, vault.key, "chats")) ?? "");
  const text = JSON.stringify({ writes, shards: shards.map((ref: unknown[]) => ref.slice(0, 3)), retired });
  const revision = file.revision + 1;
  const facts = canonicalText(["parley-sync", 3, "content", "chats", file.header, revision]);
  const sealed = await encrypt(vault.key, await padText(text), new TextEncoder().encode(facts));
  const content = base64OfBytes(sealed.buffer);
  return JSON.stringify({ $parley: { version: 3, sealed: { header: file.header, revision, content } } });
}

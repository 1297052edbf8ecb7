import { encrypt } from "@/lib/sealing/aead";
import { padText } from "@/lib/sealing/padded";
import { openSealedFile, readSealedFile, type SealedFile, unlockVault } from "@/lib/sealing/sealed-file";
import { base64OfBytes } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
import { canonicalText } from "@/lib/sync/fingerprint";
import { passphrase, recoveryCode, setUp, unlock } from "../../support/sealing-changes";
import {
  addChat,
  addImage,
  closeDevices,
  contentOf,
  daysOf,
  objectsOf,
  openDevice,
  openLocation,
  syncDevice,
  writeMessage,
} from "../../support/sync-locations";

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));

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

async function twoDevices() {
  const location = openLocation();
  const [one, two] = [await openDevice(), await openDevice()];
  for (const id of ["a", "b"]) await addChat(one, id);
  await syncDevice(one, location.remote, { sealing: setUp });
  await syncDevice(two, location.remote, { sealing: unlock });
  const change = async (database: Database, count: number) => {
    await writeMessage(database, `m-${count % 5}`, "a", `text ${count}`);
    const before = location.requests - location.removed;
    await syncDevice(database, location.remote);
    return location.requests - location.removed - before;
  };
  const linesOf = async () => (await contentOf(location.remote, passphrase)).split("\n").toSorted().join("\n");
  return { location, one, two, change, linesOf };
}

test("the last 30 daily states stay as they were; what only older ones needed is removed", async () => {
  const { location, one, two, change, linesOf } = await twoDevices();
  const expected: { at: string; content: string }[] = [];
  const requests: number[] = [];
  const sizes: number[] = [];
  for (let day = 0; day < 45; day++) {
    for (const [index, device] of [one, two, one].entries()) {
      if (day === 7 && index === 0) await addImage(one, "i");
      if (day === 9 && index === 0) await one.purge({ id: "i", deletedAt: now });
      requests.push(await change(device, day * 10 + index));
    }
    expected.push({ at: new Date(now).toISOString().slice(0, 10), content: await linesOf() });
    sizes.push(location.text().length);
    now += dayMs;
  }
  const days = (await daysOf(location.remote, [passphrase])).map(({ at, content }) => ({
    at: new Date(at).toISOString().slice(0, 10),
    content,
  }));
  expect(days).toEqual(expected.slice(-31, -1));
  // With what a device reads that another one has written.
  expect(Math.max(...requests.slice(0, 20))).toBeLessThanOrEqual(8);
  const { needed } = await objectsOf(location.remote, [passphrase]);
  expect([...needed].filter((name) => !location.stored.has(name))).toEqual([]);
  expect(location.stored.size).toBeLessThan(needed.size + 60);
  expect(Math.max(...sizes)).toBeLessThan(16_000);
});

test("the first change of a day takes one request more, and the second one removes an old state", async () => {
  const { location, one, change } = await twoDevices();
  const counts: number[][] = [];
  for (let day = 0; day < 36; day++) {
    const first = await change(one, day * 10);
    const second = await change(one, day * 10 + 1);
    counts.push([first, second, (await daysOf(location.remote, [passphrase])).length]);
    now += dayMs;
  }
  expect(counts[1]).toEqual([5, 4, 1]);
  expect(counts[20]?.slice(1)).toEqual([4, 20]);
  expect(counts.at(-1)?.slice(1)).toEqual([5, 30]);
});

test("days without a change list no state", async () => {
  const { location, one, two, change } = await twoDevices();
  now += dayMs;
  for (const device of [one, two]) await syncDevice(device, location.remote);
  expect(await daysOf(location.remote, [passphrase])).toEqual([]);
  now += dayMs;
  await change(one, 1);
  expect(await daysOf(location.remote, [passphrase])).toHaveLength(1);
});

test("a clock that is years ahead does not push other states out of the list", async () => {
  const { location, one, two, change } = await twoDevices();
  for (let count = 0; count < 40; count++) {
    await change(one, count);
    now += 4 * 365 * dayMs;
    await change(two, count + 1_000);
    now -= 4 * 365 * dayMs;
  }
  expect(await daysOf(location.remote, [passphrase])).toHaveLength(2);
});

test("a daily state that is lost or altered does not stop the sync", async () => {
  const { location, one, two, change } = await twoDevices();
  for (let day = 0; day < 34; day++) {
    await change(one, day);
    now += dayMs;
    const kept = await objectsOf(location.remote, [passphrase]).catch(() => undefined);
    if (day === 3 && kept) {
      const known = new Set(location.stored.keys());
      await change(one, 1_000);
      const added = [...location.stored.keys()].filter((name) => !known.has(name));
      for (const name of added.slice(0, 1)) location.stored.set(name, new Uint8Array(2_000));
    }
  }
  await change(two, 5_000);
  await change(one, 5_001);
  const content = await contentOf(location.remote, passphrase);
  for (const text of ["text 5000", "text 5001"]) expect(content).toContain(text);
});

test("a new key ends the list, and removes what only its states needed", async () => {
  const { location, one, change } = await twoDevices();
  for (let day = 0; day < 4; day++) {
    await change(one, day);
    now += dayMs;
  }
  const before = [...location.stored.keys()];
  await syncDevice(one, location.remote, { sealing: { kind: "renew", passphrase: "a second", recoveryCode } });
  expect(await daysOf(location.remote, ["a second"])).toEqual([]);
  const { retired } = await objectsOf(location.remote, ["a second"]);
  expect(before.filter((name) => location.stored.has(name) && !retired.includes(name))).toEqual([]);
});

test("turning encryption off removes the daily states, too", async () => {
  const { location, one, change } = await twoDevices();
  for (let day = 0; day < 4; day++) {
    await change(one, day);
    now += dayMs;
  }
  await syncDevice(one, location.remote, { sealing: { kind: "turn-off" } });
  expect(location.stored.size).toBe(0);
});

test("a location of version 3 is read, and its next write lists daily states from then on", async () => {
  const { location, one, two, change } = await twoDevices();
  const file = readSealedFile(JSON.parse(location.text())) as SealedFile;
  const vault = await unlockVault(file.header, passphrase);
  if (!vault) throw new Error("wrong passphrase");
  const index = JSON.parse((await openSealedFile(file, vault.key, "chats")) ?? "");
  const shards = index.shards.map((ref: unknown[]) => ref.slice(0, 3));
  const text = JSON.stringify({ writes: index.writes, shards, retired: index.retired });
  const revision = file.revision + 1;
  const facts = ["parley-sync", 3, "content", "chats", file.header, revision];
  const sealed = await encrypt(vault.key, await padText(text), new TextEncoder().encode(canonicalText(facts)));
  const content = base64OfBytes(sealed.buffer);
  location.replace(JSON.stringify({ $parley: { version: 3, sealed: { header: file.header, revision, content } } }));
  const before = new Set(location.stored.keys());
  now += dayMs;
  await change(one, 1);
  expect(readSealedFile(JSON.parse(location.text()))).toMatchObject({ version: 4 });
  expect([...before].filter((name) => !location.stored.has(name))).toEqual([]);
  expect(await daysOf(location.remote, [passphrase])).toEqual([]);
  now += dayMs;
  await change(two, 2);
  expect(await daysOf(location.remote, [passphrase])).toHaveLength(1);
});

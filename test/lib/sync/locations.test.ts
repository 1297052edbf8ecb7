/** @jest-environment node */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolderLocation } from "@/lib/sync/folder";
import type { Remote, RemoteCall } from "@/lib/sync/remote";
import { openS3 } from "@/lib/sync/s3";
import { remoteSender } from "@/lib/sync/send";
import { openUpstash } from "@/lib/sync/upstash";
import { openWebDav } from "@/lib/sync/webdav";
import { folderHandle } from "../../support/folder-handle";
import { hostAddress, startS3 } from "../../support/s3-peer";
import { peerCredentials, startUpstash, startWebDav } from "../../support/sync-peers";

type Send = (call: RemoteCall) => ReturnType<ReturnType<typeof remoteSender>>;

/** A location, as devices open it. */
interface Location {
  /** Opens the location as a further device; `through` wraps its calls. */
  open(through?: (send: Send) => Send): Remote;
  /** Opens the location as a device whose writes fail. */
  openFailing?(): Remote;
  stop(): Promise<void>;
}

const send: Send = remoteSender({ fetch: (url, init) => fetch(url, init) });
const plain = (given: Send) => given;
const now = () => Date.now();

const locations: Readonly<Record<string, () => Promise<Location>>> = {
  async WebDAV() {
    const peer = await startWebDav();
    const { username, password } = peerCredentials;
    const settings = { endpoint: peer.url, username, password };
    return { open: (through = plain) => openWebDav(settings, {}, through(send)), stop: peer.stop };
  },
  async Upstash() {
    const peer = await startUpstash();
    const settings = { endpoint: peer.url, username: "notes/ü 1", apiKey: peerCredentials.token };
    return { open: (through = plain) => openUpstash(settings, {}, through(send)), stop: peer.stop };
  },
  async "S3 that ignores conditions"() {
    const peer = await startS3();
    const settings = peer.settings({ prefix: "my notes/ü(1)" });
    return { open: (through = plain) => openS3(settings, {}, through(send), now), stop: peer.stop };
  },
  async "S3 with conditions"() {
    const peer = await startS3({ isConditional: true });
    return { open: (through = plain) => openS3(peer.settings(), {}, through(send), now), stop: peer.stop };
  },
  async "a folder"() {
    const path = await mkdtemp(join(tmpdir(), "folder-"));
    return {
      open: () => openFolderLocation(folderHandle(path)),
      openFailing: () => openFolderLocation(folderHandle(path, { writing: "AbortError" })),
      stop: () => rm(path, { recursive: true }),
    };
  },
  async "S3 with the bucket in the host name"() {
    const peer = await startS3({ isTrusting: true });
    const settings = peer.settings({ endpoint: hostAddress(peer), isPathStyle: false, prefix: "a" });
    const direct: Send = remoteSender(peer);
    return { open: (through = plain) => openS3(settings, {}, through(direct), now), stop: peer.stop };
  },
};

/** Some 3 MB with spaces at both ends and in rows, emoji, Arabic, and stretches without any space. */
const longText = ` ${"潮汐 comes  late 🌊, as مد does. ".repeat(60_000)}${"海".repeat(100_000)} end  `;

/** Locations that refuse a write over another version. */
const conditional = ["S3 with conditions", "a folder"];

describe.each(Object.entries(locations))("%s", (name, start) => {
  let location: Location;

  beforeAll(async () => {
    location = await start();
  });
  afterAll(() => location.stop());

  const bytesOf = (size: number) => Uint8Array.from({ length: size }, (_each, index) => (index * 7) % 256);

  test("is empty at first; a text of megabytes returns unchanged to another device, and a shorter one replaces it", async () => {
    const remote = location.open();
    expect(await remote.check()).toBe(true);
    const empty = await remote.get();
    expect(empty.text).toBe("");
    await remote.set(longText, empty);
    const kept = await location.open().get();
    expect(kept.text === longText).toBe(true);
    await location.open().set("short", kept);
    expect((await remote.get()).text).toBe("short");
    const root = '{"$parley":{"version":4,"sealed":"text of objects"}}';
    await remote.set(root, await remote.get());
    expect((await location.open().get()).text).toBe(root);
    await remote.set("", await remote.get());
    expect((await location.open().get()).text).toBe("");
  });

  test("objects return as written, whatever their size, and are missing before and after", async () => {
    const { objects } = location.open();
    for (const size of [0, 1, 255, 70_000, 2_500_000]) {
      const name = size.toString(16).padStart(32, "0");
      expect(await objects.read(name)).toBeUndefined();
      await objects.write(name, bytesOf(size));
      // A device that got no response writes again.
      await objects.write(name, bytesOf(size));
      const read = await location.open().objects.read(name);
      expect(Buffer.compare(read ?? new Uint8Array([1]), bytesOf(size))).toBe(0);
      await objects.remove(name);
      await objects.remove(name);
      expect(await objects.read(name)).toBeUndefined();
    }
  });

  test("many objects at once do not disturb each other or the text", async () => {
    const remote = location.open();
    await remote.set("text", await remote.get());
    const names = Array.from({ length: 24 }, (_each, index) => (index + 1).toString(16).padStart(32, "f"));
    await Promise.all(names.map((name, index) => remote.objects.write(name, bytesOf(index * 100))));
    const read = await Promise.all(names.map((each) => location.open().objects.read(each)));
    expect(read.map((bytes) => bytes?.length)).toEqual(names.map((_each, index) => index * 100));
    await Promise.all(names.map((each) => remote.objects.remove(each)));
    expect((await remote.get()).text).toBe("text");
  });

  test("of two devices that write over the same version, a conditional location refuses the second", async () => {
    const [one, two] = [location.open(), location.open()];
    await one.set("base", await one.get());
    const [seenByOne, seenByTwo] = [await one.get(), await two.get()];
    await one.set("of one", seenByOne);
    const second = two.set("of two", seenByTwo);
    if (!conditional.includes(name)) return void (await second);
    await expect(second).rejects.toMatchObject({ details: { problem: "changed" } });
    expect((await two.get()).text).toBe("of one");
  });

  test("a write that is lost on its way leaves the former text", async () => {
    const remote = location.open();
    await remote.set("former", await remote.get());
    const losing = (sending: Send): Send => {
      return async (call) => {
        if (call.method === "PUT" || call.method === "POST") throw new Error("lost");
        return sending(call);
      };
    };
    const lossy = location.openFailing?.() ?? location.open(losing);
    const kept = await lossy.get();
    await expect(lossy.set("lost", kept)).rejects.toThrow();
    await expect(lossy.objects.write("a".repeat(32), bytesOf(10))).rejects.toThrow();
    expect((await remote.get()).text).toBe("former");
    expect(await remote.objects.read("a".repeat(32))).toBeUndefined();
  });
});

test("a bucket reports a wrong key, a wrong secret and a missing bucket, and is not mistaken for an empty one", async () => {
  const peer = await startS3();
  try {
    for (const [given, problem] of [
      [{ accessKeyId: "OTHER" }, "wrong-key"],
      [{ secretAccessKey: "other" }, "wrong-key"],
      [{ bucket: "missing" }, "no-bucket"],
    ] as const) {
      const remote = openS3(peer.settings(given), {}, send, now);
      await expect(remote.check()).rejects.toMatchObject({ details: { problem } });
      await expect(remote.set("text", { text: "" })).rejects.toMatchObject({ details: { problem } });
    }
  } finally {
    await peer.stop();
  }
});

/** @jest-environment node */
import { remoteSender } from "@/lib/sync/send";
import { openUpstash } from "@/lib/sync/upstash";
import { openWebDav } from "@/lib/sync/webdav";
import { peerCredentials, type SyncPeer, startUpstash, startWebDav, type UpstashPeer } from "../../support/sync-peers";

const send = remoteSender({ fetch: (url, init) => fetch(url, init) });

/** Some 20 MB with spaces at both ends and in rows, emoji, Chinese, and stretches without any space. */
const longText = ` ${"潮汐 comes  late 🌊, as مد does. ".repeat(450_000)}${"海".repeat(300_000)} end  `;

describe("a WebDAV server", () => {
  let peer: SyncPeer;
  const { username, password } = peerCredentials;
  const open = (given = {}) => openWebDav({ endpoint: peer.url, username, password, ...given }, {}, send);

  beforeEach(async () => {
    peer = await startWebDav();
  });
  afterEach(() => peer.stop());

  test("stores a long text and returns it unchanged; a shorter one replaces it completely", async () => {
    const remote = open();
    expect(await remote.check()).toBe(true);
    expect(await remote.get()).toEqual({ text: "", isMissing: true });
    await remote.set(longText, { text: "", isMissing: true });
    const kept = await remote.get();
    expect(kept.text === longText).toBe(true);
    await remote.set("short", kept);
    expect((await remote.get()).text).toBe("short");
  });

  test("creates the folder when the first file is written without a check", async () => {
    await open().set("first", { text: "" });
    expect((await open().get()).text).toBe("first");
  });

  test("rejects a wrong password, which is reported and not mistaken for an empty backup", async () => {
    const remote = open({ password: "wrong" });
    expect(await remote.check()).toBe(false);
    await expect(remote.get()).rejects.toMatchObject({ details: { problem: "credentials", status: 401 } });
    await expect(remote.set("text", { text: "" })).rejects.toMatchObject({ details: { problem: "credentials" } });
  });
});

describe("Redis at Upstash", () => {
  let peer: UpstashPeer;
  const open = (apiKey: string = peerCredentials.token) =>
    openUpstash({ endpoint: peer.url, username: "notes/ü 1", apiKey }, {}, send);

  beforeEach(async () => {
    peer = await startUpstash();
  });
  afterEach(() => peer.stop());

  test("stores a long text in chunks and returns it unchanged; a shorter one replaces it completely", async () => {
    const remote = open();
    expect(await remote.check()).toBe(true);
    expect(await remote.get()).toEqual({ text: "" });
    await remote.set(longText, { text: "" });
    expect((await remote.get()).text === longText).toBe(true);
    await remote.set("a shorter one", { text: longText });
    expect((await remote.get()).text).toBe("a shorter one");
    const kept = Object.entries(await peer.kept()).filter(([, value]) => value !== "");
    expect(Object.fromEntries(kept)).toEqual({
      "notes/ü 1-chunk-0": "a shorter one",
      "notes/ü 1-chunk-count": "1",
      "notes/ü 1-staging-chunk-count": "0",
    });
  });

  test("keeps the old or the new text complete, wherever writing is interrupted", async () => {
    const former = `${"a ".repeat(600_000)}`;
    const next = `${"b ".repeat(1_100_000)}`;
    for (let writes = 0; writes < 10; writes++) {
      peer.failAfter(Number.POSITIVE_INFINITY);
      await open().set(former, { text: "" });
      peer.failAfter(writes);
      await expect(open().set(next, { text: former })).rejects.toMatchObject({ details: { problem: "server" } });
      const { text } = await open().get();
      expect(text === former || text === next).toBe(true);
    }
  });

  test("rejects a wrong token, which is reported and not mistaken for an empty backup", async () => {
    expect(await open("wrong").check()).toBe(false);
    await expect(open("wrong").get()).rejects.toMatchObject({ details: { problem: "credentials", status: 401 } });
  });
});

describe("a text that refers to objects, in Redis", () => {
  const root = (text: string) => `{"$parley":{"version":4,"sealed":"${text}"}}`;
  let peer: UpstashPeer;
  const open = () =>
    openUpstash({ endpoint: peer.url, username: "notes", apiKey: peerCredentials.token }, {}, (call) => {
      calls.push(call.method);
      return send(call);
    });
  const calls: string[] = [];

  beforeEach(async () => {
    peer = await startUpstash();
  });
  afterEach(() => peer.stop());

  test("replaces all pieces of a readable file, and is then read and written by one request each", async () => {
    await open().set(longText, { text: "" });
    await open().set(root("one"), { text: longText });
    expect(await open().get()).toEqual({ text: root("one") });
    const kept = Object.entries(await peer.kept()).filter(([, value]) => value !== "");
    expect(Object.fromEntries(kept)).toEqual({
      "notes-chunk-0": root("one"),
      "notes-chunk-count": "1",
      "notes-staging-chunk-count": "0",
    });
    calls.splice(0);
    const over = await open().get();
    await open().set(root("two"), over);
    expect(calls).toEqual(["GET", "POST"]);
    expect(await open().get()).toEqual({ text: root("two") });
    await open().set("readable again", { text: root("two") });
    expect(await open().get()).toEqual({ text: "readable again" });
  });

  test("is complete, or the readable file is, wherever writing is interrupted; the next write cleans up", async () => {
    const former = `${"a ".repeat(1_100_000)}`;
    for (let writes = 0; writes < 8; writes++) {
      peer.failAfter(Number.POSITIVE_INFINITY);
      await open().set(former, { text: "" });
      peer.failAfter(writes);
      await open()
        .set(root("next"), { text: former })
        .catch(() => {});
      peer.failAfter(Number.POSITIVE_INFINITY);
      const read = await open().get();
      expect([former, root("next")]).toContain(read.text === former ? former : read.text.trimEnd());
      await open().set(root("last"), read);
      expect(await open().get()).toEqual({ text: root("last") });
      expect(Object.values(await peer.kept()).filter((value) => value.includes("a "))).toEqual([]);
    }
  });
});

import { AppError } from "@/lib/errors";
import type { Database } from "@/lib/storage/database";
import { documentWith } from "@/lib/sync/document-cells";
import { emptyLedger, type Ledger } from "@/lib/sync/ledger";
import { type Remote, syncError } from "@/lib/sync/remote";
import { openWebDav } from "@/lib/sync/webdav";
import type { SyncOrder } from "@/store/sync/sync-messages";
import { sampleRecord } from "../../support/chat-samples";
import {
  addChat,
  closeDevices,
  contentOf,
  openDevice,
  openLocation as openPlace,
  syncOrder as order,
  rowsIn,
  syncDevice as sync,
} from "../../support/sync-locations";

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));

afterEach(closeDevices);

test("an empty remote receives all local data; another device receives all of it, including images", async () => {
  const place = openPlace();
  const one = await openDevice();
  await addChat(one, "a", [{ type: "image_url", image_url: { url: "stored:i" } }]);
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  await one.putAll({ sessions: [], messages: [], blobs: [{ id: "i", type: "image/png", size: 3, at: 10, bytes }] });
  await sync(one, place.remote);
  const two = await openDevice();
  await sync(two, place.remote);
  expect(await rowsIn(two)).toEqual(await rowsIn(one));
  expect(new Uint8Array((await two.readBlob("i"))?.bytes ?? new ArrayBuffer(0))).toEqual(new Uint8Array([1, 2, 3]));
});

test("writes nothing without changes", async () => {
  const place = openPlace();
  const one = await openDevice();
  await addChat(one, "a");
  await sync(one, place.remote);
  const before = place.text();
  await sync(one, place.remote);
  expect(place.text()).toBe(before);
});

test("two devices that sync at once lose nothing: the slower one reads again @I8.7 @S13", async () => {
  const place = openPlace();
  const one = await openDevice();
  const two = await openDevice();
  await addChat(one, "a");
  await addChat(two, "b");
  place.meanwhile = async () => void (await sync(two, place.remote));
  await sync(one, place.remote);
  await sync(two, place.remote);
  expect((await one.readIds()).sessions).toEqual(["a", "b"]);
  expect((await two.readIds()).sessions).toEqual(["a", "b"]);
});

test("gives up after too many conflicting changes of the remote", async () => {
  const place = openPlace();
  const one = await openDevice();
  await addChat(one, "a");
  const remote = { ...place.remote, set: async () => Promise.reject(syncError("changed", 412)) };
  await expect(sync(one, remote)).rejects.toMatchObject({ details: { problem: "changed" } });
});

test("a chat that was deleted here is moved to the trash of the other device @I8.7 @S13", async () => {
  const place = openPlace();
  const one = await openDevice();
  for (const id of ["a", "b", "c"]) await addChat(one, id);
  await sync(one, place.remote);
  const two = await openDevice();
  await sync(two, place.remote);
  await one.purge({ id: "b", deletedAt: 20 });
  await sync(one, place.remote);
  await sync(two, place.remote);
  const { sessions } = await two.readSome({ sessions: ["a", "b", "c"], messages: [] });
  expect(sessions.map(({ deletedAt }) => deletedAt !== undefined)).toEqual([false, true, false]);
});

test("a chat that another device restores comes back without the messages that it has deleted @I8.7", async () => {
  const place = openPlace();
  const one = await openDevice();
  await addChat(one, "a");
  await one.putAll({ sessions: [], messages: [sampleRecord({ id: "m-2", sessionId: "a", seq: 2 })] });
  await sync(one, place.remote);
  const two = await openDevice();
  await sync(two, place.remote);
  const none = { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] };
  await one.write({ ...none, patchSessions: [{ id: "a", deletedAt: 20 }] });
  await two.write({ ...none, deleteMessages: ["m-2"] });
  for (const device of [one, two, one, two]) await sync(device, place.remote, { isAgreed: true });
  for (const device of [one, two]) {
    const { records } = await device.readMessages("a");
    const { sessions } = await device.readSome({ sessions: ["a"], messages: [] });
    expect([sessions.map(({ deletedAt }) => deletedAt), records.map(({ id }) => id)]).toEqual([[undefined], ["m-a"]]);
  }
});

test("asks before most chats are deleted, and changes nothing on either side until then", async () => {
  const place = openPlace();
  const one = await openDevice();
  for (const id of ["a", "b", "c", "d"]) await addChat(one, id);
  await sync(one, place.remote);
  for (const id of ["a", "b", "c"]) await one.purge({ id, deletedAt: 20 });
  const before = place.text();
  expect(await sync(one, place.remote)).toMatchObject({ kind: "asks", goesThere: { count: 3, of: 4 } });
  expect(place.text()).toBe(before);
  await sync(one, place.remote, { isAgreed: true });
  const two = await openDevice();
  await sync(two, place.remote);
  expect((await two.readIds()).sessions).toEqual(["d"]);
});

test("a device that has lost everything restores it and removes nothing", async () => {
  const place = openPlace();
  const one = await openDevice();
  for (const id of ["a", "b", "c"]) await addChat(one, id);
  await sync(one, place.remote);
  await one.clear({ id: "clearing", isRestCleared: true });
  await sync(one, place.remote, { clearing: "clearing" });
  expect((await one.readIds()).sessions).toEqual(["a", "b", "c"]);
});

describe("keys", () => {
  const voice = (apiKey: string) => ({ enable: true, apiKey, apiKeyHost: "api.openai.com", voice: "echo" });
  const documents = {
    "app-config": { theme: "dark", realtimeConfig: voice("secret-voice"), lastUpdateTime: 5 },
    "access-control": { accessCode: "secret-code", openaiApiKey: "secret-openai", hosts: {}, lastUpdateTime: 5 },
    "chat-next-web-plugin": { plugins: { p: { id: "p", authToken: "secret-plugin" } }, lastUpdateTime: 5 },
    "mcp-store": { servers: { s: { id: "s", headers: { authorization: "secret-mcp" } } }, lastUpdateTime: 5 },
  };
  const fresh = { "app-config": { theme: "auto", realtimeConfig: voice(""), lastUpdateTime: 0 } };
  const withKeys = { ...order.settings, withKeys: true };
  const secretsIn = (text: string) => [...new Set(text.match(/secret-\w+/g))].sort();

  const ledgers = new WeakMap<Database, Ledger>();
  const passphrase = "a passphrase";
  const recoveryCode = "00000-00000-00000-00000-00000-00000";

  /** Sets the encryption up at the first sync of the first device, and unlocks it at that of the others. */
  async function sealingOf(database: Database, remote: Remote): Promise<SyncOrder["sealing"]> {
    if (ledgers.has(database)) return undefined;
    const { text } = await remote.get();
    return text === "" ? { kind: "set-up", passphrase, recoveryCode } : { kind: "unlock", secret: passphrase };
  }

  /** Returns the secrets in the decrypted text. */
  async function secretsAt({ text, remote }: ReturnType<typeof openPlace>): Promise<string[]> {
    expect(secretsIn(text())).toEqual([]);
    return secretsIn(await contentOf(remote, passphrase));
  }

  /** What documents are on a device once a sync is done, the keys of live voice among it. */
  async function documentsAfter(database: Database, remote: Remote, given: Partial<SyncOrder>) {
    const outcome = await sync(database, remote, {
      documentLedger: ledgers.get(database) ?? emptyLedger,
      sealing: await sealingOf(database, remote),
      ...given,
    });
    if (outcome.kind !== "synced") throw new Error(outcome.kind);
    ledgers.set(database, outcome.ledger);
    const here: SyncOrder["documents"] = given.documents ?? {};
    const changed = [...outcome.documents].map(([key, cells]) => [
      key,
      documentWith(key, { deletedAt: 0, cells }, here[key] ?? {}),
    ]);
    return { ...here, ...Object.fromEntries(changed) };
  }

  test("stay on the device unless the user includes them, as does that of live voice in the settings", async () => {
    const place = openPlace();
    const one = await openDevice();
    await documentsAfter(one, place.remote, { documents });
    expect(await secretsAt(place)).toEqual([]);
    const two = await openDevice();
    expect(await documentsAfter(two, place.remote, { documents: fresh })).toEqual({
      "app-config": { theme: "dark", realtimeConfig: voice(""), lastUpdateTime: 0 },
    });
  });

  test("that are included are sent to devices that include them, too, and to no others", async () => {
    const place = openPlace();
    const one = await openDevice();
    await documentsAfter(one, place.remote, { documents, settings: withKeys });
    expect(await secretsAt(place)).toEqual([
      "secret-code",
      "secret-mcp",
      "secret-openai",
      "secret-plugin",
      "secret-voice",
    ]);
    const two = await openDevice();
    expect(secretsIn(JSON.stringify(await documentsAfter(two, place.remote, { documents: fresh })))).toEqual([]);
    const three = await openDevice();
    const all = await documentsAfter(three, place.remote, { documents: fresh, settings: withKeys });
    expect(all["app-config"]).toEqual({ theme: "dark", realtimeConfig: voice("secret-voice"), lastUpdateTime: 0 });
    expect(secretsIn(JSON.stringify(all))).toEqual([
      "secret-code",
      "secret-mcp",
      "secret-openai",
      "secret-plugin",
      "secret-voice",
    ]);
  });

  test("that are included stay on the device if the location is readable @I8.8", async () => {
    const place = openPlace();
    await documentsAfter(await openDevice(), place.remote, { documents, settings: withKeys, sealing: undefined });
    expect(secretsIn(place.text())).toEqual([]);
  });

  test("of a search engine stays on the device, while its name and address are synced", async () => {
    const place = openPlace();
    const search = (apiKey: string, apiKeyHost: string) => ({ engine: "Exa", address: "", apiKey, apiKeyHost });
    const config = (searchConfig: object) => ({ "app-config": { searchConfig, lastUpdateTime: 5 } });
    await documentsAfter(await openDevice(), place.remote, {
      documents: config(search("secret-search", "api.exa.ai")),
    });
    expect(await secretsAt(place)).toEqual([]);
    const two = await openDevice();
    expect(await documentsAfter(two, place.remote, { documents: { "app-config": { lastUpdateTime: 0 } } })).toEqual({
      "app-config": { searchConfig: { engine: "Exa", address: "" }, lastUpdateTime: 0 },
    });
  });

  test("are neither sent, received nor deleted by a device that does not include them any more", async () => {
    const place = openPlace();
    const one = await openDevice();
    const two = await openDevice();
    await documentsAfter(one, place.remote, { documents, settings: withKeys });
    await documentsAfter(two, place.remote, { documents: fresh, settings: withKeys });
    const changed = {
      "app-config": { theme: "light", realtimeConfig: voice("secret-new"), lastUpdateTime: 9 },
    };
    const here = await documentsAfter(one, place.remote, { documents: { ...documents, ...changed } });
    expect(here["app-config"]).toEqual(changed["app-config"]);
    expect(await secretsAt(place)).toEqual([
      "secret-code",
      "secret-mcp",
      "secret-openai",
      "secret-plugin",
      "secret-voice",
    ]);
  });
});

test.each([
  ["401", { status: 401 }, "credentials"],
  ["403", { status: 403 }, "forbidden"],
  ["405", { status: 405 }, "wrong-method"],
  ["412", { status: 412 }, "changed"],
  ["413", { status: 413 }, "too-large"],
  ["423", { status: 423 }, "locked"],
  ["429", { status: 429 }, "busy"],
  ["500", { status: 500 }, "server"],
  ["507, no room at all", { status: 507 }, "full"],
  ["a redirect", { status: 308 }, "redirected"],
  ["a page with 200", { status: 200, body: "<!doctype html><title>Log in</title>" }, "no-backup"],
  ["half a file", { status: 200, body: '{"chat-next-web-store":{"sessions":[' }, "no-backup"],
  ["JSON of another kind", { status: 200, body: '{"hello":"world"}' }, "no-backup"],
  [
    "a file of a newer version",
    { status: 200, body: '{"chat-next-web-store":{"sessions":[]},"$parley":{"version":5}}' },
    "newer-version",
  ],
])("%s is reported, and nothing changes on either side", async (_name, answer, problem) => {
  const one = await openDevice();
  await addChat(one, "a");
  const before = await rowsIn(one);
  const methods: string[] = [];
  const webdav = { endpoint: "https://cloud.example", username: "u", password: "p" };
  const remote = openWebDav(webdav, {}, async ({ method }) => {
    methods.push(method);
    return { body: "", ...answer };
  });
  await expect(sync(one, remote)).rejects.toMatchObject({ code: "sync-failed", details: { problem } });
  expect(await rowsIn(one)).toEqual(before);
  expect(methods).not.toContain("PUT");
});

test.each([409, 413, 423, 500, 507])(
  "if the remote refuses a write with %i, this device does not change",
  async (status) => {
    const place = openPlace();
    const other = await openDevice();
    await addChat(other, "b");
    await sync(other, place.remote);
    const one = await openDevice();
    await addChat(one, "a");
    const before = await rowsIn(one);
    const remote = { ...place.remote, set: async () => Promise.reject(syncError("server", status)) };
    await expect(sync(one, remote)).rejects.toMatchObject({ code: "sync-failed" });
    expect(await rowsIn(one)).toEqual(before);
  },
);

test("if incoming data exceeds the quota, this device does not change, and receives everything later", async () => {
  const place = openPlace();
  const other = await openDevice();
  await addChat(other, "b");
  await sync(other, place.remote);
  const one = await openDevice();
  await addChat(one, "a");
  const before = await rowsIn(one);
  const full = { ...one, applySynced: async () => Promise.reject(new AppError("storage-full")) };
  await expect(sync(full, place.remote)).rejects.toMatchObject({ code: "storage-full" });
  expect(await rowsIn(one)).toEqual(before);
  await sync(one, place.remote);
  expect((await one.readIds()).sessions).toEqual(["a", "b"]);
  expect((await rowsIn(one)).length).toBe(4);
});

test("a clock five years ahead on one device does not block changes of others", async () => {
  const place = openPlace();
  const one = await openDevice();
  await addChat(one, "a");
  await sync(one, place.remote);
  const file = JSON.parse(place.text());
  const cell = file.$parley.groups["chat/a"][1]["head/topic"];
  file.$parley.groups["chat/a"][1]["head/topic"] = [Date.now() + 5 * 365 * 86_400_000, "from the future", 1];
  expect(cell).toBeDefined();
  const ahead = openPlace(JSON.stringify(file));
  await sync(one, ahead.remote);
  expect((await one.readSome({ sessions: ["a"], messages: [] })).sessions[0]?.topic).toBe("from the future");
  await one.write({
    patchSessions: [{ id: "a", topic: "of today" }],
    putMessages: [],
    growMessages: [],
    deleteMessages: [],
  });
  await sync(one, ahead.remote);
  const two = await openDevice();
  await sync(two, ahead.remote);
  expect((await two.readSome({ sessions: ["a"], messages: [] })).sessions[0]?.topic).toBe("of today");
});

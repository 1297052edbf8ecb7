import { invitationName, newInvitationSecret, sealInvitation, writeDeviceLink } from "@/lib/sealing/invitation";
import { newRecoveryCode } from "@/lib/sealing/recovery-code";
import { readSyncSettings, type SyncSettings, syncLocation } from "@/lib/settings/sync-settings";
import type { Database } from "@/lib/storage/database";
import { syncError } from "@/lib/sync/remote";
import { tabContext } from "@/store/records/records";
import {
  type Invitation,
  linkWarnings,
  otherProxy,
  placeNames,
  readLinkedLocation,
  writeLinkedLocation,
} from "@/store/sync/invitation-contents";
import { joinSync, linkObstacle, type OpenedLink, openLink, spendLink } from "@/store/sync/invitations";
import { removeInvitations } from "@/store/sync/stored-invitations";
import { useSync } from "@/store/sync/sync";
import type { SealingChange } from "@/store/sync/sync-messages";
import { passphrase, recoveryCode, setUp } from "../../support/sealing-changes";
import {
  addChat,
  closeDevices,
  openDevice,
  openLocation,
  rowsIn,
  syncDevice,
  visibleRows,
} from "../../support/sync-locations";
import { problem } from "../../support/sync-problem";

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));

afterEach(closeDevices);

const minute = 60_000;
const webdav = { endpoint: "https://cloud.example/dav", username: "mara", password: "secret-1" };
const settings: SyncSettings = readSyncSettings({ provider: "webdav", webdav, isEncrypted: true, withKeys: true });
const elsewhere = readSyncSettings({ provider: "webdav", webdav: { ...webdav, endpoint: "https://other.example" } });

type Location = ReturnType<typeof openLocation>;

/** Creates an encrypted location with one chat, and a link of the device that has made it. */
async function linkedLocation({ secret = passphrase, now = Date.now() } = {}) {
  const location = openLocation();
  const maker = await openDevice();
  await addChat(maker, "a");
  await syncDevice(maker, location.remote, { settings, sealing: setUp });
  const made = await makeLink(maker, location, { secret, now });
  return { location, maker, ...made };
}

/** Makes a link as the dialog does. */
async function makeLink(maker: Database, location: Location, { secret = passphrase, now = Date.now() } = {}) {
  const key = newInvitationSecret();
  const expires = now + 10 * minute;
  await syncDevice(maker, location.remote, {
    settings,
    invitation: { passphrase: secret, secret: key, expires, chats: 1 },
  });
  const fragment = await writeDeviceLink(writeLinkedLocation(settings, expires) ?? "", key);
  return { link: `https://chat.example/artifacts#${fragment}`, name: invitationName(key), expires, key };
}

/** Opens a link on a device that has not synced, or syncs elsewhere. */
function open(location: Location, link: string, { now = Date.now(), current = elsewhere, keyId = "" } = {}) {
  const opened: SyncSettings[] = [];
  return openLink(link, undefined, {
    env: { now: () => now },
    current,
    keyIdFor: async () => keyId,
    async open(given) {
      opened.push(given);
      return location.remote;
    },
  });
}

async function opened(location: Location, link: string): Promise<OpenedLink> {
  const read = await open(location, link);
  if (typeof read === "string") throw new Error(read);
  return read;
}

function invited({ invitation, dataKey }: OpenedLink): SealingChange {
  return { kind: "invited", keyId: invitation.keyId, dataKey };
}

test.each([
  ["passphrase", passphrase],
  ["recovery code", recoveryCode],
])(
  "a link that was made with the %s brings the chats to a second device, whose own ones stay",
  async (_name, secret) => {
    const { location, maker, link, name, expires, key } = await linkedLocation({ secret });
    const read = await opened(location, link);
    const { dataKey, invitation, ...rest } = read;
    const expected = { ...readSyncSettings({ provider: "webdav", webdav }), provider: "webdav" };
    expect(rest).toEqual({ settings: expected, expires, secret: key });
    expect([dataKey.length, invitation.chats, invitation.withKeys, invitation.isAutomatic]).toEqual([
      32,
      1,
      true,
      false,
    ]);
    expect(placeNames(read)).toEqual(["cloud.example/dav", "mara"]);

    const second = await openDevice();
    await addChat(second, "b");
    expect(await spendLink(read, { isSent: false }, undefined, { open: async () => location.remote })).toBeUndefined();
    expect(location.stored.has(name)).toBe(false);
    expect(await syncDevice(second, location.remote, { settings, sealing: invited(read) })).toMatchObject({
      kind: "synced",
      isEncrypted: true,
    });
    await syncDevice(maker, location.remote, { settings });
    expect((await second.readIds()).sessions.toSorted()).toEqual(["a", "b"]);
    expect(await visibleRows(second)).toEqual(await visibleRows(maker));
    // The key was stored: the next sync needs nothing more.
    await addChat(second, "c");
    await syncDevice(second, location.remote, { settings });
    await syncDevice(maker, location.remote, { settings });
    expect((await maker.readIds()).sessions.toSorted()).toEqual(["a", "b", "c"]);
  },
);

test("a device that has synced elsewhere keeps its chats, and brings them to the new location", async () => {
  const former = openLocation();
  const second = await openDevice();
  await addChat(second, "b");
  await syncDevice(second, former.remote, { settings: elsewhere, sealing: setUp });
  const { location, maker, link } = await linkedLocation();
  const read = await opened(location, link);
  await spendLink(read, { isSent: false }, undefined, { open: async () => location.remote });
  await syncDevice(second, location.remote, { settings, sealing: invited(read) });
  await syncDevice(maker, location.remote, { settings });
  expect((await second.readIds()).sessions.toSorted()).toEqual(["a", "b"]);
  expect(await visibleRows(maker)).toEqual(await visibleRows(second));
});

test("after its use, its expiry or its withdrawal, a link opens nothing @V12.7", async () => {
  const { location, maker, link, name } = await linkedLocation();
  const read = await opened(location, link);
  const place = { open: async () => location.remote };
  expect(await spendLink(read, { isSent: false }, undefined, place)).toBeUndefined();
  expect(await open(location, link)).toBe("gone");
  // Two devices have opened it before one has used it.
  expect(await spendLink(read, { isSent: false }, undefined, place)).toBe("gone");

  const next = await makeLink(maker, location);
  await removeInvitations(settings, { database: maker, remote: location.remote }, () => true);
  expect([location.stored.has(next.name), await open(location, next.link)]).toEqual([false, "gone"]);

  // The maker has crashed. Nothing is deleted before a confirmation, as the link may lead to any server.
  const left = await makeLink(maker, location);
  expect(await open(location, left.link, { now: left.expires + 6 * minute })).toBe("expired");
  expect([location.stored.has(left.name), location.stored.has(name)]).toEqual([true, false]);
});

test("clocks may differ by minutes; a location that does not delete leaves the link unused", async () => {
  const { location, link, expires } = await linkedLocation();
  for (const now of [1, expires + 4 * minute]) expect(typeof (await open(location, link, { now }))).toBe("object");
  const read = await opened(location, link);
  const { objects } = location.remote;
  const stubborn = { ...location.remote, objects: { ...objects, remove: async () => {} } };
  expect(await spendLink(read, { isSent: false }, undefined, { open: async () => stubborn })).toBe("undeleted");
  const failing = { ...objects, remove: () => Promise.reject(syncError("unreachable")) };
  const unreachable = { ...location.remote, objects: failing };
  await expect(spendLink(read, { isSent: false }, undefined, { open: async () => unreachable })).rejects.toMatchObject(
    problem("unreachable"),
  );
});

test("an altered, newer or empty location and another key are each told apart @V12.7", async () => {
  const { location, maker, link, name } = await linkedLocation();
  const bytes = location.stored.get(name) ?? new Uint8Array();
  location.stored.set(
    name,
    bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte)),
  );
  expect(await open(location, link)).toBe("altered");
  location.stored.set(
    name,
    bytes.map((byte, index) => (index === 0 ? 2 : byte)),
  );
  expect(await open(location, link)).toBe("newer");
  location.stored.set(name, bytes);

  const text = location.text();
  location.replace("");
  expect(await open(location, link)).toBe("empty");
  location.replace("{}");
  expect(await open(location, link)).toBe("empty");
  location.replace(text.replace(/"version":\d/, '"version":99'));
  expect(await open(location, link)).toBe("newer");
  location.replace(text);
  expect(await open(location, link.slice(0, -3))).toBe("cut");
  expect(await open(location, link.replace("#2.", "#3."))).toBe("newer");
  const read = await opened(location, link);
  await syncDevice(maker, location.remote, {
    settings,
    sealing: { kind: "renew", passphrase: "another passphrase", recoveryCode: newRecoveryCode() },
  });
  expect(await open(location, link)).toBe("other-key");
  const second = await openDevice();
  await addChat(second, "b");
  const before = await rowsIn(second);
  await expect(syncDevice(second, location.remote, { settings, sealing: invited(read) })).rejects.toMatchObject(
    problem("other-key"),
  );
  // A wrong key under the right name is refused, too.
  const wrong: SealingChange = { kind: "invited", keyId: keyIdAt(location), dataKey: new Uint8Array(32) };
  await expect(syncDevice(second, location.remote, { settings, sealing: wrong })).rejects.toMatchObject(
    problem("altered"),
  );
  expect(await rowsIn(second)).toEqual(before);
});

function keyIdAt(location: Location): string {
  return JSON.parse(location.text()).$parley.sealed.header.keyId;
}

test("an invitation whose content is invalid is refused", async () => {
  const { location, link, name, key, expires } = await linkedLocation();
  const valid: Invitation = { keyId: keyIdAt(location), key: "AA==", withKeys: false, isAutomatic: false, chats: 0 };
  const odd = ["", "[]", "{}", JSON.stringify({ ...valid, chats: -1 }), JSON.stringify({ ...valid, key: "§" })];
  for (const text of odd) {
    location.stored.set(name, await sealInvitation(text, key, expires));
    expect([text, await open(location, link)]).toEqual([text, "altered"]);
  }
});

test("the invitation shows the host neither the key nor the way; a wrong passphrase stores none @V12.7", async () => {
  const { location, maker, name, link } = await linkedLocation();
  const { dataKey } = await opened(location, link);
  const seen = Buffer.concat(location.sent).toString("latin1") + location.received.join();
  for (const secret of [
    "secret-1",
    "mara",
    Buffer.from(dataKey).toString("latin1"),
    Buffer.from(dataKey).toString("base64"),
  ]) {
    expect(seen).not.toContain(secret);
  }
  const stored = new Set(location.stored.keys());
  await expect(makeLink(maker, location, { secret: "wrong" })).rejects.toMatchObject(problem("wrong-passphrase"));
  expect(new Set(location.stored.keys())).toEqual(stored);
  expect(stored.has(name)).toBe(true);
});

test("a device whose key is out of date, and a location that loses writes, make no link", async () => {
  const { location, maker } = await linkedLocation();
  const other = await openDevice();
  await syncDevice(other, location.remote, { settings, sealing: { kind: "unlock", secret: passphrase } });
  await syncDevice(maker, location.remote, {
    settings,
    sealing: { kind: "renew", passphrase: "another passphrase", recoveryCode: newRecoveryCode() },
  });
  await expect(makeLink(other, location, { secret: "another passphrase" })).rejects.toMatchObject(
    problem("needs-passphrase"),
  );
  const { objects } = location.remote;
  const losing = { ...location, remote: { ...location.remote, objects: { ...objects, write: async () => {} } } };
  await expect(makeLink(maker, losing as Location, { secret: "another passphrase" })).rejects.toMatchObject(
    problem("not-stored"),
  );
});

test("the next sync deletes what a crashed dialog has left, once it has expired @V12.7", async () => {
  const { location, maker, name } = await linkedLocation({ now: Date.now() - 11 * minute });
  const current = await makeLink(maker, location);
  // A new link replaces expired ones.
  expect(location.stored.has(name)).toBe(false);
  await syncDevice(maker, location.remote, { settings });
  expect(location.stored.has(current.name)).toBe(true);
  const old = await makeLink(maker, location, { now: Date.now() - 11 * minute });
  // A location that cannot be reached keeps it until the sync after.
  const { objects } = location.remote;
  const failing = { ...objects, remove: () => Promise.reject(syncError("unreachable")) };
  await syncDevice(maker, { ...location.remote, objects: failing }, { settings });
  expect(location.stored.has(old.name)).toBe(true);
  await syncDevice(maker, location.remote, { settings });
  expect(location.stored.has(old.name)).toBe(false);
  // The dialog of another tab still shows this one.
  expect(location.stored.has(current.name)).toBe(true);
  await removeInvitations(settings, { database: maker, remote: location.remote }, () => true);
  expect(await maker.readSyncMemory("invitations")).toBeUndefined();
});

test("a link carries its location and route only, and never leads to a folder", () => {
  const s3 = {
    endpoint: "https://s3.example:9000",
    region: "eu",
    bucket: "notes",
    prefix: "a/b",
    isPathStyle: true,
    accessKeyId: "id",
    secretAccessKey: "key",
  };
  const upstash = { endpoint: "https://db.example", username: "notes", apiKey: "token" };
  const full = readSyncSettings({ webdav, upstash, s3, lastSyncTime: 5, isAutomatic: true, useProxy: false });
  const read = (["webdav", "upstash", "s3"] as const).map((provider) => {
    const linked = readLinkedLocation(writeLinkedLocation({ ...full, provider }, 7) ?? "");
    return linked && [linked.expires, linked.settings, placeNames(linked)];
  });
  const only = (provider: string, fields: unknown) =>
    readSyncSettings({ provider, [provider]: fields, useProxy: false });
  expect(read).toEqual([
    [7, only("webdav", webdav), ["cloud.example/dav", "mara"]],
    [7, only("upstash", upstash), ["db.example", "notes"]],
    [7, only("s3", s3), ["s3.example:9000", "notes", "a/b"]],
  ]);
  expect(writeLinkedLocation({ ...full, provider: "folder" }, 7)).toBeUndefined();
  const written = JSON.parse(writeLinkedLocation(full, 7) ?? "");
  const odd = [
    { ...written, provider: "folder" },
    { ...written, location: {} },
    { ...written, location: { ...webdav, endpoint: "not an address" } },
    { ...written, location: { ...webdav, endpoint: "ftp://cloud.example" } },
    // A query or a fragment would cut off the app's own paths.
    { ...written, location: { ...webdav, endpoint: "http://192.168.1.1/admin/reboot#" } },
    { ...written, location: { ...webdav, endpoint: "https://cloud.example/?x=" } },
    { ...written, location: { ...webdav, endpoint: "https://cloud.example@other.example" } },
    { ...written, useProxy: true, proxyUrl: "https://cloud.example@other.example" },
    { ...written, useProxy: true, proxyUrl: "not an address" },
    { ...written, expires: -1 },
  ];
  for (const each of odd) expect(readLinkedLocation(JSON.stringify(each))).toBeUndefined();
});

test("a proxy of the maker is named, so that no link leads elsewhere unseen @V12.8", () => {
  const full = readSyncSettings({ provider: "webdav", webdav, proxyUrl: " https://proxy.example/p " });
  const proxyOf = (useProxy: boolean) => {
    const linked = readLinkedLocation(writeLinkedLocation({ ...full, useProxy }, 7) ?? "");
    return linked && [otherProxy(linked)];
  };
  expect([proxyOf(true), proxyOf(false)]).toEqual([["https://proxy.example/p"], [undefined]]);
});

test("a location in the own network and look-alike letters are named", () => {
  const warningsOf = (endpoint: string, proxyUrl: string) =>
    linkWarnings({
      settings: { ...readSyncSettings({ webdav: { ...webdav, endpoint }, proxyUrl }), provider: "webdav" },
    });
  expect(warningsOf("http://192.168.1.1/dav", "https://раураl.example")).toEqual([
    { warning: "unencrypted", host: "http://192.168.1.1" },
    { warning: "private", host: "http://192.168.1.1" },
    { warning: "foreign-letters", host: "xn--l-7sba6dbr.example" },
  ]);
  expect(warningsOf("https://cloud.example/dav", "")).toEqual([]);
});

test("a deletion whose answer was lost does not burn the link for this device", async () => {
  const { location, link, name } = await linkedLocation();
  const read = await opened(location, link);
  const use = { isSent: false };
  const remove = async (each: string) => {
    await location.remote.objects.remove(each);
    throw syncError("unreachable");
  };
  const silent = { ...location.remote, objects: { ...location.remote.objects, remove } };
  await expect(spendLink(read, use, undefined, { open: async () => silent })).rejects.toMatchObject(
    problem("unreachable"),
  );
  expect(location.stored.has(name)).toBe(false);
  expect(await spendLink(read, use, undefined, { open: async () => location.remote })).toBeUndefined();
});

const choices = { withKeys: true, isAutomatic: false };

test("a failed join leaves the former settings", async () => {
  const { location, link } = await linkedLocation();
  const read = await opened(location, link);
  const mine = readSyncSettings({ provider: "webdav", webdav: { ...webdav, username: "other" }, isAutomatic: false });
  const error = syncError("unreachable");
  useSync.setState({
    settings: mine,
    changeSealing: async () => {
      useSync.setState({ error });
      return false;
    },
  });
  expect(await joinSync(read, choices)).toBe(error);
  expect(useSync.getState().settings).toEqual(mine);
});

test("a link is made only for an encrypted location with an address, while sync works", () => {
  const encrypted = { ...settings, encryptedLocation: syncLocation(settings) };
  const state = { settings: encrypted, error: undefined, question: undefined };
  const unshowable = { ...settings, webdav: { ...webdav, username: "ma\u202era" } };
  const question = { kind: "doubts", doubt: { reason: "emptied", print: "" } } as const;
  const states = [
    state,
    { ...state, settings: { ...encrypted, provider: "folder" as const } },
    { ...state, settings: { ...settings, isEncrypted: false } },
    { ...state, settings },
    { ...state, settings: { ...encrypted, isPaused: true } },
    { ...state, error: syncError("incomplete") },
    { ...state, question },
    { ...state, settings: { ...unshowable, encryptedLocation: syncLocation(unshowable) } },
  ];
  expect(states.map(linkObstacle)).toEqual([
    undefined,
    "folder",
    "readable",
    "unready",
    "unready",
    "unready",
    "unready",
    "unshowable",
  ]);
});

test("a link whose dialog was closed stays unused @V12.8", async () => {
  const { location, link, name } = await linkedLocation();
  const read = await opened(location, link);
  const closing = new AbortController();
  const { objects } = location.remote;
  const slow = {
    ...location.remote,
    objects: {
      ...objects,
      async read(each: string) {
        closing.abort();
        return objects.read(each);
      },
    },
  };
  const spending = spendLink(read, { isSent: false }, closing.signal, { open: async () => slow });
  await expect(spending).rejects.toMatchObject({ name: "AbortError" });
  expect(location.stored.has(name)).toBe(true);
});

test("a join waits for another sync that runs, and changes nothing if its dialog is closed meanwhile", async () => {
  const { location, link } = await linkedLocation();
  const read = await opened(location, link);
  const changeSealing = jest.fn(async () => true);
  useSync.setState({ settings: elsewhere, phase: "reading", error: undefined, question: undefined, changeSealing });
  const closing = new AbortController();
  const closed = joinSync(read, choices, closing.signal);
  const joined = joinSync(read, choices);
  closing.abort();
  expect(await closed).toBe("waiting");
  expect([changeSealing.mock.calls.length, useSync.getState().settings]).toEqual([0, elsewhere]);
  useSync.setState({ phase: undefined });
  expect(await joined).toBe("done");
  expect(changeSealing).toHaveBeenCalledTimes(1);
});

/** Reads a link to a WebDAV location. */
function linkTo(changes: Partial<typeof webdav>, proxyUrl = "") {
  const location = { ...webdav, ...changes };
  const text = JSON.stringify({ expires: 7, provider: "webdav", location, useProxy: true, proxyUrl });
  return readLinkedLocation(text);
}

test.each([
  ["https://evil.example\\.cloud.example", "https://evil.example/.cloud.example"],
  ["https://%65vil.example", "https://evil.example"],
  ["https://cloud。evil.example/a/", "https://cloud.evil.example/a"],
  ["https:///evil.example", "https://evil.example"],
  ["https://EVIL.example:443", "https://evil.example"],
  ["https://evil.example/\u05d0", "https://evil.example/%D7%90"],
  ["https://evil\u200b.example", undefined],
  ["https://evil.example/\u202efoo", undefined],
  ["https://evil\u00ad.example", undefined],
  ["https://cloud.example\n.evil.example", undefined],
  ["https://clo\tud.evil.example", undefined],
  [`https://evil.example/${"a".repeat(200)}`, undefined],
])("the proxy %j is shown and used as %j @V12.8", (given, shown) => {
  const linked = linkTo({}, given);
  expect(linked?.settings.proxyUrl).toBe(shown);
  expect(linked && otherProxy(linked)).toBe(shown);
});

test("an address that the link does not use is not stored for later @V12.8", () => {
  const full = readSyncSettings({ provider: "webdav", webdav, useProxy: false, proxyUrl: "https://evil.example" });
  expect(readLinkedLocation(writeLinkedLocation(full, 7) ?? "")?.settings.proxyUrl).toBe("");
});

test.each([
  ["a right-to-left override", { username: "\u202eelpmaxe.duolc" }],
  ["an isolate that ends", { username: "\u2069\u202ex" }],
  ["combining marks that cover other lines", { username: `a${"\u0316".repeat(4)}` }],
  ["a filler", { username: "\u3164" }],
  ["a line separator", { username: "a\u2028b" }],
  ["a huge account", { username: "a".repeat(201) }],
  ["a huge path", { endpoint: `https://cloud.example/${"a".repeat(200)}` }],
  ["a line break", { endpoint: "https://cloud.example\n.evil.example" }],
])("a link whose location has %s is refused @V12.8", (_name, changes) => {
  expect(linkTo(changes)).toBeUndefined();
});

test("usual names of accounts are shown", () => {
  for (const username of ["mara", "Đặng Thị", "นที", "mara@example.com", "महिमा", "a".repeat(200)]) {
    const linked = linkTo({ username });
    expect(linked && placeNames(linked)).toEqual(["cloud.example/dav", username]);
  }
});

test("a bucket in the host is shown there, with its warnings @V12.8", () => {
  const s3 = {
    endpoint: "https://example.com",
    region: "eu",
    bucket: "xn--80ak6aa92e",
    prefix: "",
    isPathStyle: false,
  };
  const secrets = { accessKeyId: "id", secretAccessKey: "key" };
  const read = (bucket: string) =>
    readLinkedLocation(
      writeLinkedLocation(
        readSyncSettings({ provider: "s3", s3: { ...s3, ...secrets, bucket }, useProxy: false }),
        7,
      ) ?? "",
    );
  const linked = read(s3.bucket);
  expect(linked && [placeNames(linked), linkWarnings(linked)]).toEqual([
    ["xn--80ak6aa92e.example.com", "xn--80ak6aa92e"],
    [{ warning: "foreign-letters", host: "xn--80ak6aa92e.example.com" }],
  ]);
  for (const bucket of ["a@b", "evil.example?", "a#b"]) expect(read(bucket)).toBeUndefined();
});

/** Sets the key that this device has stored for the location of a link. */
function haveKey({ settings: linked, invitation: { keyId } }: OpenedLink, isStored = true): void {
  const memory = isStored ? { [syncLocation(linked)]: { header: { keyId } } } : undefined;
  const database = { readSyncMemory: async () => memory } as unknown as Database;
  jest.spyOn(tabContext.records, "requireDatabase").mockReturnValue(database);
}

test("a join retains the former settings until it succeeds, and its choices", async () => {
  const { location, link } = await linkedLocation();
  const read = await opened(location, link);
  haveKey(read);
  const mine = { ...elsewhere, isAutomatic: true, withKeys: true };
  const during: SyncSettings[] = [];
  useSync.setState({
    settings: mine,
    phase: undefined,
    question: undefined,
    changeSealing: async () => {
      during.push(useSync.getState().settings);
      useSync.getState().change({ isPaused: true });
      return false;
    },
  });
  expect(await joinSync(read, { withKeys: false, isAutomatic: false })).toBe("waiting");
  expect(during).toMatchObject([
    {
      webdav,
      withKeys: false,
      isAutomatic: false,
      formerSync: { settings: mine, joined: syncLocation(read.settings) },
    },
  ]);
  // A second join remembers the settings that have worked last.
  expect(await joinSync(read, choices)).toBe("waiting");
  expect(during[1]?.formerSync?.settings).toEqual(mine);
});

test("a device that syncs there already needs no link, unless its password, proxy or key has changed", async () => {
  const { location, link } = await linkedLocation();
  const keyId = keyIdAt(location);
  const current = { ...settings, encryptedLocation: syncLocation(settings) };
  expect(await open(location, link, { current, keyId })).toBe("already");
  const others = [
    { ...current, webdav: { ...webdav, password: "old" } },
    { ...current, proxyUrl: "https://proxy.example" },
    { ...current, useProxy: false },
    { ...current, encryptedLocation: "" },
  ];
  for (const each of others) expect(typeof (await open(location, link, { current: each, keyId }))).toBe("object");
  expect(typeof (await open(location, link, { current, keyId: "another" }))).toBe("object");
});

test.each([
  ["fails after a pause", true, syncError("unreachable")],
  ["was paused before it had stored the key", false, undefined],
])("a join whose sync %s leaves the former settings", async (_name, isStored, error) => {
  const { location, link } = await linkedLocation();
  const read = await opened(location, link);
  haveKey(read, isStored);
  const changeSealing = async () => {
    useSync.getState().change({ isPaused: true });
    useSync.setState({ error });
    return false;
  };
  useSync.setState({ settings: elsewhere, phase: undefined, question: undefined, changeSealing });
  expect(await joinSync(read, choices)).toMatchObject(problem("unreachable"));
  expect(useSync.getState().settings).toEqual(elsewhere);
});

test("a failed join leaves a location that the user has chosen meanwhile", async () => {
  const { location, link } = await linkedLocation();
  const read = await opened(location, link);
  haveKey(read);
  const third = { ...webdav, endpoint: "https://third.example" };
  const changeSealing = async () => {
    useSync.getState().change({ webdav: third });
    useSync.setState({ error: syncError("unreachable") });
    return false;
  };
  useSync.setState({ settings: elsewhere, phase: undefined, question: undefined, changeSealing });
  await joinSync(read, choices);
  const { webdav: chosen, formerSync } = useSync.getState().settings;
  expect([chosen, formerSync]).toEqual([third, undefined]);
});

test("closing the dialog pauses the sync of a join, and no other one", async () => {
  const { location, link } = await linkedLocation();
  const read = await opened(location, link);
  haveKey(read);
  const pause = jest.fn(() => useSync.getState().change({ isPaused: true }));
  const closing = new AbortController();
  const changeSealing = async () => {
    closing.abort();
    return false;
  };
  useSync.setState({ settings: elsewhere, phase: undefined, question: undefined, pause, changeSealing });
  expect(await joinSync(read, choices, closing.signal)).toBe("waiting");
  expect(pause).toHaveBeenCalledTimes(1);

  useSync.setState({ settings: elsewhere, phase: "reading" });
  const waiting = new AbortController();
  const joining = joinSync(read, choices, waiting.signal);
  waiting.abort();
  expect([await joining, pause.mock.calls.length]).toEqual(["waiting", 1]);
  useSync.setState({ phase: undefined });
});

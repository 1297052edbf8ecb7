import fc from "fast-check";
import { leastObjectBytes, paddedSize } from "@/lib/sealing/padded";
import { newRecoveryCode } from "@/lib/sealing/recovery-code";
import { readSealedFile, type SealedFile } from "@/lib/sealing/sealed-file";
import { type SyncSettings, syncLocation } from "@/lib/settings/sync-settings";
import type { Database } from "@/lib/storage/database";
import { type Remote, syncError } from "@/lib/sync/remote";
import type { Doubt, SealingChange, SyncOrder, SyncOutcome } from "@/store/sync/sync-messages";
import { sampleRecord, sampleSession } from "../../support/chat-samples";
import { passphrase, recoveryCode, setUp, unlock } from "../../support/sealing-changes";
import {
  addChat,
  closeDevices,
  openDevice,
  openLocation,
  rowsIn,
  syncDevice,
  syncOrder,
} from "../../support/sync-locations";
import { problem } from "../../support/sync-problem";

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));

afterEach(closeDevices);

/** Creates a location that a device has encrypted, with one chat. */
async function sealedLocation() {
  const location = openLocation();
  const one = await openDevice();
  await addChat(one, "a");
  await syncDevice(one, location.remote, { sealing: setUp });
  return { location, one };
}

function fileAt({ text }: { text(): string }): SealedFile {
  return readSealedFile(JSON.parse(text())) as SealedFile;
}

async function chatIds(database: Database): Promise<readonly string[]> {
  return (await database.readIds()).sessions;
}

test("a second device reads an encrypted location with the passphrase or the recovery code, once @V12.4", async () => {
  const { location, one } = await sealedLocation();
  for (const secret of [passphrase, recoveryCode]) {
    const other = await openDevice();
    await syncDevice(other, location.remote, { sealing: { kind: "unlock", secret } });
    await addChat(other, secret);
    expect(await syncDevice(other, location.remote)).toMatchObject({ kind: "synced", isEncrypted: true });
  }
  await syncDevice(one, location.remote);
  expect((await chatIds(one)).toSorted()).toEqual(["a", passphrase, recoveryCode].toSorted());
});

test("without the passphrase, or with a wrong one, nothing is read or written @V12.4", async () => {
  const { location } = await sealedLocation();
  const before = location.text();
  const other = await openDevice();
  await addChat(other, "b");
  const attempts: [Partial<SyncOrder>, string][] = [
    [{}, "needs-passphrase"],
    [{ settings: { ...syncOrder.settings, isEncrypted: true } }, "needs-passphrase"],
    [{ sealing: setUp }, "needs-passphrase"],
    [{ sealing: { kind: "unlock", secret: "wrong" } }, "wrong-passphrase"],
    [{ sealing: { kind: "unlock", secret: newRecoveryCode() } }, "wrong-passphrase"],
    [{ sealing: { kind: "change-passphrase", current: passphrase, passphrase: "x" } }, "needs-passphrase"],
    [{ sealing: { kind: "turn-off" } }, "needs-passphrase"],
  ];
  for (const [given, name] of attempts) {
    await expect(syncDevice(other, location.remote, given)).rejects.toMatchObject(problem(name));
  }
  expect(location.text()).toBe(before);
  expect(await chatIds(other)).toEqual(["b"]);
});

test("a device that should encrypt writes nothing until a passphrase is chosen", async () => {
  const one = await openDevice();
  await addChat(one, "a");
  const settings = { ...syncOrder.settings, isEncrypted: true };
  const readable = openLocation();
  await syncDevice(one, readable.remote);
  const other = await openDevice();
  for (const location of [openLocation(), readable]) {
    const before = location.text();
    await expect(syncDevice(other, location.remote, { settings })).rejects.toMatchObject(problem("needs-setup"));
    expect(location.text()).toBe(before);
  }
});

test("an existing location is merged once and is unreadable from then on @V12.1", async () => {
  const location = openLocation();
  const former = await openDevice();
  await addChat(former, "a");
  await syncDevice(former, location.remote);
  const one = await openDevice();
  await syncDevice(one, location.remote, { sealing: setUp });
  expect(await rowsIn(one)).toEqual(await rowsIn(former));
  expect(location.text()).not.toContain("text of a");
  await expect(syncDevice(former, location.remote)).rejects.toMatchObject(problem("needs-passphrase"));
});

test("look tells an empty, a readable and an encrypted location apart, and writes nothing", async () => {
  const device = await openDevice();
  const look = (remote: Remote) => syncDevice(device, remote, { isLooking: true });
  const { location } = await sealedLocation();
  const readable = openLocation();
  await addChat(device, "b");
  await syncDevice(device, readable.remote);
  expect(await look(openLocation().remote)).toEqual({ kind: "looked", content: "empty" });
  expect(await look(readable.remote)).toEqual({ kind: "looked", content: "readable" });
  expect(await look(location.remote)).toEqual({ kind: "looked", content: "encrypted" });
  await expect(look(openLocation("<html>").remote)).rejects.toMatchObject(problem("no-backup"));
});

describe("a state that a host may have forged @V12.3", () => {
  /** Returns the states of a location at which a second device has deleted a chat. */
  async function withHistory() {
    const { location, one } = await sealedLocation();
    await addChat(one, "b");
    await syncDevice(one, location.remote);
    const old = location.text();
    await one.purge({ id: "b", deletedAt: 20 });
    await addChat(one, "c");
    await syncDevice(one, location.remote);
    return { location, one, old };
  }

  async function doubtOf(device: Database, remote: Remote, given: Partial<SyncOrder> = {}): Promise<Doubt> {
    const outcome = await syncDevice(device, remote, given);
    if (outcome.kind !== "doubts") throw new Error(outcome.kind);
    return outcome.doubt;
  }

  test("an older state of the location is reported and never merged without consent", async () => {
    const { location, one, old } = await withHistory();
    const before = await rowsIn(one);
    location.replace(old);
    const doubt = await doubtOf(one, location.remote);
    expect(doubt.reason).toBe("rolled-back");
    expect([location.text(), await rowsIn(one)]).toEqual([old, before]);
    await syncDevice(one, location.remote, { accepted: doubt });
    expect(await chatIds(one)).toEqual(["a", "c"]);
    expect(fileAt(location).revision).toBe(4);
    expect(await syncDevice(one, location.remote)).toMatchObject({ kind: "synced" });
  });

  test("another state of the newest revision is reported where the host supports versions", async () => {
    const { location, one } = await sealedLocation();
    const two = await openDevice();
    await syncDevice(two, location.remote, { sealing: unlock });
    const old = location.text();
    await addChat(one, "b");
    await syncDevice(one, location.remote);
    location.replace(old);
    await addChat(two, "c");
    await syncDevice(two, location.remote);
    expect((await doubtOf(one, location.remote)).reason).toBe("rolled-back");
    const unversioned: Remote = {
      ...location.remote,
      get: async () => ({ text: location.text() }),
      set: async () => {},
    };
    expect(await syncDevice(one, unversioned)).toMatchObject({ kind: "synced" });
  });

  test("an empty location, and a readable one, are reported where an encrypted one was", async () => {
    const { location, one } = await withHistory();
    const readable = openLocation();
    const other = await openDevice();
    await addChat(other, "forged");
    await syncDevice(other, readable.remote);
    for (const [text, reason] of [
      ["", "emptied"],
      [readable.text(), "readable"],
    ] as const) {
      location.replace(text);
      expect((await doubtOf(one, location.remote)).reason).toBe(reason);
      expect(location.text()).toBe(text);
    }
    expect(await chatIds(one)).toEqual(["a", "c"]);
  });

  test("consent covers only the state that was shown", async () => {
    const { location, one, old } = await withHistory();
    location.replace("");
    const doubt = await doubtOf(one, location.remote);
    location.replace(old);
    expect((await doubtOf(one, location.remote, { accepted: doubt })).reason).toBe("rolled-back");
    location.replace("");
    expect(await syncDevice(one, location.remote, { accepted: doubt })).toMatchObject({ isEncrypted: true });
    expect(fileAt(location).revision).toBe(4);
    expect(location.text()).not.toContain("text of a");
  });

  test("consent to an older state with the same chats replaces it, so that it is not asked for again", async () => {
    const { location, one } = await sealedLocation();
    const old = location.text();
    const change: SealingChange = { kind: "change-passphrase", current: passphrase, passphrase: "a new one" };
    await syncDevice(one, location.remote, { sealing: change });
    location.replace(old);
    const doubt = await doubtOf(one, location.remote);
    await syncDevice(one, location.remote, { accepted: doubt });
    expect(fileAt(location).revision).toBe(3);
    expect(await syncDevice(one, location.remote)).toMatchObject({ kind: "synced" });
    await expect(syncDevice(await openDevice(), location.remote, { sealing: unlock })).rejects.toMatchObject(
      problem("wrong-passphrase"),
    );
  });

  test("an older state that was accepted but not written does not put the newest one in doubt", async () => {
    const { location, one, old } = await withHistory();
    const newest = location.text();
    location.replace(old);
    const doubt = await doubtOf(one, location.remote);
    const failing = { ...location.remote, set: () => Promise.reject(syncError("unreachable")) };
    await expect(syncDevice(one, failing, { accepted: doubt })).rejects.toMatchObject(problem("unreachable"));
    location.replace(newest);
    expect(await syncDevice(one, location.remote)).toMatchObject({ kind: "synced" });
    expect(location.text()).toBe(newest);
  });

  test("turning encryption off asks, too, before an empty or a readable state is merged", async () => {
    const { location, one } = await withHistory();
    const readable = openLocation();
    await syncDevice(await openDevice(), readable.remote);
    for (const [text, reason] of [
      ["", "emptied"],
      [readable.text(), "turned-off"],
    ] as const) {
      location.replace(text);
      expect((await doubtOf(one, location.remote, { sealing: { kind: "turn-off" } })).reason).toBe(reason);
      expect(location.text()).toBe(text);
    }
  });

  test("an altered file is read again, as another device may be writing it", async () => {
    const { location, one } = await sealedLocation();
    const whole = location.text();
    const parsed = JSON.parse(whole);
    parsed.$parley.sealed.content = parsed.$parley.sealed.content.slice(0, 1_000);
    const texts = [JSON.stringify(parsed), whole];
    const torn: Remote = { ...location.remote, get: async () => ({ text: texts.shift() ?? "" }) };
    expect(await syncDevice(one, torn)).toMatchObject({ kind: "synced" });
    expect([texts, location.text()]).toEqual([[], whole]);
  });

  test("an altered file is reported, and left as it is", async () => {
    const { location, one } = await sealedLocation();
    const parsed = JSON.parse(location.text());
    const { content } = parsed.$parley.sealed;
    parsed.$parley.sealed.content = content.slice(0, 500) + (content[500] === "A" ? "B" : "A") + content.slice(501);
    location.replace(JSON.stringify(parsed));
    await expect(syncDevice(one, location.remote)).rejects.toMatchObject(problem("altered"));
    expect(location.text()).toBe(JSON.stringify(parsed));
  });
});

test("a new passphrase needs the former one, and other devices go on without it", async () => {
  const { location, one } = await sealedLocation();
  const two = await openDevice();
  await syncDevice(two, location.remote, { sealing: unlock });
  const change = (current: string): SealingChange => ({ kind: "change-passphrase", current, passphrase: "a new one" });
  await expect(syncDevice(one, location.remote, { sealing: change("wrong") })).rejects.toMatchObject(
    problem("wrong-passphrase"),
  );
  await syncDevice(one, location.remote, { sealing: change(passphrase) });
  expect(await syncDevice(two, location.remote)).toMatchObject({ isEncrypted: true });
  const three = await openDevice();
  await expect(syncDevice(three, location.remote, { sealing: unlock })).rejects.toMatchObject(
    problem("wrong-passphrase"),
  );
  for (const secret of ["a new one", recoveryCode]) {
    await syncDevice(await openDevice(), location.remote, { sealing: { kind: "unlock", secret } });
  }
  await syncDevice(two, location.remote, {
    sealing: { ...change(recoveryCode), passphrase: "a third" } as SealingChange,
  });
  await syncDevice(three, location.remote, { sealing: { kind: "unlock", secret: "a third" } });
});

test("a new key shuts out a lost device; the others need the new passphrase @V12.5", async () => {
  const { location, one } = await sealedLocation();
  const lost = await openDevice();
  await syncDevice(lost, location.remote, { sealing: unlock });
  const two = await openDevice();
  await syncDevice(two, location.remote, { sealing: unlock });
  const old = location.text();
  await syncDevice(one, location.remote, {
    sealing: { kind: "renew", passphrase: "after the loss", recoveryCode: newRecoveryCode() },
  });
  for (const given of [{}, { sealing: unlock }]) {
    await expect(syncDevice(lost, location.remote, given)).rejects.toMatchObject({ code: "sync-failed" });
  }
  await syncDevice(two, location.remote, { sealing: { kind: "unlock", secret: "after the loss" } });
  location.replace(old);
  await expect(syncDevice(two, location.remote)).rejects.toMatchObject(problem("needs-passphrase"));
  expect(await syncDevice(two, location.remote, { sealing: unlock })).toMatchObject({
    kind: "doubts",
    doubt: { reason: "rolled-back" },
  });
});

test("only the explicit choice makes a location readable again, and other devices are asked @V12.1", async () => {
  const { location, one } = await sealedLocation();
  const two = await openDevice();
  await syncDevice(two, location.remote, { sealing: unlock });
  await addChat(one, "b");
  await syncDevice(one, location.remote, { settings: { ...syncOrder.settings, isEncrypted: false } });
  expect(readSealedFile(JSON.parse(location.text()))).toBeDefined();
  expect(await syncDevice(one, location.remote, { sealing: { kind: "turn-off" } })).toMatchObject({
    isEncrypted: false,
  });
  expect(location.text()).toContain("text of b");
  expect(await syncDevice(one, location.remote)).toMatchObject({ isEncrypted: false });
  expect(await syncDevice(two, location.remote)).toMatchObject({ kind: "doubts", doubt: { reason: "readable" } });
  const asked = await syncDevice(two, location.remote, { sealing: { kind: "turn-off" } });
  if (asked.kind !== "doubts") throw new Error(asked.kind);
  expect(asked.doubt.reason).toBe("turned-off");
  const before = location.text();
  await syncDevice(two, location.remote, { sealing: { kind: "turn-off" }, accepted: asked.doubt });
  expect(await chatIds(two)).toEqual(["a", "b"]);
  expect(location.text()).toBe(before);
  expect(await syncDevice(two, location.remote)).toMatchObject({ kind: "synced", isEncrypted: false });
});

test.each<[string, Partial<SyncSettings>, SealingChange | undefined]>([
  ["changing the passphrase", {}, { kind: "change-passphrase", current: passphrase, passphrase: "a new one" }],
  ["unlocking", {}, unlock],
  ["a new key", {}, { kind: "renew", passphrase, recoveryCode }],
  ["a sync", { encryptedLocation: syncLocation(syncOrder.settings) }, undefined],
])("%s without a key writes nothing to an empty or readable location @V12.1", async (_name, given, sealing) => {
  const readable = openLocation();
  await addChat(await openDevice(), "b");
  await syncDevice(await openDevice(), readable.remote);
  const one = await openDevice();
  await addChat(one, "a");
  const settings = { ...syncOrder.settings, ...given };
  for (const location of [openLocation(), readable]) {
    const before = location.text();
    await expect(syncDevice(one, location.remote, { settings, sealing })).rejects.toMatchObject(problem("needs-setup"));
    expect(location.text()).toBe(before);
  }
});

describe("a location without versions @V12.5", () => {
  /** Opens a location that lets the last writer win, with two devices. */
  async function unversionedLocation() {
    const { location, one } = await sealedLocation();
    const { meanwhile: _unused, ...rest } = location;
    const state = { text: location.text(), meanwhile: undefined as (() => Promise<unknown>) | undefined, gets: 0 };
    const remote: Remote = {
      ...rest.remote,
      async get() {
        state.gets += 1;
        return { text: state.text };
      },
      async set(text) {
        const { meanwhile } = state;
        state.meanwhile = undefined;
        await meanwhile?.();
        state.text = text;
      },
    };
    const two = await openDevice();
    await syncDevice(two, remote, { sealing: unlock });
    await addChat(two, "b");
    return { one, two, remote, state };
  }

  const changes = {
    passphrase: { kind: "change-passphrase", current: passphrase, passphrase: "a new one" },
    key: { kind: "renew", passphrase: "a new one", recoveryCode: newRecoveryCode() },
  } as const satisfies Record<string, SealingChange>;

  async function opens(remote: Remote, secret: string): Promise<boolean> {
    const opened = syncDevice(await openDevice(), remote, { sealing: { kind: "unlock", secret } });
    return opened.then(
      () => true,
      () => false,
    );
  }

  test("a device puts its new passphrase back after another one has undone it, and merges its changes", async () => {
    const { one, two, remote, state } = await unversionedLocation();
    state.meanwhile = () => syncDevice(one, remote, { sealing: changes.passphrase });
    await syncDevice(two, remote);
    expect([await opens(remote, passphrase), await opens(remote, "a new one")]).toEqual([true, false]);
    expect(await syncDevice(one, remote)).toMatchObject({ kind: "synced" });
    expect([await opens(remote, passphrase), await opens(remote, "a new one")]).toEqual([false, true]);
    expect(await syncDevice(two, remote)).toMatchObject({ kind: "synced" });
    expect([await chatIds(one), await chatIds(two)]).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
  });

  test("a device asks after another one has undone its new key, and puts it back with consent", async () => {
    const { one, two, remote, state } = await unversionedLocation();
    state.meanwhile = () => syncDevice(one, remote, { sealing: changes.key });
    await syncDevice(two, remote);
    const undone = state.text;
    const asked = await syncDevice(one, remote);
    if (asked.kind !== "doubts") throw new Error(asked.kind);
    expect([asked.doubt.reason, state.text, await chatIds(one)]).toEqual(["rolled-back", undone, ["a"]]);
    expect(await syncDevice(one, remote, { accepted: asked.doubt })).toMatchObject({ kind: "synced" });
    expect([await opens(remote, passphrase), await opens(remote, "a new one")]).toEqual([false, true]);
    expect(await chatIds(one)).toEqual(["a", "b"]);
    await expect(syncDevice(two, remote)).rejects.toMatchObject(problem("needs-passphrase"));
  });

  test.each(Object.entries(changes))(
    "a new %s that is overwritten at once is written again",
    async (_name, sealing) => {
      const { one, two, remote, state } = await unversionedLocation();
      let writes = 0;
      const overtaken: Remote = {
        ...remote,
        async set(text, over) {
          const before = state.text;
          await remote.set(text, over);
          if (writes++ > 0) return;
          const read = { text: before };
          await syncDevice(two, { ...remote, get: async () => read });
        },
      };
      expect(await syncDevice(one, overtaken, { sealing })).toMatchObject({ kind: "synced" });
      expect(writes).toBe(2);
      expect([await opens(remote, passphrase), await opens(remote, "a new one")]).toEqual([false, true]);
      expect(await chatIds(one)).toEqual(["a", "b"]);
    },
  );

  test.each(Object.entries(changes))("a new %s is not written twice after it was read late", async (_name, sealing) => {
    const { one, remote, state } = await unversionedLocation();
    const before = state.text;
    let isWritten = false;
    const slow: Remote = {
      ...remote,
      async get() {
        const isLate = isWritten;
        isWritten = false;
        return isLate ? { text: before } : remote.get();
      },
      async set(text, over) {
        isWritten = state.text === before;
        await remote.set(text, over);
      },
    };
    expect(await syncDevice(one, slow, { sealing })).toMatchObject({ kind: "synced" });
    expect([await opens(remote, passphrase), await opens(remote, "a new one")]).toEqual([false, true]);
    expect(await syncDevice(one, remote)).toMatchObject({ kind: "synced" });
  });

  test("a sync reads the file again before it writes, and a change of the encryption also afterwards", async () => {
    const { one, remote, state } = await unversionedLocation();
    state.gets = 0;
    await addChat(one, "c");
    await syncDevice(one, remote);
    expect(state.gets).toBe(2);
    await syncDevice(one, remote, { sealing: changes.passphrase });
    expect(state.gets).toBe(5);
  });
});

test("turning encryption off writes no keys and codes, and they stay on the devices @I8.8", async () => {
  const settings = { ...syncOrder.settings, withKeys: true };
  const secretsIn = (text: string) => [...new Set(text.match(/secret-\w+/g))].sort();
  const documents = {
    "app-config": {
      theme: "dark",
      realtimeConfig: { voice: "alloy", apiKey: "secret-voice", apiKeyHost: "api.example" },
      lastUpdateTime: 5,
    },
    "access-control": { accessCode: "secret-code", openaiApiKey: "secret-openai", hosts: {}, lastUpdateTime: 5 },
    "mcp-store": { servers: { s: { id: "s", headers: { authorization: "secret-mcp" } } }, lastUpdateTime: 5 },
  };
  const all = ["secret-code", "secret-mcp", "secret-openai", "secret-voice"];
  const cellsIn = ({ documents }: Extract<SyncOutcome, { kind: "synced" }>) =>
    [...documents.values()].flatMap((cells) => [...cells]);
  async function syncKeys(device: Database, remote: Remote, given: Partial<SyncOrder>) {
    const outcome = await syncDevice(device, remote, { documents, settings, ...given });
    if (outcome.kind !== "synced") throw new Error(outcome.kind);
    return outcome;
  }
  for (const withKeys of [true, false]) {
    const location = openLocation();
    const one = await openDevice();
    const off = { documents: withKeys ? documents : {}, settings: { ...settings, withKeys } };
    const first = await syncKeys(one, location.remote, { sealing: setUp });
    const before = await syncKeys(one, location.remote, { ...off, documentLedger: first.ledger });
    const readable = await syncKeys(one, location.remote, {
      ...off,
      documentLedger: before.ledger,
      sealing: { kind: "turn-off" },
    });
    expect(secretsIn(location.text())).toEqual([]);
    expect(JSON.parse(location.text())["app-config"]).toMatchObject({ theme: "dark" });
    // A device without keys has no documents in this test, so it receives the settings each time.
    expect(cellsIn(readable).map(([name]) => name)).toEqual(withKeys ? [] : ["theme", "realtimeConfig"]);
    const again = await syncKeys(one, location.remote, { documentLedger: readable.ledger, sealing: setUp });
    expect(cellsIn(again)).toEqual([]);
    const other = await syncKeys(await openDevice(), location.remote, { documents: {}, sealing: unlock });
    expect(secretsIn(JSON.stringify(cellsIn(other)))).toEqual(all);
  }
});

test("nothing that a location receives contains a title, a text, a key or a file name @V12.1", async () => {
  const location = openLocation();
  const canaries: string[] = [];
  const canary = (kind: string) => {
    const text = `canary-${kind}-${canaries.length}-${Math.random().toString(36).slice(2)}`;
    canaries.push(text);
    return text;
  };
  const one = await openDevice();
  for (let index = 0; index < 11; index++) {
    const id = canary("chat-id");
    const session = sampleSession({ id, topic: canary("title"), lastUpdate: 10, messageCount: 1 });
    const content = `${canary("text")} [file](stored:${canary("file")})`;
    await one.putAll({
      sessions: [session],
      messages: [sampleRecord({ id: `m${index}`, sessionId: id, seq: 1, date: 10, content })],
    });
  }
  const documents = {
    "app-config": { fontFamily: canary("setting"), lastUpdateTime: 5 },
    "access-control": { openaiApiKey: canary("key"), accessCode: canary("code"), hosts: {}, lastUpdateTime: 5 },
    "prompt-store": {
      prompts: { p: { id: "p", title: canary("prompt"), content: canary("prompt-text") } },
      lastUpdateTime: 5,
    },
    "mcp-store": { servers: { s: { id: "s", headers: { authorization: canary("mcp-key") } } }, lastUpdateTime: 5 },
  };
  const order = { documents, settings: { ...syncOrder.settings, withKeys: true } };
  await syncDevice(one, location.remote, { ...order, sealing: setUp });
  await addChat(one, canary("later"));
  await syncDevice(one, location.remote, order);
  await syncDevice(one, location.remote, {
    ...order,
    sealing: { kind: "change-passphrase", current: passphrase, passphrase: canary("passphrase") },
  });
  await syncDevice(one, location.remote, {
    ...order,
    sealing: { kind: "renew", passphrase: canary("passphrase"), recoveryCode },
  });
  canaries.push(passphrase, recoveryCode, recoveryCode.replaceAll("-", ""));
  expect(canaries.length).toBeGreaterThanOrEqual(50);
  expect(location.received).toHaveLength(4);
  const objects = location.sent.map((bytes) => Buffer.from(bytes).toString("latin1"));
  const everything = [...location.received, ...objects, ...location.stored.keys()].join("\n");
  const forms = (text: string) => [text, btoa(text).replace(/.{2}=*$/, ""), encodeURIComponent(text)];
  expect(canaries.filter((text) => forms(text).some((form) => everything.includes(form)))).toEqual([]);
  const roots = location.received.map((text) => atob(fileAt({ text: () => text }).content).length);
  const sizes = [...roots, ...location.sent.map(({ length }) => length)].map((size) => size - 12 - 16);
  expect(sizes.filter((size) => paddedSize(size, leastObjectBytes) !== size)).toEqual([]);
});

/** One step of a device in the property test. */
type Step =
  | { readonly type: "add" | "delete"; readonly device: number; readonly fails?: undefined }
  | {
      readonly type: "sync" | "passphrase" | "renew";
      readonly device: number;
      readonly fails: "before" | "after" | "here" | undefined;
    };

const device = fc.nat(2);
const fails = fc.constantFrom(undefined, undefined, undefined, "before", "after", "here" as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom("add", "delete"), device }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("sync"), device, fails }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("passphrase", "renew"), device, fails }) },
);

/** Fails a sync before the location is written, after it was, or when this device is written. */
function failing(fails: "before" | "after" | "here" | undefined, remote: Remote, database: Database) {
  const set: Remote["set"] = async (text, over) => {
    if (fails === "before") throw syncError("unreachable");
    await remote.set(text, over);
    if (fails === "after") throw syncError("unreachable");
  };
  const applySynced: Database["applySynced"] = async (changes, blobs, memory, marks) => {
    if ("objects" in memory) throw syncError("server");
    await database.applySynced(changes, blobs, memory, marks);
  };
  return { remote: { ...remote, set }, database: fails === "here" ? { ...database, applySynced } : database };
}

test("a deletion after a lost answer and a failed sync is not undone by this device's own write @I8.7", async () => {
  const location = openLocation();
  const [one, other] = [await openDevice(), await openDevice()] as [Database, Database];
  const syncFailing = async (fails: "before" | "after") => {
    const { remote } = failing(fails, location.remote, one);
    await expect(syncDevice(one, remote, { isAgreed: true })).rejects.toMatchObject({ code: "sync-failed" });
  };
  await syncDevice(one, location.remote, { sealing: setUp });
  await syncDevice(other, location.remote, { sealing: unlock });
  await addChat(one, "first");
  await syncFailing("after");
  await addChat(one, "second");
  for (let count = 0; count < 6; count++) await syncFailing("before");
  await one.purge({ id: "first", deletedAt: 1_000 });
  for (const device of [one, other, one]) await syncDevice(device, location.remote, { isAgreed: true });
  expect([await chatIds(one), await chatIds(other)]).toEqual([["second"], ["second"]]);
  closeDevices();
});

test("three devices with new passphrases, new keys and crashes converge, and lose and restore nothing @I8.7", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const location = openLocation();
      const devices = [await openDevice(), await openDevice(), await openDevice()];
      const deleted = new Set<string>();
      const added = new Set<string>();
      const passphrases = [passphrase];
      const syncOnce = async (index: number, sealing?: SealingChange, failure?: "before" | "after" | "here") => {
        const database = devices[index] as Database;
        const { remote, database: written } = failing(failure, location.remote, database);
        await syncDevice(written, remote, { sealing, isAgreed: true });
      };
      /** Syncs, and enters the newest passphrases if the key has changed. */
      const syncUnlocked = async (index: number) => {
        const secrets = passphrases.toReversed();
        for (const sealing of [undefined, ...secrets.map((secret): SealingChange => ({ kind: "unlock", secret }))]) {
          try {
            return await syncOnce(index, sealing);
          } catch {
            // The next passphrase.
          }
        }
        throw new Error("no passphrase opens the location");
      };
      await syncOnce(0, setUp);
      for (const index of [1, 2]) await syncOnce(index, unlock);
      for (const [count, each] of steps.entries()) {
        const database = devices[each.device] as Database;
        if (each.type === "add") {
          await addChat(database, `chat ${count}`);
          added.add(`chat ${count}`);
        } else if (each.type === "delete") {
          const [id] = await chatIds(database);
          if (id === undefined) continue;
          await database.purge({ id, deletedAt: 1_000 + count });
          deleted.add(id);
        } else {
          const next = `passphrase ${count}`;
          const change: Record<string, SealingChange | undefined> = {
            passphrase: { kind: "change-passphrase", current: passphrases.at(-1) ?? "", passphrase: next },
            renew: { kind: "renew", passphrase: next, recoveryCode },
          };
          if (each.type !== "sync") passphrases.push(next);
          await syncOnce(each.device, change[each.type], each.fails).catch(() => {});
        }
      }
      for (let round = 0; round < 3; round++) for (const index of [0, 1, 2]) await syncUnlocked(index);
      const visible = async (database: Database) => {
        const ids = await chatIds(database);
        const { sessions } = await database.readSome({ sessions: ids, messages: [] });
        return sessions
          .filter(({ deletedAt }) => deletedAt === undefined)
          .map(({ id }) => id)
          .toSorted();
      };
      const expected = [...added].filter((id) => !deleted.has(id)).toSorted();
      for (const database of devices) expect(await visible(database)).toEqual(expected);
      for (const text of location.received) expect(readSealedFile(JSON.parse(text))).toBeInstanceOf(Object);
      closeDevices();
    }),
    { numRuns: 60 },
  );
}, 120_000);

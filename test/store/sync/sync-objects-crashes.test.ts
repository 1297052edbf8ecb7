import fc from "fast-check";
import type { Database } from "@/lib/storage/database";
import { type Remote, syncError } from "@/lib/sync/remote";
import type { SealingChange, SyncOrder } from "@/store/sync/sync-messages";
import { passphrase, recoveryCode, setUp, unlock } from "../../support/sealing-changes";
import {
  addImage,
  addLongChat,
  closeDevices,
  daysOf,
  objectsOf,
  openDevice,
  openLocation,
  rowsIn,
  syncDevice,
  visibleRows,
  writeMessage,
} from "../../support/sync-locations";

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));
afterEach(closeDevices);

/** One step of the property test. */
type Step =
  | {
      readonly type: "add" | "edit" | "rename" | "remove" | "delete" | "trash" | "setting" | "image";
      readonly device: number;
      readonly pick: number;
    }
  | { readonly type: "wait" }
  | {
      readonly type: "sync" | "passphrase" | "renew";
      readonly device: number;
      readonly fails: Failure | undefined;
      /** The device that syncs between the reading and the writing of this sync. */
      readonly meanwhile: number | undefined;
      /** A change on this device after its chats were read, and before the sync writes there. */
      readonly during?: { readonly type: "edit" | "rename" | "add" | "remove"; readonly pick: number } | undefined;
    };

/** Where a sync breaks off. */
type Failure = "object" | "before" | "after" | "here" | "documents";

const device = fc.nat(2);
const fails = fc.constantFrom<(Failure | undefined)[]>(
  ...[undefined, undefined, undefined],
  ...(["object", "before", "after", "here", "documents"] as const),
);

const meanwhile = fc.constantFrom(undefined, undefined, undefined, 0, 1, 2);

const during = fc.option(fc.record({ type: fc.constantFrom("edit", "rename", "add", "remove"), pick: fc.nat(20) }), {
  nil: undefined,
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom("add", "edit", "edit", "rename", "remove", "delete", "trash", "setting", "image"),
      device,
      pick: fc.nat(20),
    }),
  },
  { weight: 6, arbitrary: fc.record({ type: fc.constant("sync"), device, fails, meanwhile, during }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("passphrase", "renew"), device, fails, meanwhile }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("wait") }) },
);

const trashedAndEdited: Step[] = [
  { type: "add", device: 2, pick: 0 },
  { type: "sync", device: 2, fails: undefined, meanwhile: undefined },
  { type: "sync", device: 0, fails: undefined, meanwhile: undefined },
  { type: "trash", device: 0, pick: 0 },
  { type: "remove", device: 2, pick: 0 },
];

function broken(failure: Failure | undefined, remote: Remote, database: Database, act?: () => Promise<void>) {
  const { objects } = remote;
  let writes = 0;
  let isDone = false;
  const once = async () => {
    if (!isDone) {
      isDone = true;
      await act?.();
    }
  };
  const breaking: Remote = {
    ...remote,
    objects: {
      ...objects,
      async write(name, bytes) {
        await once();
        if (failure === "object" && writes++ > 0) throw syncError("unreachable");
        await objects.write(name, bytes);
      },
    },
    async set(text, over) {
      await once();
      if (failure === "before") throw syncError("unreachable");
      await remote.set(text, over);
      if (failure === "after") throw syncError("unreachable");
    },
  };
  const applySynced: Database["applySynced"] = async (changes, blobs, memory, ...others) => {
    if ("objects" in memory) await once();
    if (failure === "here" && "objects" in memory) throw syncError("server");
    await database.applySynced(changes, blobs, memory, ...others);
  };
  return { remote: breaking, database: { ...database, applySynced } };
}

test.each([
  ["with versions", true],
  ["without versions", false],
])(
  "three devices at a host %s converge and lose nothing, and the location has everything @I8.7",
  async (_name, isVersioned) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
        const location = openLocation();
        const remote: Remote = isVersioned
          ? location.remote
          : {
              ...location.remote,
              get: async () => ({ text: (await location.remote.get()).text }),
              set: async (text) => location.replace(text),
            };
        const devices = [await openDevice(), await openDevice(), await openDevice()];
        const states = devices.map(() => ({ theme: "auto", ledger: undefined as Partial<SyncOrder> | undefined }));
        const passphrases = [passphrase];
        /** The last edit of each message, which an edit of another device may only turn into another version. */
        const edits = new Map<string, { readonly text: string; readonly chat: string }>();
        const undone = new Set<string>();
        const days = new Map<number, string>();

        const renames = new Map<string, string[]>();

        async function syncOnce(
          index: number,
          sealing?: SealingChange,
          failure?: Failure,
          act?: () => Promise<void>,
        ): Promise<void> {
          const tools = broken(failure, remote, devices[index] as Database, act);
          const state = states[index] as (typeof states)[number];
          const documents = { "app-config": { theme: state.theme, lastUpdateTime: 5 } };
          const given = { documents, ...state.ledger, ...(sealing && { sealing }), isAgreed: true };
          const outcome = await syncDevice(tools.database, tools.remote, given);
          if (outcome.kind !== "synced") throw new Error(outcome.kind);
          // The tab is closed before it has stored the documents and their ledger.
          if (failure === "documents") return;
          const theme = outcome.documents.get("app-config")?.get("theme")?.value;
          if (theme !== undefined) state.theme = String(theme);
          state.ledger = { documentLedger: outcome.ledger, documentObjects: outcome.documentObjects };
        }
        async function syncUnlocked(index: number): Promise<void> {
          const secrets = passphrases.toReversed().map((secret): SealingChange => ({ kind: "unlock", secret }));
          for (const sealing of [undefined, ...secrets]) {
            try {
              return await syncOnce(index, sealing);
            } catch {
              // The next passphrase.
            }
          }
          throw new Error("no passphrase opens the location");
        }
        async function change(each: Extract<Step, { pick: number }>, count: number): Promise<void> {
          const database = devices[each.device] as Database;
          const rows = (await rowsIn(database)) as {
            id: string;
            sessionId?: string;
            deletedAt?: number;
            isAside?: boolean;
          }[];
          const chats = rows.filter((row) => row.sessionId === undefined && row.deletedAt === undefined);
          const messages = rows.filter((row) => row.sessionId !== undefined && !row.isAside);
          const message = messages[each.pick % Math.max(1, messages.length)];
          const chat = chats[each.pick % Math.max(1, chats.length)];
          const text = `text ${count}`;
          const none = { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] };
          if (each.type === "setting") (states[each.device] as (typeof states)[number]).theme = `theme ${count}`;
          else if (each.type === "image") await addImage(database, `image ${count}`);
          else if (each.type === "add") {
            await addLongChat(database, `chat ${count}`, 3);
          } else if (each.type === "edit" && message?.sessionId !== undefined) {
            edits.set(message.id, { text, chat: message.sessionId });
            await writeMessage(database, message.id, message.sessionId, text);
          } else if (each.type === "rename" && chat) {
            renames.set(chat.id, [...(renames.get(chat.id) ?? []), text]);
            await database.write({ ...none, patchSessions: [{ id: chat.id, topic: text }] });
          } else if (each.type === "remove" && message?.sessionId !== undefined) {
            undone.add(message.sessionId);
            await database.write({ ...none, deleteMessages: [message.id], deletedFrom: [message.sessionId] });
          } else if (each.type === "delete" && chat) {
            undone.add(chat.id);
            await database.purge({ id: chat.id, deletedAt: 1_000 + count });
          } else if (each.type === "trash" && chat) {
            undone.add(chat.id);
            await database.write({ ...none, patchSessions: [{ id: chat.id, deletedAt: 1_000 + count }] });
          }
        }

        let now = 1_800_000_000_000;
        const clock = jest.spyOn(Date, "now").mockImplementation(() => now++);
        await syncOnce(0, setUp);
        for (const index of [1, 2]) await syncOnce(index, unlock);
        for (const [count, each] of steps.entries()) {
          if ("pick" in each) await change(each, count);
          else if (each.type === "wait") now += 2 * 86_400_000;
          else {
            const other = each.meanwhile;
            if (other !== undefined && other !== each.device) {
              location.meanwhile = () => syncUnlocked(other).catch(() => {});
            }
            const next = `passphrase ${count}`;
            const sealing: Record<string, SealingChange | undefined> = {
              passphrase: { kind: "change-passphrase", current: passphrases.at(-1) ?? "", passphrase: next },
              renew: { kind: "renew", passphrase: next, recoveryCode },
            };
            if (each.type !== "sync") passphrases.push(next);
            const act = async () => {
              if (each.during) await change({ ...each.during, device: each.device }, 100 + count);
            };
            await syncOnce(each.device, sealing[each.type], each.fails, act).catch(() => {});
            // Each listed daily state can be opened completely, and never changes.
            for (const { at, content } of await daysOf(location.remote, passphrases)) {
              expect(content).toBe(days.get(at) ?? content);
              days.set(at, content);
            }
            location.meanwhile = undefined;
          }
        }
        for (let round = 0; round < 4; round++) for (const index of [0, 1, 2]) await syncUnlocked(index);
        // The devices remove what is not needed any more, and nothing else.
        for (const wait of [0, 2 * 86_400_000]) {
          now += wait;
          for (const index of [0, 1, 2]) {
            await addImage(devices[index] as Database, `last ${wait} ${index}`);
            await syncUnlocked(index);
          }
        }
        for (const index of [0, 1, 2]) await syncUnlocked(index);
        await daysOf(location.remote, passphrases);
        const { needed, retired } = await objectsOf(location.remote, passphrases);
        expect([...needed].filter((name) => !location.stored.has(name))).toEqual([]);
        expect(retired.filter((name) => needed.has(name))).toEqual([]);
        const fresh = await openDevice();
        devices.push(fresh);
        states.push({ theme: "auto", ledger: undefined });
        await syncUnlocked(3);
        const shown = await Promise.all(devices.map(visibleRows));
        for (const rows of shown) expect(rows).toEqual(shown[0]);
        for (const database of devices) {
          for (const id of shown[0]?.join("\n").match(/(?<=stored:)[^"]+/g) ?? []) {
            expect((await database.readBlob(id))?.id).toBe(id);
          }
        }
        expect(new Set(states.map(({ theme }) => theme)).size).toBe(1);
        const texts = (shown[0] ?? []).join("\n");
        for (const { text, chat } of edits.values()) {
          if (!undone.has(chat)) expect(texts).toContain(`"${text}"`);
        }
        for (const [chat, topics] of renames) {
          const isShown = topics.some((topic) => texts.includes(`"topic":"${topic}"`));
          if (!undone.has(chat)) expect([chat, isShown]).toEqual([chat, true]);
        }
        for (const [count, each] of steps.entries()) {
          if (each.type === "add" && !undone.has(`chat ${count}`)) expect(texts).toContain(`"chat ${count}"`);
        }
        closeDevices();
        clock.mockRestore();
      }),
      {
        // A chat that one device moves to the trash, while another one deletes a message of it.
        examples: [[trashedAndEdited]],
        numRuns: Number(process.env.SYNC_RUNS ?? 120),
      },
    );
  },
  4_000_000,
);

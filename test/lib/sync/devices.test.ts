import fc from "fast-check";
import { chatsIn, type Device, newDevice, newRemote, type Remote, sync } from "@/test/support/sync-devices";

type Step =
  | { readonly type: "write" | "delete"; readonly device: number; readonly chat: number; readonly message: number }
  | { readonly type: "delete-chat"; readonly device: number; readonly chat: number }
  | { readonly type: "sync"; readonly device: number; readonly loses: "request" | "answer" | undefined };

const device = fc.integer({ min: 0, max: 2 });
const chat = fc.integer({ min: 0, max: 1 });
const message = fc.integer({ min: 0, max: 2 });
const writing: fc.Arbitrary<Step> = fc.record({ type: fc.constantFrom("write", "delete"), device, chat, message });
const syncing: fc.Arbitrary<Step> = fc.record({
  type: fc.constant("sync"),
  device,
  loses: fc.constantFrom(undefined, undefined, "request", "answer"),
});
const deletingChats: fc.Arbitrary<Step> = fc.record({ type: fc.constant("delete-chat"), device, chat });
const fiveYears = 5 * 365 * 86_400_000;
const skews = fc.array(fc.constantFrom(0, -40, 40, -fiveYears, fiveYears), { minLength: 3, maxLength: 3 });

/** What became of each text: the devices that let go of it while they held it. */
interface History {
  readonly devices: readonly Device[];
  readonly remote: Remote;
  readonly written: readonly string[];
  /** Texts that somebody who saw them wrote over or deleted. */
  readonly letGo: ReadonlySet<string>;
}

function run(steps: readonly Step[], skews: readonly number[]): History {
  const devices = skews.map(newDevice);
  const remote = newRemote();
  const written: string[] = [];
  const letGo = new Set<string>();
  let time = 1_000_000_000_000;
  for (const step of steps) {
    time += 10;
    const at = devices[step.device] as Device;
    if (step.type === "sync") {
      sync(at, remote, time, step.loses);
      continue;
    }
    const chat = pick([...at.chats.keys()], step.chat);
    if (step.type === "delete-chat") {
      for (const text of at.chats.get(chat ?? "")?.values() ?? []) letGo.add(text);
      at.chats.delete(chat ?? "");
      continue;
    }
    const chatId = chat ?? `chat ${written.length}`;
    const messages = at.chats.get(chatId) ?? new Map<string, string>();
    const id = pick([...messages.keys()], step.message);
    const former = messages.get(id ?? "");
    if (former !== undefined) letGo.add(former);
    if (step.type === "delete") {
      messages.delete(id ?? "");
      continue;
    }
    const text = `${written.length}@${Math.max(1, time + at.skew)}`;
    messages.set(id ?? `message ${written.length}`, text);
    written.push(text);
    at.chats.set(chatId, messages);
  }
  for (let round = 1; round <= 4; round++) for (const each of devices) sync(each, remote, time + 10 * round);
  return { devices, remote, written, letGo };
}

/** Returns one of what there is; nothing where something new is to be made. */
function pick(ids: readonly string[], place: number): string | undefined {
  return ids.toSorted()[place];
}

function textsIn(chats: Device["chats"]): Set<string> {
  return new Set([...chats.values()].flatMap((messages) => [...messages.values()]));
}

describe("three devices with arbitrary clocks, and lost requests and responses", () => {
  test("converge to the same chats", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(writing, syncing, deletingChats), { maxLength: 40 }), skews, (steps, skews) => {
        const { devices, remote } = run(steps, skews);
        const filled = (chats: Device["chats"]) => new Map([...chats].filter(([, { size }]) => size > 0));
        for (const { chats } of devices) expect(filled(chats)).toEqual(filled(chatsIn(remote.state)));
      }),
      { numRuns: 500 },
    );
  });

  test("lose nothing, except what a device that had read it overwrote or deleted @I8.7 @S13", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(writing, syncing, deletingChats), { maxLength: 40 }), skews, (steps, skews) => {
        const history = run(steps, skews);
        const texts = textsIn(chatsIn(history.remote.state));
        expect(history.written.filter((text) => !texts.has(text) && !history.letGo.has(text))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test("do not restore a message that was deleted or overwritten @I8.7 @S13", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(writing, syncing), { maxLength: 40 }), skews, (steps, skews) => {
        const history = run(steps, skews);
        const texts = textsIn(chatsIn(history.remote.state));
        expect([...history.letGo].filter((text) => texts.has(text))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

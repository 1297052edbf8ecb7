import { textKeys } from "@/lib/storage/local-keys";
import { useChats } from "@/store/chats/chats";
import { endReply, offerResume } from "@/store/chats/end-reply";
import { sampleRecord, sampleSession } from "../../support/chat-samples";

const stored = { sessionId: "s", id: "a".repeat(22), key: "b".repeat(43), startedAt: 1_800_000_000_000 };
const resumed: [string, object][] = [];
let outcome: "here" | "elsewhere" | "no" = "no";

offerResume(async (messageId, reply) => {
  resumed.push([messageId, reply]);
  return outcome;
});

const reply = sampleRecord({ id: "m", sessionId: "s", seq: 1, role: "assistant", content: "So far", streaming: true });

function database(texts: Record<string, string>) {
  return { readSome: async () => ({ sessions: [], messages: [reply] }), readTexts: async () => texts };
}

const withKey = { [textKeys.resumable]: JSON.stringify({ m: stored }) };

beforeEach(() => {
  resumed.length = 0;
  useChats.setState({ sessions: [sampleSession({ id: "s" })], threads: {}, messages: {}, live: {} });
  useChats.getState().startThread("s");
  useChats.getState().fillThread("s", [reply]);
});

test.each([
  ["is resumed by this tab", "here", withKey, true, true],
  ["is resumed by another tab", "elsewhere", withKey, false, true],
  ["cannot be resumed", "no", withKey, true, undefined],
  ["has no key, as without a store", "here", {}, true, undefined],
] as const)("a reply of a closed tab that %s is shown as such", async (_name, next, texts, hasEnded, streaming) => {
  outcome = next;
  expect(await endReply("m", database(texts))).toBe(hasEnded);
  const { messages } = useChats.getState();
  expect([messages.m?.streaming, messages.m?.stopped, messages.m?.content]).toEqual([
    streaming,
    streaming ? undefined : true,
    "So far",
  ]);
  expect(resumed).toEqual(texts === withKey ? [["m", stored]] : []);
});

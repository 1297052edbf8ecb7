import fc from "fast-check";
import type { TurnInput } from "@/lib/chat/context";
import type { ChatEvent } from "@/lib/chat/event";
import type { ChatRequest } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { toggleContext } from "@/lib/chat/toggle-context";
import { createChats } from "@/store/chats/chats";
import { createTurns } from "@/store/turns/turns";
import { expectConsistent } from "../../support/chat-invariants";
import { sampleSession, usualDefaults } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";
import { fakeJournal } from "../../support/fake-journal";

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A reply that says what the test says until it is ended or given up. */
interface Stream {
  readonly sessionId: string;
  say(event: ChatEvent): void;
  end(): void;
}

function setUp() {
  const time = fakeEnvironment({ now: 1000 });
  let back = 0;
  const env = { ...time, now: () => time.now() - back };
  const journal = fakeJournal();
  const chats = createChats({ env, journal });
  const streams: Stream[] = [];

  async function* openReply(
    { id: sessionId }: ChatSession,
    _request: ChatRequest,
    { signal }: { signal: AbortSignal },
  ) {
    const waiting: (ChatEvent | undefined)[] = [];
    let wake = () => {};
    const push = (event: ChatEvent | undefined) => {
      waiting.push(event);
      wake();
    };
    const stream: Stream = { sessionId, say: push, end: () => push(undefined) };
    streams.push(stream);
    signal.addEventListener("abort", stream.end);
    // Stopped before it was opened.
    if (signal.aborted) stream.end();
    for (;;) {
      while (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const next = waiting.shift();
      if (!next) break;
      yield next;
    }
    streams.splice(streams.indexOf(stream), 1);
  }

  const turns = createTurns({
    isReachable: () => true,
    env,
    chats,
    prepare: (session) => session,
    refusesSend: () => false,
    refusesReply: () => false,
    loadTemplateCode: () => undefined,
    contentOf: (content) => content,
    buildRequest: async ({ session, question }: TurnInput) => ({
      model: session.mask.modelConfig.model,
      messages: [{ role: "user", content: question.content }],
      stream: true,
    }),
    openReply,
    continueText: async () => "Go on.",
    responseTo: async () => "",
    isSeen: () => true,
    holdReply: () => () => {},
    onTurnEnd: async () => {},
    onReply: () => {},
  });
  const stored = ["a", "b", "c", "d"].map((id) => sampleSession({ id, order: -id.charCodeAt(0) }));
  for (const session of stored) journal.noteSession(session);
  chats.getState().hydrate(stored, "a", usualDefaults);
  for (const { id } of stored) chats.getState().fillThread(id, []);
  const undos: (() => void)[] = [];
  return { env, journal, chats, turns, streams, undos, setBack: (ms: number) => (back = ms) };
}

type Setup = ReturnType<typeof setUp>;

const text = (value: string): ChatEvent => ({ type: "text-delta", text: value });
const failure: ChatEvent = {
  type: "error",
  error: { kind: "overloaded", code: "529", message: "Busy." },
};

/** What people and providers do, however senseless; `at` picks what it is done to. */
const deeds: Readonly<Record<string, (set: Setup, sessionId: string, at: number) => unknown>> = {
  send: ({ turns }, id) => turns.getState().send(id, "Why?"),
  stop: ({ turns }, id) => turns.getState().stop(id),
  stopAll: ({ turns }) => turns.getState().stopAll(),
  sendQueued: ({ turns }, id) => turns.getState().sendQueued(id),
  retry: (set, id, at) => set.turns.getState().retry(id, messageAt(set, id, at)),
  retryTwice: (set, id, at) => {
    void set.turns.getState().retry(id, messageAt(set, id, at));
    return set.turns.getState().retry(id, messageAt(set, id, at));
  },
  resend: (set, id, at) => set.turns.getState().resend(id, messageAt(set, id, at), "In other words?"),
  goOn: (set, id) => set.turns.getState().continueReply(id, set.chats.getState().threads[id]?.ids.at(-1) ?? ""),
  say: ({ streams }, _id, at) => streams[at % streams.length]?.say(text("x")),
  sayNothing: ({ streams }, _id, at) => streams[at % streams.length]?.say(text("")),
  callUnoffered: ({ streams }, _id, at) => streams[at % streams.length]?.say({ type: "tool-call-start", name: "rm" }),
  fail: ({ streams }, _id, at) => {
    streams[at % streams.length]?.say(failure);
    streams[at % streams.length]?.end();
  },
  finish: ({ streams }, _id, at) => {
    streams[at % streams.length]?.say({ type: "finish", finish: at % 2 ? "stop" : "length", raw: "x" });
    streams[at % streams.length]?.end();
  },
  breakOff: ({ streams }, _id, at) => streams[at % streams.length]?.end(),
  leaf: (set, id, at) => {
    const { threads, showVersion } = set.chats.getState();
    const { ids = [], asides = {} } = threads[id] ?? {};
    const index = at % Math.max(1, ids.length);
    const versions = asides[ids[index - 1] ?? ""] ?? [];
    if (set.turns.getState().inFlight[id] === undefined) showVersion(id, ids[index] ?? "", versions.at(-1) ?? "");
  },
  remove: (set, id, at) => set.chats.getState().remove(id, [messageAt(set, id, at)]),
  removeForNow: (set, id, at) => set.undos.push(set.chats.getState().remove(id, [messageAt(set, id, at)])),
  undo: ({ undos }, _id, at) => undos.splice(at % Math.max(1, undos.length), 1)[0]?.(),
  removeAndUndo: (set, id, at) => set.chats.getState().remove(id, [messageAt(set, id, at)])(),
  clearContext: ({ chats }, id) => {
    const session = chats.getState().sessions.find((each) => each.id === id);
    if (session) chats.getState().patchSession(id, toggleContext(session));
  },
  remember: ({ chats }, id, at) => {
    const count = chats.getState().threads[id]?.ids.length ?? 0;
    const lastSummarizeIndex = Math.min(count, at);
    chats.getState().patchSession(id, { memoryPrompt: lastSummarizeIndex > 0 ? "Tides." : "", lastSummarizeIndex });
  },
  removeAll: (set, id) => set.chats.getState().remove(id, set.chats.getState().threads[id]?.ids ?? []),
  pin: (set, id, at) => set.chats.getState().pin(id, messageAt(set, id, at)),
  edit: (set, id, at) =>
    set.chats.getState().update(messageAt(set, id, at), (message) => ({ ...message, content: "Edited." })),
  newChat: ({ chats }) => {
    const id = chats.getState().newChat(usualDefaults);
    if (!chats.getState().threads[id]) chats.getState().fillThread(id, []);
  },
  select: ({ chats }, id) => chats.getState().select(id),
  deleteChat: ({ chats }, id) => chats.getState().deleteChats([id], usualDefaults),
  deleteAndUndo: ({ chats }, id) => chats.getState().deleteChats([id], usualDefaults)(),
  move: ({ chats }, id, at) => chats.getState().move(id, at % 4),
  clockBack: ({ setBack }, _id, at) => setBack(at * 1000),
};

function messageAt({ chats }: Setup, sessionId: string, at: number): string {
  const ids = chats.getState().threads[sessionId]?.ids ?? [];
  return ids[at % Math.max(1, ids.length)] ?? "";
}

/** Done more often, so that there is something to do the others to. */
const usual = ["send", "retry", "resend", "say", "say", "finish", "finish", "leaf", "remove"];

const step = fc.record({
  deed: fc.constantFrom(...Object.keys(deeds), ...usual, ...usual),
  chat: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
  at: fc.nat(12),
  /** Whether the next deed follows at once, before anything has come of this one. */
  hurries: fc.constantFrom(true, false, false),
});

test("whatever users and providers do, in any order and at any speed, chats stay consistent and nothing hangs", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 50 }), async (steps) => {
      const set = setUp();
      for (const { deed, chat, at, hurries } of steps) {
        const { sessions } = set.chats.getState();
        const sessionId = sessions[chat % sessions.length]?.id ?? "";
        void deeds[deed]?.(set, sessionId, at);
        if (!hurries) await settled();
        expectConsistent(set.chats.getState(), set.journal);
      }
      // What was asked for last may only begin now: a reply that goes on reads its words first.
      await settled();
      set.turns.getState().stopAll();
      await settled();
      await settled();
      expect(set.turns.getState().inFlight).toEqual({});
      expect(set.streams).toEqual([]);
      expectConsistent(set.chats.getState(), set.journal);
      const growing = Object.values(set.chats.getState().messages).filter(({ streaming }) => streaming);
      expect(growing).toEqual([]);
    }),
    { numRuns: 40 },
  );
  // On a busy computer it takes longer than other tests may.
}, 120_000);

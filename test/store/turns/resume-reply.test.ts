import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { blendedQuestion } from "@/lib/chat/blend";
import type { TurnInput } from "@/lib/chat/context";
import type { ChatEvent } from "@/lib/chat/event";
import type { ChatSession } from "@/lib/chat/session";
import type { ToolState } from "@/lib/chat/tool";
import type { TurnRound } from "@/lib/chat/turn-round";
import { replyLockName } from "@/lib/platform/reply-locks";
import { replyIdHeader } from "@/lib/resuming/resumable-reply";
import { serverlessFlags } from "@/lib/settings/server-flags";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { openDatabase } from "@/lib/storage/database";
import { readResumable, type StoredReply, storeResumable } from "@/lib/storage/resumable-replies";
import { useChats } from "@/store/chats/chats";
import { tabContext } from "@/store/records/records";
import { useAccess } from "@/store/settings/access";
import { comparisonRun } from "@/store/turns/comparison-run";
import { isResumable } from "@/store/turns/left-replies";
import { type ResumableCall, resumableEnvironment } from "@/store/turns/resumable-environment";
import { resumeReplies, resumeReply, withoutRepetition } from "@/store/turns/resume-reply";
import type { ReplyOptions } from "@/store/turns/turn-run";
import { useTurns } from "@/store/turns/turns";
import { sampleMessage, sampleRecord, sampleSession } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";

const text = (content: string): ChatEvent => ({ type: "text-delta", text: content });
const thought = (content: string): ChatEvent => ({ type: "reasoning-delta", text: content });
const failure: ChatEvent = { type: "error", error: { kind: "network", code: null, message: "" } };
const end: ChatEvent = { type: "end" };

const called: ChatEvent = { type: "tool-call-start", id: "c", name: "tide" };
const tool = (state: ToolState): ChatEvent => ({ type: "tool-run", position: 0, run: { state } });

async function* each(events: readonly ChatEvent[]): AsyncGenerator<ChatEvent> {
  yield* events;
}

interface Case {
  readonly name: string;
  readonly shown: { readonly content: string; readonly reasoning?: string };
  readonly continued?: { readonly content: string; readonly reasoning?: string };
  readonly events: readonly ChatEvent[];
  readonly yielded: readonly ChatEvent[];
  readonly isStopped?: true;
}

const cases: Case[] = [
  {
    name: "nothing is shown yet",
    shown: { content: "" },
    events: [text("The "), text("tide"), end],
    yielded: [text("The "), text("tide"), end],
  },
  {
    name: "a part is shown, with a thought",
    shown: { content: "The", reasoning: "Hm" },
    events: [thought("Hm"), text("The "), text("tide"), end],
    yielded: [thought("Hm"), text("The "), text("tide"), end],
  },
  {
    name: "the reply ends with less than is shown, because it is counted in another way",
    shown: { content: "The tide" },
    events: [text("The "), end],
    yielded: [text("The "), end],
  },
  {
    name: "it cannot be resumed",
    shown: { content: "The tide" },
    events: [failure],
    yielded: [],
    isStopped: true,
  },
  {
    name: "it cannot be resumed, and nothing was shown",
    shown: { content: "" },
    events: [failure],
    yielded: [],
    isStopped: true,
  },
  {
    name: "it breaks off before what is shown",
    shown: { content: "The tide comes" },
    events: [text("The tide"), failure],
    yielded: [],
    isStopped: true,
  },
  {
    name: "it breaks off behind what is shown",
    shown: { content: "The tide" },
    events: [text("The tide"), text(" comes"), failure],
    yielded: [text("The tide"), text(" comes"), failure],
  },
  {
    name: "a continued text breaks off before what is shown of the rest",
    shown: { content: "The tide comes", reasoning: "Hm" },
    continued: { content: "The tide", reasoning: "Hm" },
    events: [text(" com"), failure],
    yielded: [],
    isStopped: true,
  },
  {
    name: "a continued text breaks off behind what is shown of the rest",
    shown: { content: "The tide comes" },
    continued: { content: "The tide" },
    events: [text(" comes"), failure],
    yielded: [text(" comes"), failure],
  },
  {
    name: "a finished round does not show less of the next one",
    shown: { content: "The tide" },
    events: [called, tool("done"), { type: "round" }, text("The "), failure],
    yielded: [],
    isStopped: true,
  },
  {
    name: "a call that waits for the user shows all before it, even without a text",
    shown: { content: "" },
    events: [called, tool("waiting"), tool("done"), { type: "round" }, failure],
    yielded: [called, tool("waiting"), tool("done"), { type: "round" }, failure],
  },
];

test.each(cases)(
  "a resumed reply never gets shorter on screen: $name",
  async ({ shown, continued, events, yielded, isStopped }) => {
    let stops = 0;
    const seen: ChatEvent[] = [];
    for await (const event of withoutRepetition(each(events), { shown, continued }, () => stops++)) seen.push(event);
    expect(seen).toEqual(yielded);
    expect(stops).toBe(isStopped ? 1 : 0);
  },
);

describe("replies of closed tabs", () => {
  const held = new Set<string>();
  const sent: { url: string; init: RequestInit }[] = [];

  beforeEach(() => {
    held.clear();
    sent.length = 0;
    Object.assign(globalThis, {
      indexedDB: new IDBFactory(),
      BroadcastChannel: class {
        close() {}
        postMessage() {}
      },
      navigator: {
        languages: ["en"],
        locks: {
          request: async (name: string, ...given: unknown[]) => {
            const take = given.at(-1) as (lock: object | null) => unknown;
            const isFree = !held.has(name);
            if (isFree || given.length === 2) await take(isFree ? {} : null);
          },
        },
      },
      fetch: async (url: string, init: RequestInit) => {
        sent.push({ url, init });
        return new Response(null, { status: 204 });
      },
    });
    useAccess.setState({ reach: { relay: "/api" }, accessCode: "letmein", flags: serverlessFlags });
  });

  /** Opens a database with a stored reply, whose message is there if `hasMessage`. */
  async function open({ hasMessage, startedAt = Date.now() }: { hasMessage: boolean; startedAt?: number }) {
    const database = await openDatabase(() => {});
    const message = sampleRecord({ id: "m", sessionId: "s", seq: 1, role: "assistant", content: "So" });
    await database.write({
      patchSessions: hasMessage ? [sampleSession({ id: "s" })] : [],
      putMessages: hasMessage ? [message] : [],
      growMessages: [],
      deleteMessages: [],
    });
    const stored = { sessionId: "s", providerName: "OpenAI", id: "a".repeat(22), key: "b".repeat(43), startedAt };
    await storeResumable(database, "m", stored);
    tabContext.records.open({ database, otherTabs: { close() {} } as never });
    return database;
  }

  test.each([
    ["the chat was deleted", { hasMessage: false }],
    ["the message has ended", { hasMessage: true }],
    ["the reply is too old", { hasMessage: true, startedAt: 1000 }],
  ])("that cannot be resumed are stopped at the server, with the code of their call: %s", async (_name, given) => {
    const database = await open(given);
    await resumeReplies();
    expect(sent).toEqual([
      {
        url: "/api/replies",
        init: {
          method: "DELETE",
          headers: { authorization: "Bearer nk-letmein", [replyIdHeader]: "a".repeat(22) },
          keepalive: true,
        },
      },
    ]);
    expect(await readResumable(database)).toEqual({});
    database.close();
  });

  test("go on while another tab writes them", async () => {
    const database = await open({ hasMessage: true, startedAt: 1000 });
    held.add(replyLockName("m"));
    await resumeReplies();
    expect(sent).toEqual([]);
    expect(Object.keys(await readResumable(database))).toEqual(["m"]);
    database.close();
  });

  /** Opens the environment of a reply in a new database, which waits for the responses that the test gives. */
  async function openEnvironment(options: Partial<ResumableCall> = {}) {
    const database = await open({ hasMessage: true, startedAt: 1000 });
    const responses: ((response: Response) => void)[] = [];
    const call = {
      ...{ signal: new AbortController().signal, thread: [], replyId: "r", url: "/api/replies" },
      connection: { baseUrl: "/api/openai", headers: {} },
      env: fakeEnvironment({ now: 5000, responses: () => new Promise((resolve) => responses.push(resolve)) }),
      finished: async () => ({}),
      ...options,
    };
    const { env, whenForgotten } = resumableEnvironment(sampleSession({ id: "s" }), call);
    const ask = () => env.fetch("/api/openai/v1/chat/completions", { method: "POST" });
    const stored = async () => (await readResumable(database)).r;
    async function until(isTrue: (reply: StoredReply | undefined) => boolean): Promise<StoredReply | undefined> {
      for (let tries = 0; tries < 100 && !isTrue(await stored()); tries++) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return stored();
    }
    return { database, responses, ask, stored, until, whenForgotten };
  }

  test("can be stopped with the credentials of their provider, which is stored with them", async () => {
    const { database, ask, until } = await openEnvironment();
    void ask();
    const { providerName } = sampleSession({ id: "s" }).mask.modelConfig;
    expect(await until(Boolean)).toMatchObject({ sessionId: "s", providerName });
    database.close();
  });

  test("each call of a reply is stored with what its rest needs, and is forgotten before a tool runs", async () => {
    const rounds: TurnRound[] = [];
    const continued = sampleMessage({ id: "r", role: "assistant", content: "Half a" });
    const cost = { kind: "about", currency: "USD", micros: 7 } as const;
    const { database, responses, ask, stored, until, whenForgotten } = await openEnvironment({
      ...{ continued, omitted: ["memory"] as const },
      finished: async () => ({ rounds: [...rounds], cost }),
    });
    const first = ask();
    const one = await until(Boolean);
    const call = {
      sessionId: "s",
      providerName: sampleSession({ id: "s" }).mask.modelConfig.providerName,
      ...{ id: one?.id, key: one?.key, startedAt: 5000, continued, omitted: ["memory"], cost },
    };
    expect([one, isResumable("r")]).toEqual([{ ...call, rounds: [] }, true]);

    responses[0]?.(new Response("At noon."));
    const reading = (await first).text();
    expect(await reading).toBe("At noon.");
    expect(isResumable("r")).toBe(false);
    await whenForgotten();
    expect(await stored()).toBeUndefined();

    rounds.push({ events: [text("At noon.")], results: [] });
    void ask();
    // A round that finishes later is not one before this call.
    rounds.push({ events: [], results: [] });
    const two = await until(Boolean);
    expect(two).toEqual({ ...call, id: two?.id, key: two?.key, rounds: [rounds[0]] });
    expect([two?.id === one?.id, isResumable("r")]).toEqual([false, true]);
    database.close();
  });

  test("a call that is too long to store ends with its page", async () => {
    const long = { events: [text("x".repeat(2_000_001))], results: [] };
    const { database, ask, stored, whenForgotten } = await openEnvironment({
      finished: async () => ({ rounds: [long] }),
    });
    void ask();
    await whenForgotten();
    expect([await stored(), isResumable("r")]).toEqual([undefined, false]);
    database.close();
  });

  /** Resumes replies whose streams never begin. Returns what is asked for each. */
  async function resumeAll(
    messages: readonly MessageRecord[],
    replies: Readonly<Record<string, Partial<StoredReply>>>,
  ) {
    const asked: object[] = [];
    const { context } = useTurns.getState();
    Object.assign(context.dependencies, {
      continueText: async () => "Go on.",
      buildRequest: async ({ question, omitted }: TurnInput) => ({ content: question.content, omitted }),
      openReply: (session: ChatSession, request: object, { resumed, continued, thread }: ReplyOptions) => {
        const sent = thread.map(({ content }) => content);
        asked.push({ ...request, model: session.mask.modelConfig.model, id: resumed?.id, continued, thread: sent });
        return new ReadableStream();
      },
    });
    useChats.setState({ sessions: [sampleSession({ id: "s" })], threads: {}, messages: {}, live: {} });
    useChats.getState().startThread("s");
    useChats.getState().fillThread("s", messages);
    const resumed = Object.entries(replies).map(([messageId, reply]) =>
      resumeReply(messageId, { sessionId: "s", id: messageId, key: "k", startedAt: Date.now(), ...reply }),
    );
    expect(await Promise.all(resumed)).toEqual(resumed.map(() => "here"));
    while (asked.length < resumed.length) await new Promise((resolve) => setTimeout(resolve, 5));
    const turn = context.running.get("s");
    const ids = [...(comparisonRun(turn)?.answers.keys() ?? [turn?.replyId])];
    context.running.clear();
    useTurns.setState({ inFlight: {} });
    return { asked, ids };
  }

  const question = sampleRecord({ id: "q", sessionId: "s", seq: 0, role: "user", content: "When?" });
  const growing = (id: string, given: Partial<MessageRecord> = {}) =>
    sampleRecord({
      ...{ id, sessionId: "s", seq: 1, role: "assistant", content: "Half a tide", streaming: true },
      ...{ model: "tide-1", providerName: "OpenAI", ...given },
    });

  test("a continued reply is asked for with the text before it, and without what was left out", async () => {
    const continued = sampleMessage({ id: "r", role: "assistant", content: "Half a", isCut: true });
    const reply = { continued, omitted: ["memory"] as const };
    const { asked, ids } = await resumeAll([question, growing("r")], { r: reply });
    const sent = { content: "Go on.", omitted: ["memory"], model: "tide-1", id: "r", continued };
    expect(asked).toEqual([{ ...sent, thread: ["When?", "Half a", "Go on."] }]);
    expect(ids).toEqual(["r"]);
  });

  test("all answers of a comparison are resumed in one turn, each by its model and without tools", async () => {
    const column = (index: number) => ({ comparison: "c", column: index, model: `tide-${index}` });
    const aside = { ...column(1), isAside: true, parentId: "q" };
    const { asked, ids } = await resumeAll([question, growing("r0", column(0)), growing("r1", aside)], {
      r0: {},
      r1: { omitted: ["memory", "tools"] },
    });
    const sent = { content: "When?", continued: undefined, thread: ["When?"] };
    expect(asked).toEqual([
      { ...sent, omitted: ["tools"], model: "tide-0", id: "r0" },
      { ...sent, omitted: ["memory", "tools"], model: "tide-1", id: "r1" },
    ]);
    expect(ids).toEqual(["r0", "r1"]);
  });

  test("a blended reply is asked for with the answers that it is made of", async () => {
    const answers = ["At noon.", "At dusk."].map((content, index) =>
      growing(`a${index}`, { content, isAside: true, parentId: "q", streaming: false }),
    );
    const blend = { prompt: "Blend.", answers: answers.map(({ id }) => ({ id, model: "tide-1" })) };
    const { asked } = await resumeAll([question, growing("r", { blend }), ...answers], { r: {} });
    const blended = blendedQuestion(question, blend, answers)?.content;
    expect(asked).toMatchObject([{ content: blended, thread: [blended], id: "r" }]);
    expect(String(blended)).toContain("At dusk.");
  });
});

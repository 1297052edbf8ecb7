import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import type { ChatEvent } from "@/lib/chat/event";
import { replyLockName } from "@/lib/platform/reply-locks";
import { replyIdHeader } from "@/lib/resuming/resumable-reply";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { openDatabase } from "@/lib/storage/database";
import { readResumable, storeResumable } from "@/lib/storage/resumable-replies";
import { useChats } from "@/store/chats/chats";
import { tabContext } from "@/store/records/records";
import { useAccess } from "@/store/settings/access";
import { resumableEnvironment } from "@/store/turns/resumable-environment";
import { resumeReplies, withoutRepetition } from "@/store/turns/resume-reply";
import { sampleRecord, sampleSession } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";

const text = (content: string): ChatEvent => ({ type: "text-delta", text: content });
const thought = (content: string): ChatEvent => ({ type: "reasoning-delta", text: content });
const failure: ChatEvent = { type: "error", error: { kind: "network", code: null, message: "" } };
const end: ChatEvent = { type: "end" };

async function* each(events: readonly ChatEvent[]): AsyncGenerator<ChatEvent> {
  yield* events;
}

interface Case {
  readonly name: string;
  readonly shown: { readonly content: string; readonly reasoning?: string };
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
];

test.each(cases)(
  "a resumed reply never gets shorter on screen: $name",
  async ({ shown, events, yielded, isStopped }) => {
    let stops = 0;
    const seen: ChatEvent[] = [];
    for await (const event of withoutRepetition(each(events), shown, () => stops++)) seen.push(event);
    expect(seen).toEqual(yielded);
    expect(stops).toBe(isStopped ? 1 : 0);
  },
);

describe("replies of closed tabs that cannot be resumed", () => {
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
  ])("are stopped at the server, with the code of their call: %s", async (_name, given) => {
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

  test("can be stopped by the credentials of their provider, which is stored with them", async () => {
    const database = await open({ hasMessage: true, startedAt: 1000 });
    const question = sampleRecord({ id: "q", sessionId: "s", seq: 0 });
    useChats.setState({ messages: { q: question } });
    const session = sampleSession({ id: "s" });
    const { fetch } = resumableEnvironment(session, {
      ...{ signal: new AbortController().signal, thread: [question], replyId: "r", url: "/api/replies" },
      connection: { baseUrl: "/api/openai", headers: {} },
      env: fakeEnvironment({ responses: () => new Promise<Response>(() => {}) }),
    });
    void fetch("/api/openai/v1/chat/completions", { method: "POST" });
    for (let tries = 0; tries < 100 && !(await readResumable(database)).r; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const { providerName } = session.mask.modelConfig;
    expect((await readResumable(database)).r).toMatchObject({ sessionId: "s", providerName });
    database.close();
  });
});

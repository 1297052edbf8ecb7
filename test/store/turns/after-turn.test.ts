import type { ChatEvent } from "@/lib/chat/event";
import type { Message } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { ChatRequest } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { AppError, type ReplyErrorKind } from "@/lib/errors";
import { listModels } from "@/lib/models/model-list";
import { useUi } from "@/store/base/ui";
import { createChats } from "@/store/chats/chats";
import { createAfterTurn } from "@/store/turns/after-turn";
import { sampleMessage, sampleSession, usualDefaults, usualSettings } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";
import { fakeJournal } from "../../support/fake-journal";
import { listing } from "../../support/model-samples";
import { samplePrompts } from "../../support/prompt-samples";

const models = listModels({
  providers: [listing("openai", "OpenAI", ["gpt-5", "gpt-4o-mini"]), listing("acme", "Acme", ["tide-1"])],
});

type Asked = Pick<ChatRequest, "model" | "messages" | "stream" | "controls"> & { readonly providerName: string };

const text = (value: string): ChatEvent => ({ type: "text-delta", text: value });
const stop: ChatEvent = { type: "finish", finish: "stop", raw: "stop" };
const failed = (kind: ReplyErrorKind): ChatEvent => ({ type: "error", error: { kind, code: null, message: "No." } });

/** A question and an answer of some 100 tokens: due for a title, not for a summary. */
const short: readonly Message[] = [
  sampleMessage({ id: "q", content: "Why do tides arrive late? ".repeat(8) }),
  sampleMessage({ id: "r", role: "assistant", content: "Because of the shelf. ".repeat(8) }),
];
/** One of some 2000 tokens: due for both. */
const long: readonly Message[] = short.map((message) => ({ ...message, content: String(message.content).repeat(20) }));

interface Given {
  readonly thread?: readonly Message[];
  readonly session?: Partial<ChatSession>;
  readonly settings?: Partial<ModelSettings>;
  readonly areTitlesWanted?: boolean;
  /** What a model answers to what it is asked. */
  readonly answer?: (asked: Asked) => readonly ChatEvent[] | Promise<readonly ChatEvent[]>;
}

function setUp({ thread = short, session = {}, settings = {}, areTitlesWanted = true, answer }: Given = {}) {
  const chats = createChats({ env: fakeEnvironment({ now: 1000 }), journal: fakeJournal() });
  const asked: Asked[] = [];
  async function* ask(request: Omit<Asked, "providerName">, providerName: string) {
    asked.push({ ...request, providerName });
    yield* (await answer?.({ ...request, providerName })) ?? usualAnswer(request);
  }
  const afterTurn = createAfterTurn({
    chats,
    prepare: (each) => each,
    listModels: () => models,
    areTitlesWanted: () => areTitlesWanted,
    words: async () => samplePrompts,
    ask,
  });
  const plain = sampleSession({ id: "s1", ...session });
  const modelConfig = { ...usualSettings, model: "gpt-5", ...settings };
  const chat = { ...plain, mask: { ...plain.mask, modelConfig } };
  chats.getState().hydrate([chat, sampleSession({ id: "s2" })], "s1", usualDefaults);
  chats.getState().fillThread("s1", []);
  if (thread.length > 0) chats.getState().append("s1", thread);
  return {
    afterTurn,
    chats,
    asked,
    /** What is asked of, and for: a title is not streamed, a summary is. */
    kinds: () => asked.map(({ stream }) => (stream ? "summary" : "title")),
    chat() {
      const { topic, memoryPrompt, lastSummarizeIndex } = chats
        .getState()
        .sessions.find(({ id }) => id === "s1") as ChatSession;
      return { topic, memoryPrompt, lastSummarizeIndex };
    },
  };
}

function usualAnswer({ stream }: Pick<Asked, "stream">): ChatEvent[] {
  return [text(stream ? "They spoke of tides." : '"Late tides."'), stop];
}

const untouched = { topic: "", memoryPrompt: "", lastSummarizeIndex: 0 };
const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
const logged = jest.spyOn(console, "info").mockImplementation(() => {});

beforeEach(() => {
  useUi.setState(useUi.getInitialState(), true);
  warned.mockClear();
  logged.mockClear();
});
afterAll(() => jest.restoreAllMocks());

const [question, reply] = short as [Message, Message];
const titleRequest: Asked = {
  model: "gpt-4o-mini",
  providerName: "OpenAI",
  stream: false,
  messages: [
    { role: "user", content: question.content },
    { role: "assistant", content: String(reply.content) },
    { role: "user", content: "Title?" },
  ],
};

describe("after a reply", () => {
  test("a chat without a title gets one from the model for titles, and a short one gets no memory", async () => {
    const { afterTurn, asked, chat } = setUp();
    await afterTurn.turnEnded("s1");
    expect(asked).toEqual([titleRequest]);
    expect(chat()).toEqual({ ...untouched, topic: "Late tides" });
    expect(logged.mock.calls).toEqual([["too short, no need to summarize"]]);
    expect(warned).not.toHaveBeenCalled();
  });

  test("a long chat gets a memory as well, which covers all messages", async () => {
    const { afterTurn, asked, chat } = setUp({ thread: long, session: { topic: "Tides" } });
    await afterTurn.turnEnded("s1");
    const [one, other] = long as [Message, Message];
    expect(asked).toEqual([
      {
        model: "gpt-4o-mini",
        providerName: "OpenAI",
        stream: true,
        messages: [
          { role: "user", content: one.content },
          { role: "assistant", content: other.content },
          { role: "system", content: "Sum up." },
        ],
      },
    ]);
    expect(chat()).toEqual({ topic: "Tides", memoryPrompt: "They spoke of tides.", lastSummarizeIndex: 2 });
    await afterTurn.turnEnded("s1");
    expect(asked).toHaveLength(1);
  });

  test("requests both from the model and the provider in the settings", async () => {
    const settings = { compressModel: "tide-1", compressProviderName: "Acme" };
    const { afterTurn, asked } = setUp({ thread: long, settings });
    await afterTurn.turnEnded("s1");
    expect(asked.map(({ model, providerName }) => [model, providerName])).toEqual([
      ["tide-1", "Acme"],
      ["tide-1", "Acme"],
    ]);
  });

  test("the chat's own model is loaded as for the chat; another model is not", async () => {
    const loading = { num_ctx: "16384", keep_alive: "oneHour" } as const;
    const own = { compressModel: "tide-1", compressProviderName: "Acme", model: "tide-1", providerName: "Acme" };
    const same = setUp({ settings: { ...loading, ...own } });
    await same.afterTurn.turnEnded("s1");
    const controls = { contextLength: 16_384, keepAlive: "oneHour" };
    expect(same.asked).toEqual([{ ...titleRequest, model: "tide-1", providerName: "Acme", controls }]);
    const other = setUp({ settings: loading });
    await other.afterTurn.turnEnded("s1");
    expect(other.asked).toEqual([titleRequest]);
  });

  test.each<[string, Given, string[]]>([
    ["no title if titles are off", { areTitlesWanted: false }, []],
    ["no title if there is one", { session: { topic: "Tides" } }, []],
    ["no title of little", { thread: [sampleMessage({ id: "q", content: "Hello" })] }, []],
    ["no memory if it is off", { thread: long, settings: { sendMemory: false } }, ["title"]],
    ["nothing for an empty chat", { thread: [] }, []],
    ["nothing from an image model", { thread: long, settings: { model: "dall-e-3" } }, []],
    ["nothing from a video model", { thread: long, settings: { model: "cogvideox-2" } }, []],
    [
      "nothing from the demonstration",
      { thread: long, settings: { model: "scripted-demo", providerName: "Demo" } },
      [],
    ],
  ])("requests %s", async (_name, given, expected) => {
    const { afterTurn, kinds } = setUp(given);
    await afterTurn.turnEnded("s1");
    expect(kinds()).toEqual(expected);
    expect(warned).not.toHaveBeenCalled();
  });

  test.each<[string, readonly ChatEvent[]]>([
    ["an error", [failed("overloaded")]],
    ["an error after some words", [text("Late ti"), failed("server")]],
    ["nothing", []],
    ["an end without words", [stop]],
    ["thoughts alone", [{ type: "reasoning-delta", text: "Hm." }, stop]],
    ["half an answer that breaks off", [text("Late ti")]],
    ["a refusal", [{ type: "refusal-delta", text: "I cannot help with that." }, stop]],
    ["marks alone", [text('"**" ...'), stop]],
  ])("%s instead of a title changes nothing", async (_name, events) => {
    const { afterTurn, chat } = setUp({ answer: () => events });
    await afterTurn.turnEnded("s1");
    expect(chat()).toEqual(untouched);
    expect(useUi.getState().toasts).toEqual([]);
  });

  test.each<[string, readonly ChatEvent[]]>([
    ["an error", [failed("rate-limit")]],
    ["an error after some words", [text("They spoke"), failed("server")]],
    ["half an answer that breaks off", [text("They spoke")]],
    ["nothing", []],
    ["more than the chat itself", [text("x".repeat(100_000)), stop]],
  ])("%s instead of a summary keeps the memory unchanged", async (_name, events) => {
    const before = { topic: "Tides", memoryPrompt: "We met.", lastSummarizeIndex: 0 };
    const { afterTurn, chat, kinds } = setUp({ thread: long, session: before, answer: () => events });
    await afterTurn.turnEnded("s1");
    expect(kinds()).toEqual(["summary"]);
    expect(chat()).toEqual(before);
    expect(useUi.getState().toasts).toEqual([]);
  });

  test("logs a failure by its code, and a failed title does not prevent the memory", async () => {
    const { afterTurn, chat } = setUp({
      thread: long,
      answer: ({ stream }) => (stream ? usualAnswer({ stream }) : [failed("quota")]),
    });
    await afterTurn.turnEnded("s1");
    expect(warned.mock.calls).toEqual([["Could not write the title of a chat.", "quota"]]);
    expect(chat()).toEqual({ topic: "", memoryPrompt: "They spoke of tides.", lastSummarizeIndex: 2 });
  });

  test.each(["not-found", "permission"] as const)(
    "replaces a model for titles that is disabled (%s) with the chat's own",
    async (kind) => {
      const { afterTurn, asked, chat } = setUp({
        answer: ({ model, stream }) => (model === "gpt-5" ? usualAnswer({ stream }) : [failed(kind)]),
      });
      await afterTurn.turnEnded("s1");
      expect(asked).toEqual([titleRequest, { ...titleRequest, model: "gpt-5" }]);
      expect(chat().topic).toBe("Late tides");
    },
  );

  test("replaces a model whose provider is missing with the chat's own, once", async () => {
    const { afterTurn, asked, chat } = setUp({
      answer: ({ model }) => {
        throw new AppError("no-model", { model });
      },
    });
    await afterTurn.turnEnded("s1");
    expect(asked.map(({ model }) => model)).toEqual(["gpt-4o-mini", "gpt-5"]);
    expect(chat()).toEqual(untouched);
    expect(warned.mock.calls).toEqual([["Could not write the title of a chat.", "no-model"]]);
  });

  test.each(["auth", "overloaded", "timeout"] as const)("calls no more expensive model after %s", async (kind) => {
    const { afterTurn, asked } = setUp({ answer: () => [failed(kind)] });
    await afterTurn.turnEnded("s1");
    expect(asked).toEqual([titleRequest]);
  });
});

describe("while a title or a memory is generated", () => {
  /** A model that answers when the test says so. */
  function waiting(given: Given = {}) {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const set = setUp({ ...given, answer: (asked) => released.then(() => usualAnswer(asked)) });
    return { ...set, release: () => release() };
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

  test("a title that the user enters stays", async () => {
    const { afterTurn, chats, chat, release } = waiting();
    const ended = afterTurn.turnEnded("s1");
    await settled();
    chats.getState().patchSession("s1", { topic: "My tides" });
    release();
    await ended;
    expect(chat().topic).toBe("My tides");
  });

  test("a title that another tab has stored stays, even if another one was requested", async () => {
    const { afterTurn, chats, chat, release } = waiting({ session: { topic: "Old" } });
    const ended = afterTurn.refreshTitle("s1");
    await settled();
    const [session] = chats.getState().sessions.filter(({ id }) => id === "s1");
    chats.getState().takeSessions([{ ...(session as ChatSession), topic: "Theirs" }]);
    release();
    await ended;
    expect(chat().topic).toBe("Theirs");
  });

  test("a deleted chat gets nothing, and nothing fails", async () => {
    const { afterTurn, chats, release } = waiting({ thread: long });
    const ended = afterTurn.turnEnded("s1");
    await settled();
    const undo = chats.getState().deleteChats(["s1"], usualDefaults);
    release();
    await ended;
    undo();
    expect(chats.getState().sessions.find(({ id }) => id === "s1")).toMatchObject(untouched);
    expect(warned).not.toHaveBeenCalled();
  });

  test("opening another chat changes nothing: results are stored in their own chat", async () => {
    const { afterTurn, chats, chat, release } = waiting({ thread: long });
    const ended = afterTurn.turnEnded("s1");
    await settled();
    chats.getState().select("s2");
    release();
    await ended;
    expect(chat()).toEqual({ topic: "Late tides", memoryPrompt: "They spoke of tides.", lastSummarizeIndex: 2 });
    expect(chats.getState().sessions.find(({ id }) => id === "s2")).toMatchObject(untouched);
  });

  test("a cleared context keeps its memory empty", async () => {
    const { afterTurn, chats, chat, release } = waiting({
      thread: long,
      session: { topic: "Tides", memoryPrompt: "We met." },
    });
    const ended = afterTurn.turnEnded("s1");
    await settled();
    chats.getState().patchSession("s1", { memoryPrompt: "", clearContextIndex: 2 });
    release();
    await ended;
    expect(chat()).toEqual({ ...untouched, topic: "Tides" });
  });

  test("a second job of a chat waits, and then finds that nothing is due", async () => {
    const { afterTurn, asked, kinds, release } = waiting({ thread: long });
    const ended = [afterTurn.turnEnded("s1"), afterTurn.turnEnded("s1")];
    await settled();
    expect(asked).toHaveLength(1);
    release();
    await Promise.all(ended);
    expect(kinds()).toEqual(["title", "summary"]);
  });
});

describe("a new title on request", () => {
  test("replaces the current one, even in a short chat, and if automatic titles are off", async () => {
    const thread = [sampleMessage({ id: "q", content: "Hello" })];
    const { afterTurn, kinds, chat } = setUp({ thread, session: { topic: "Old" }, areTitlesWanted: false });
    await afterTurn.refreshTitle("s1");
    expect(kinds()).toEqual(["title"]);
    expect(chat().topic).toBe("Late tides");
  });

  test.each<[string, Given, string]>([
    ["a failure", { answer: () => [failed("overloaded")] }, "overloaded"],
    ["a model that generates no text", { settings: { model: "dall-e-3" } }, "not-supported"],
  ])("reports %s, and the title stays", async (_name, given, code) => {
    const { afterTurn, chat } = setUp({ ...given, session: { topic: "Old" } });
    await afterTurn.refreshTitle("s1");
    expect(chat().topic).toBe("Old");
    expect(useUi.getState().toasts).toMatchObject([{ content: { kind: "error", error: { code } } }]);
  });

  test.each(["gone", "s2"])("is not requested for a chat without readable content: %s", async (id) => {
    const { afterTurn, asked } = setUp();
    await afterTurn.refreshTitle(id);
    expect(asked).toEqual([]);
    expect(useUi.getState().toasts).toEqual([]);
  });
});

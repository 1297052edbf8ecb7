import fc from "fast-check";
import { requestOf, requestParts } from "@/lib/chat/context";
import type { Message } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { historyRoom, recentHistory, sendingStart } from "@/lib/chat/recent-history";
import type { ChatSession } from "@/lib/chat/session";
import { estimateMessageTokens } from "@/lib/chat/token-estimate";
import { sampleMessage, sampleSession, usualImageOptions, usualSettings } from "../../support/chat-samples";
import { sampleSurroundings } from "../../support/prompt-samples";

const message = sampleMessage;

/** Messages of 1 token each, named by their place. */
function thread(length: number): Message[] {
  return Array.from({ length }, (_, index) => message({ id: String(index), content: "abcd" }));
}

interface Window {
  readonly count?: number;
  readonly tokens?: number;
  readonly clear?: number | undefined;
  /** Messages before this one are covered by the memory. */
  readonly covered?: number;
  readonly memory?: string;
  readonly sendMemory?: boolean;
}

/** Returns what is sent along of a history, in a chat with a memory of the given reach. */
function sentOf(history: readonly Message[], given: Window): Message[] {
  const { count = 4, tokens = 4000, clear, covered = 0, memory = "We met.", sendMemory = true } = given;
  const session = {
    memoryPrompt: memory,
    lastSummarizeIndex: covered,
    ...(clear !== undefined && { clearContextIndex: clear }),
  };
  return recentHistory(session, history, { historyMessageCount: count, max_tokens: tokens, sendMemory });
}

function sentIds(history: readonly Message[], given: Window): readonly string[] {
  return sentOf(history, given).map(({ id }) => id);
}

describe("the history that is sent", () => {
  test.each([
    ["the last four", 6, {}, ["2", "3", "4", "5"]],
    ["all when there are fewer", 3, {}, ["0", "1", "2"]],
    ["none of a new chat", 0, {}, []],
    ["none when none is wanted", 6, { count: 0 }, []],
    ["nothing before the cleared context", 6, { clear: 5 }, ["5"]],
    ["nothing right after the context was cleared", 6, { clear: 6 }, []],
    ["no more than wanted behind an old clear mark", 6, { clear: 1, count: 2 }, ["4", "5"]],
    ["what fits, with the message that reaches the limit", 6, { tokens: 3 }, ["3", "4", "5"]],
    ["what fits, with the message that crosses the limit", 6, { tokens: 2.5 }, ["3", "4", "5"]],
    ["one message even if none fits", 6, { tokens: 0 }, ["5"]],
    [
      "all that the memory does not cover, beyond the count",
      8,
      { covered: 2, count: 4 },
      ["2", "3", "4", "5", "6", "7"],
    ],
    ["the last four if the memory covers more", 8, { covered: 6 }, ["4", "5", "6", "7"]],
    ["the last four if the memory covers all", 8, { covered: 8 }, ["4", "5", "6", "7"]],
    ["the last four if the memory covers later messages", 6, { covered: 20 }, ["2", "3", "4", "5"]],
    ["all that the memory does not cover, even without a count", 4, { covered: 2, count: 0 }, ["2", "3"]],
    ["nothing before the cleared context, whatever the memory covers", 8, { covered: 3, clear: 6 }, ["6", "7"]],
    ["the last four if no memory is sent", 8, { covered: 2, sendMemory: false }, ["4", "5", "6", "7"]],
    ["the last four if there is no memory", 8, { covered: 2, memory: "" }, ["4", "5", "6", "7"]],
    ["what fits of all that the memory does not cover", 8, { covered: 2, tokens: 5 }, ["3", "4", "5", "6", "7"]],
  ])("is %s", (_name, length, given, expected) => {
    expect(sentIds(thread(length), given)).toEqual(expected);
  });

  test("is as much as fits into a number of tokens, whatever the count and the limit", () => {
    const history = thread(8);
    const settings = { historyMessageCount: 2, max_tokens: 1, sendMemory: true };
    const session = { memoryPrompt: "We met.", lastSummarizeIndex: 6 };
    const ids = (room: number, clearContextIndex?: number) =>
      recentHistory(
        { ...session, ...(clearContextIndex !== undefined && { clearContextIndex }) },
        history,
        settings,
        room,
      ).map(({ id }) => id);
    expect(ids(5)).toEqual(["3", "4", "5", "6", "7"]);
    expect(ids(4.9)).toEqual(["4", "5", "6", "7"]);
    expect(ids(100, 5)).toEqual(["5", "6", "7"]);
    expect(ids(0)).toEqual([]);
  });

  test.each<[string, number | undefined, Partial<ModelSettings>, number | undefined]>([
    ["unlimited by tokens unless as much as fits is sent", 1000, { sendsWholeHistory: false }, undefined],
    ["the context without the reply and a tenth", 10_000, { max_tokens: 4000 }, 5000],
    ["half of a small context at least for the question", 4000, { max_tokens: 4000 }, 1600],
    ["that of an assumed context if the size is unknown", undefined, { max_tokens: 4000 }, 24_800],
  ])("the room for the history is %s", (_name, window, settings, expected) => {
    const session = sampleSession({ id: "s" });
    const modelConfig = { ...usualSettings, sendsWholeHistory: true, ...settings };
    expect(historyRoom({ mask: { ...session.mask, modelConfig } }, window)).toBe(expected);
  });

  test("sending starts behind what is left out, if anything is", () => {
    const session = sampleSession({ id: "s" });
    const start = (length: number, of: Partial<ChatSession> = {}) =>
      sendingStart({ ...session, memoryPrompt: "", ...of }, thread(length), undefined);
    expect(start(4)).toBeUndefined();
    expect(start(6)).toBe(2);
    expect(start(6, { clearContextIndex: 2 })).toBeUndefined();
    expect(start(6, { memoryPrompt: "We met.", lastSummarizeIndex: 1 })).toBe(1);
    const whole = { ...session.mask, modelConfig: { ...usualSettings, sendsWholeHistory: true } };
    expect(start(60, { mask: whole })).toBeUndefined();
  });

  test("skips failed and empty messages, though both count for positions", () => {
    const history = [
      message({ id: "0" }),
      message({ id: "1" }),
      message({ id: "2", isError: true }),
      message({ id: "3", role: "assistant", content: "", stopped: true }),
      message({ id: "4", content: [] }),
    ];
    expect(sentIds(history, {})).toEqual(["1"]);
  });

  test("skips hidden versions", () => {
    const history = [message({ id: "0" }), message({ id: "1", isAside: true }), message({ id: "2" })];
    expect(sentIds(history, {})).toEqual(["0", "2"]);
  });

  test("counts an image with the tokens that it costs", () => {
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
    const history = [message({ id: "0" }), message({ id: "1", content: [image] }), message({ id: "2" })];
    expect(sentIds(history, { tokens: 1000 })).toEqual(["1", "2"]);
  });

  test("never starts between a tool's call and its result, because both are one message", () => {
    const tool = { id: "call", name: "tide_at", argumentsText: "{}", result: "rising" };
    const history = [
      message({ id: "0" }),
      message({ id: "1", role: "assistant", content: "It rises.", tools: [tool] }),
      message({ id: "2", role: "assistant", content: "", tools: [tool] }),
    ];
    expect(sentIds(history, { count: 2 })).toEqual(["1"]);
  });

  test("keeps an image without a text", () => {
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
    expect(sentIds([message({ id: "0", content: [image] })], {})).toEqual(["0"]);
  });

  test("is always a sequence of the newest messages that may be sent, within the limits", () => {
    const drawnMessage = fc.record({
      content: fc.string(),
      isError: fc.boolean(),
      isAside: fc.boolean(),
      role: fc.constantFrom("user", "assistant"),
    });
    const drawnWindow = fc.record({
      count: fc.nat(20),
      tokens: fc.nat(40),
      clear: fc.option(fc.nat(25), { nil: undefined }),
      covered: fc.nat(25),
      memory: fc.constantFrom("", "We met."),
      sendMemory: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(drawnMessage, { maxLength: 20 }), drawnWindow, (drawn, window) => {
        const history = drawn.map((each, index) => message({ id: String(index), ...each }));
        const sent = sentOf(history, window);
        const { count, tokens, clear = 0, covered, memory, sendMemory } = window;
        const isMemorySent = sendMemory && memory !== "" && covered > clear;
        const newest = Math.max(0, history.length - count);
        const start = Math.max(clear, isMemorySent ? Math.min(covered, newest) : newest);
        const allowed = history.slice(start).filter(isSendable);
        expect(sent).toEqual(sent.length === 0 ? [] : allowed.slice(-sent.length));
        const beforeLast = sent.slice(1).reduce((sum, each) => sum + estimateMessageTokens(each), 0);
        const isFull = sent.length > 0 && beforeLast + estimateMessageTokens(sent[0] as Message) >= tokens;
        expect(sent.length === allowed.length || isFull).toBe(true);
        if (sent.length > 1) expect(beforeLast).toBeLessThan(tokens);
      }),
    );
  });
});

function isSendable({ isError, isAside, content }: Message): boolean {
  return !isError && !isAside && content !== "";
}

/** A chat with everything that can be sent: a memory, two prompts, settings of its own. */
function fullSession(settings: Partial<ModelSettings> = {}, session: Partial<ChatSession> = {}): ChatSession {
  const plain = sampleSession({ id: "s1", memoryPrompt: "We met.", lastSummarizeIndex: 1, ...session });
  const context = [
    message({ id: "c1", role: "system", content: "Be brief." }),
    message({ id: "c2", role: "assistant", content: "Ahoy." }),
  ];
  const modelConfig = { ...usualSettings, model: "gpt-5", historyMessageCount: 2, ...settings };
  return { ...plain, mask: { ...plain.mask, context, modelConfig } };
}

const history = [
  message({ id: "q0", content: "Too old" }),
  message({ id: "q1", content: "When?" }),
  message({ id: "r1", role: "assistant", content: "At noon.", reasoning: "Hm.", usage: { outputTokens: 2 } }),
];
const question = message({ id: "q2", content: "And then?", isError: true });

const systemPrompt = { role: "system", content: "You are gpt-5 of OpenAI, up to 2024-10; it is Thu Jan 01 1970." };
const memory = { role: "system", content: "Recap: We met." };
const context = [
  { role: "system", content: "Be brief." },
  { role: "assistant", content: "Ahoy." },
];
const recent = [
  { role: "user", content: "When?" },
  { role: "assistant", content: "At noon." },
];
const asked = { role: "user", content: "And then?" };

describe("the request for a question", () => {
  test.each([
    ["everything, in its order", fullSession(), [systemPrompt, memory, ...context, ...recent, asked]],
    [
      "no system prompt if it is off",
      fullSession({ enableInjectSystemPrompts: false }),
      [memory, ...context, ...recent, asked],
    ],
    [
      "no system prompt for a model of another family",
      fullSession({ model: "o3" }),
      [memory, ...context, ...recent, asked],
    ],
    [
      "no system prompt for a model that is only named like one",
      fullSession({ model: "gpt4all" }),
      [memory, ...context, ...recent, asked],
    ],
    [
      "a system prompt for chatgpt- as well, with the provider's name",
      fullSession({ model: "chatgpt-4o-latest", providerName: "Azure" }),
      [
        { role: "system", content: "You are chatgpt-4o-latest of Azure, up to 2024-10; it is Thu Jan 01 1970." },
        memory,
        ...context,
        ...recent,
        asked,
      ],
    ],
    ["no memory if it is off", fullSession({ sendMemory: false }), [systemPrompt, ...context, ...recent, asked]],
    ["without a memory", fullSession({}, { memoryPrompt: "" }), [systemPrompt, ...context, ...recent, asked]],
    [
      "no memory that covers no messages",
      fullSession({}, { lastSummarizeIndex: 0 }),
      [systemPrompt, ...context, ...recent, asked],
    ],
    [
      "no memory of messages before the cleared context",
      fullSession({}, { clearContextIndex: 1 }),
      [systemPrompt, ...context, ...recent, asked],
    ],
    [
      "the prompts and the question alone, right after the context was cleared",
      fullSession({}, { clearContextIndex: 3 }),
      [systemPrompt, ...context, asked],
    ],
    [
      "no history if it is off and the memory covers all",
      fullSession({ historyMessageCount: 0 }, { lastSummarizeIndex: 3 }),
      [systemPrompt, memory, ...context, asked],
    ],
  ])("is %s", (_name, session, expected) => {
    expect(requestOf({ session, history, question }, sampleSurroundings).messages).toEqual(expected);
  });

  test("contains the settings of the call, and no reasoning", () => {
    const session = fullSession({
      temperature: 0.2,
      top_p: 0.9,
      presence_penalty: 1,
      frequency_penalty: -1,
      max_tokens: 500,
    });
    expect(requestOf({ session, history, question }, sampleSurroundings)).toEqual({
      model: "gpt-5",
      messages: [systemPrompt, memory, ...context, ...recent, asked],
      stream: true,
      temperature: 0.2,
      topP: 0.9,
      presencePenalty: 1,
      frequencyPenalty: -1,
      maxOutputTokens: 500,
      isContinued: true,
      image: usualImageOptions,
    });
  });

  test("contains hidden prompts as well", () => {
    const { mask, ...session } = fullSession();
    const hidden = { ...session, mask: { ...mask, hideContext: true } };
    const { messages } = requestOf({ session: hidden, history: [], question }, sampleSurroundings);
    expect(messages).toEqual([systemPrompt, memory, ...context, asked]);
  });

  test("contains the question with its images unchanged", () => {
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
    const content = [{ type: "text", text: "Which port?" }, image] as const;
    const session = fullSession({
      enableInjectSystemPrompts: false,
      sendMemory: false,
      template: "Translate: {{input}}",
    });
    const { messages } = requestOf(
      { session, history: [], question: message({ id: "q", content }) },
      sampleSurroundings,
    );
    expect(messages).toEqual([...context, { role: "user", content }]);
  });

  test("contains notes in place of images for a model without vision, in questions and answers", () => {
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
    const shown = [
      message({ id: "q1", content: [{ type: "text", text: "Which ports?" }, image, image] }),
      message({ id: "r1", role: "assistant", content: [image] }),
    ];
    const session = fullSession({ enableInjectSystemPrompts: false, sendMemory: false });
    const messagesFor = (isBlind: boolean) =>
      requestOf({ session, history: shown, question }, { ...sampleSurroundings, isBlind }).messages.slice(2);
    expect(messagesFor(true)).toEqual([
      { role: "user", content: "Which ports?\n\n[2 images not sent: this model cannot see images]" },
      { role: "assistant", content: "[Image not sent: this model cannot see images]" },
      asked,
    ]);
    expect(messagesFor(false)).toEqual([...shown.map(({ role, content }) => ({ role, content })), asked]);
  });
});

test("remembered facts are one system block after the instructions, and take their share of the room", () => {
  const question = message({ id: "q" });
  const plain = sampleSession({ id: "s" });
  const modelConfig = { ...plain.mask.modelConfig, sendsWholeHistory: true };
  const turn = {
    session: { ...plain, mask: { ...plain.mask, modelConfig } },
    history: [message({ id: "m1", content: "tide ".repeat(900) })],
    question,
  };
  const surroundings = { ...sampleSurroundings, window: 4000, projectInstructions: "Answer in knots." };
  const kinds = (facts: readonly string[]) => requestParts(turn, { ...surroundings, facts }).map(({ kind }) => kind);
  expect(kinds([]).slice(-3)).toEqual(["project", "history", "question"]);
  expect(kinds(Array.from({ length: 40 }, () => "fact ".repeat(90))).slice(-3)).toEqual([
    "project",
    "facts",
    "question",
  ]);
  const [part] = requestParts(turn, { ...surroundings, facts: ["Boats: 3.", "Port: Cadiz."] }).filter(
    ({ kind }) => kind === "facts",
  );
  expect(part).toEqual({
    kind: "facts",
    count: 1,
    messages: [{ role: "system", content: "[facts:- Boats: 3.\n- Port: Cadiz.]" }],
  });
  expect(
    requestParts({ ...turn, omitted: ["facts"] }, { ...surroundings, facts: ["A"] }).map(({ kind }) => kind),
  ).not.toContain("facts");
});

test("the instructions of a project follow those for all chats", () => {
  const turn = { session: sampleSession({ id: "s" }), history: [], question: message({ id: "q" }) };
  const surroundings = { ...sampleSurroundings, instructions: "Be brief.", projectInstructions: "Answer in knots." };
  const parts = requestParts(turn, surroundings).map(({ kind, messages }) => [kind, messages[0]?.content]);
  expect(parts.slice(-3)).toEqual([
    ["instructions", "Be brief."],
    ["project", "Answer in knots."],
    ["question", "q"],
  ]);
  expect(requestParts(turn, { ...surroundings, projectInstructions: " " }).map(({ kind }) => kind)).not.toContain(
    "project",
  );
  const omitted = requestParts({ ...turn, omitted: ["project"] }, surroundings).map(({ kind }) => kind);
  expect(omitted).not.toContain("project");
});

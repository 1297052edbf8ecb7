import type { ChatEvent } from "@/lib/chat/event";
import type { Message } from "@/lib/chat/message";
import {
  emptyReply,
  finishMessage,
  foldReply,
  messageOfReply,
  orderedParts,
  outcomeOf,
  type Reply,
  replyOfMessage,
} from "@/lib/chat/reply";

function fold(events: readonly ChatEvent[]): Reply {
  return events.reduce(foldReply, emptyReply);
}

const text: ChatEvent = { type: "text-delta", text: "Low tide." };
const thought: ChatEvent = { type: "reasoning-delta", text: "Hm." };
const refusal: ChatEvent = { type: "refusal-delta", text: "I cannot." };
const call: ChatEvent = { type: "tool-call-start", index: 0, id: "call_1", name: "tide" };
const image: ChatEvent = { type: "image", mime: "image/webp", base64: "AAAA" };
const counts: ChatEvent = { type: "usage", usage: { inputTokens: 8, outputTokens: 3 } };
const stop: ChatEvent = { type: "finish", finish: "stop", raw: "stop" };
const end: ChatEvent = { type: "end" };
const busy = { kind: "overloaded", code: "503", message: "Busy" } as const;
const broken: ChatEvent = { type: "error", error: busy };

describe("folding", () => {
  test("gathers each kind of event in its own field", () => {
    expect(fold([thought, thought, text, text, refusal, call, image, counts, stop, end])).toEqual({
      text: "Low tide.Low tide.",
      reasoning: "Hm.Hm.",
      thoughtParts: [],
      refusal: "I cannot.",
      toolCalls: [{ index: 0, id: "call_1", name: "tide", argumentsText: "" }],
      earlierCalls: [],
      textBeforeCalls: [18],
      runs: {},
      images: [{ mime: "image/webp", base64: "AAAA" }],
      replay: [],
      parts: [
        ["text", 0],
        ["call", 0],
      ],
      usage: { inputTokens: 8, outputTokens: 3 },
      earlierUsage: null,
      isNewText: false,
      textStart: 0,
      phases: [],
      missingTools: null,
      sources: [],
      finish: "stop",
      rawFinish: "stop",
      explanation: null,
      error: null,
      ended: true,
    });
  });

  test("notes the parts of the reasoning after text and calls, with a blank line after calls", () => {
    const reply = fold([thought, text, thought, thought, call, { type: "round" }, thought, text, end]);
    expect(messageOfReply({ id: "m", role: "assistant", content: "", date: 1 }, reply)).toMatchObject({
      content: "Low tide.\n\nLow tide.",
      reasoning: "Hm.Hm.Hm.\n\nHm.",
      thoughtParts: [
        { start: 3, textBefore: 9, callsBefore: 0 },
        { start: 11, textBefore: 9, callsBefore: 1 },
      ],
    });
  });

  test("the time in which tokens arrived includes that of the continued message", () => {
    const message: Message = { id: "m", role: "assistant", content: "At n", date: 1, totalMs: 90, receivingMs: 80 };
    const timing: ChatEvent = { type: "timing", timing: { firstByteMs: 5, totalMs: 25, receivingMs: 20 } };
    expect(messageOfReply(message, foldReply(replyOfMessage(message), timing))).toMatchObject({
      ...{ firstByteMs: 5, totalMs: 25, receivingMs: 100 },
    });
  });

  test("notes the place of reasoning that follows text or blank text", () => {
    const blank: ChatEvent = { type: "text-delta", text: "\n\n" };
    expect(fold([blank, thought]).thoughtParts).toEqual([]);
    expect(fold([text, thought]).thoughtParts).toEqual([{ start: 0, textBefore: 9, callsBefore: 0 }]);
  });

  test("has images with their signatures", () => {
    const reply = fold([{ ...image, signature: "sig" } as ChatEvent, end]);
    const [part] = messageOfReply({ id: "m", role: "assistant", content: "", date: 1 }, reply).content;
    expect(part).toEqual({
      ...{ type: "image_url", image_url: { url: "data:image/webp;base64,AAAA" } },
      signature: "sig",
    });
  });

  test("names the tools that the model did not get, also after its end marker", () => {
    const missing = { sources: ["Tides"], beyondLimit: [], more: 0 };
    const reply = fold([{ type: "missing-tools", missing }, text, { type: "round" }, text, end]);
    expect(messageOfReply({ id: "m", role: "assistant", content: "", date: 1 }, reply).missingTools).toEqual(missing);
  });

  test("has the pages of all rounds, each once", () => {
    const page: ChatEvent = { type: "sources", sources: [{ url: "https://a.test", title: "A" }] };
    const other: ChatEvent = { type: "sources", sources: [{ url: "https://b.test" }] };
    const reply = fold([text, page, page, { type: "round" }, text, other, end]);
    expect(messageOfReply({ id: "m", role: "assistant", content: "", date: 1 }, reply).sources).toEqual([
      { url: "https://a.test", title: "A" },
      { url: "https://b.test" },
    ]);
  });

  test("pages in the result of a tool become sources after the end marker, too", () => {
    const sources = [{ url: "https://a.test", title: "A" }];
    const reply = fold([call, end, { type: "tool-sources", sources }, { type: "tool-sources", sources }]);
    expect(reply.sources).toEqual(sources);
  });

  test("the input of a tool that the provider runs is part of the item that is sent back", () => {
    const item = { kind: "anthropic.server_tool", json: "{}", input: "" };
    const reply = fold([
      { type: "replay-start", index: 1, item },
      { type: "tool-call-delta", index: 1, argumentsText: '{"query":' },
      { type: "tool-call-delta", index: 1, argumentsText: '"tides"}' },
      { type: "tool-call-start", index: 2, name: "tide" },
      { type: "tool-call-delta", index: 2, argumentsText: '{"at":1}' },
    ]);
    expect(reply.replay).toEqual([{ index: 1, item: { ...item, input: '{"query":"tides"}' } }]);
    expect(reply.toolCalls).toEqual([{ index: 2, id: null, name: "tide", argumentsText: '{"at":1}' }]);
  });

  test("separates the messages of a round by a blank line, and has their phases", () => {
    const start: ChatEvent = { type: "text-start" };
    const phase = (name: string): ChatEvent => ({ type: "text-phase", phase: name });
    const reply = fold([start, text, phase("commentary"), start, text, text, phase("final_answer"), stop, end]);
    const phases = [
      { start: 0, phase: "commentary" },
      { start: 11, phase: "final_answer" },
    ];
    expect(reply.text).toBe("Low tide.\n\nLow tide.Low tide.");
    expect(messageOfReply({ id: "m", role: "assistant", content: "", date: 1 }, reply).phases).toEqual(phases);
    expect(orderedParts(reply, [])).toEqual([
      { type: "text", text: "Low tide.\n\n", phase: "commentary" },
      { type: "text", text: "Low tide.Low tide.", phase: "final_answer" },
    ]);
    const continued = replyOfMessage({ content: "Low" });
    expect([start, text].reduce(foldReply, continued).text).toBe("LowLow tide.");
  });

  test("a continued reply keeps its calls, pages, phases and parts of the reasoning, and adds to its tokens", () => {
    const ran: ChatEvent = { type: "tool-run", position: 0, run: { state: "done", result: "06:12" } };
    const page = (url: string): ChatEvent => ({ type: "sources", sources: [{ url }] });
    const message: Message = {
      ...{ id: "m", role: "assistant", content: "I look. It is", date: 1, reasoning: "Hm.\n\nSo." },
      tools: [{ id: "c", name: "tide", argumentsText: "{}", textBefore: 7, result: "05:00", state: "done" }],
      thoughtParts: [{ start: 5, textBefore: 7, callsBefore: 1 }],
      phases: [{ start: 0, phase: "commentary" }],
      sources: [{ url: "https://tides.test" }],
      usage: { inputTokens: 5, outputTokens: 2 },
    };
    const more: ChatEvent = { type: "text-delta", text: " high." };
    const events = [more, call, ran, page("https://wind.test"), counts, { type: "round" } as const, thought, end];
    expect(messageOfReply(message, events.reduce(foldReply, replyOfMessage(message)))).toEqual({
      ...message,
      content: "I look. It is high.",
      reasoning: "Hm.\n\nSo.\n\nHm.",
      tools: [
        ...(message.tools ?? []),
        { id: "call_1", name: "tide", argumentsText: "", textBefore: 19, state: "done", result: "06:12" },
      ],
      thoughtParts: [
        { start: 5, textBefore: 7, callsBefore: 1 },
        { start: 10, textBefore: 19, callsBefore: 2 },
      ],
      sources: [{ url: "https://tides.test" }, { url: "https://wind.test" }],
      usage: { inputTokens: 13, outputTokens: 5 },
    });
  });

  test("continues in a further round after a blank line, with all calls and all token counts", () => {
    const round: ChatEvent = { type: "round" };
    const ran: ChatEvent = { type: "tool-run", position: 0, run: { state: "running", host: "tides.test" } };
    const done: ChatEvent = { type: "tool-run", position: 0, run: { state: "done", result: "06:12" } };
    const again: ChatEvent = { type: "tool-call-start", index: 0, id: "call_1", name: "wind" };
    const blank: ChatEvent = { type: "text-delta", text: "\n" };
    const reply = fold([text, call, counts, stop, end, ran, done, round, blank, text, again, counts, stop, end]);
    const message: Message = { id: "m", role: "assistant", content: "", date: 1 };
    expect(messageOfReply(message, reply)).toEqual({
      ...message,
      content: "Low tide.\n\nLow tide.",
      usage: { inputTokens: 16, outputTokens: 6 },
      tools: [
        {
          ...{ id: "call_1", name: "tide", argumentsText: "", textBefore: 9 },
          ...{ state: "done", host: "tides.test", result: "06:12" },
        },
        { id: "call_1", name: "wind", argumentsText: "", textBefore: 20 },
      ],
    });
    expect(outcomeOf(reply)).toEqual({ finish: "tool-calls", complete: true });
  });

  test("a round without text after its tools is an answer, with its calls", () => {
    const reply = fold([call, stop, end, { type: "round" }, stop, end]);
    const message: Message = { id: "m", role: "assistant", content: "", date: 1 };
    expect(finishMessage(message, reply, { now: 2, stopped: false })).toEqual({
      ...message,
      date: 2,
      tools: [{ id: "call_1", name: "tide", argumentsText: "" }],
    });
  });

  test("completes token counts with partial ones, and adds them up", () => {
    const first: ChatEvent = { type: "usage", usage: { inputTokens: 8, cachedInputTokens: 2 }, partial: true };
    const second: ChatEvent = { type: "usage", usage: { outputTokens: 3 }, partial: true };
    const third: ChatEvent = { type: "usage", usage: { outputTokens: 5 }, partial: true };
    expect(fold([first]).usage).toEqual({ inputTokens: 8, cachedInputTokens: 2 });
    expect(fold([first, second, third]).usage).toEqual({
      inputTokens: 8,
      cachedInputTokens: 2,
      outputTokens: 5,
      totalTokens: 13,
    });
  });

  test("collects the values of a call's arguments", () => {
    const value = (path: readonly (string | number)[], set: string): ChatEvent => ({
      type: "tool-call-value",
      path,
      value: set,
    });
    const { toolCalls } = fold([
      { type: "tool-call-start", name: "tide" },
      value(["at"], "Port "),
      value(["at"], "Amber"),
    ]);
    expect(toolCalls).toEqual([{ index: null, id: null, name: "tide", argumentsText: '{"at":"Port Amber"}' }]);
    expect(fold([value(["at"], "nowhere")])).toBe(emptyReply);
  });

  test("uses the last token counts, the last finish reason and the first error", () => {
    const later: ChatEvent = { type: "usage", usage: { outputTokens: 9 } };
    const length: ChatEvent = { type: "finish", finish: "length", raw: "length" };
    const second: ChatEvent = { type: "error", error: { kind: "network", code: null, message: "" } };
    expect(fold([counts, later, stop, length, broken, second])).toMatchObject({
      usage: { outputTokens: 9 },
      rawFinish: "length",
      error: busy,
    });
  });

  const idle: readonly (readonly [string, readonly ChatEvent[], ChatEvent])[] = [
    ["empty text", [text], { type: "text-delta", text: "" }],
    ["empty reasoning", [], { type: "reasoning-delta", text: "" }],
    ["an empty refusal", [], { type: "refusal-delta", text: "" }],
    ["empty arguments", [call], { type: "tool-call-delta", index: 0, argumentsText: "" }],
    ["a known call", [call], { ...call }],
    ["the same token counts", [counts], { type: "usage", usage: { inputTokens: 8, outputTokens: 3 } }],
    ["the same word for the end", [stop], { ...stop }],
    ["a second error", [broken], { type: "error", error: { kind: "network", code: null, message: "" } }],
    ["text after the end mark", [text, end], text],
    ["an error after the end mark", [text, end], broken],
  ];
  test.each(idle)("returns the same object for %s", (_name, before, event) => {
    const reply = fold(before);
    expect(foldReply(reply, event)).toBe(reply);
  });
});

describe("the outcome", () => {
  const filtered: ChatEvent = { type: "error", error: { kind: "content-filter", code: null, message: "" } };
  const outcomes: readonly (readonly [string, readonly ChatEvent[], ReturnType<typeof outcomeOf>])[] = [
    ["a word for the end", [text, stop], { finish: "stop", complete: true }],
    ["an end mark alone", [text, end], { finish: "stop", complete: true }],
    ["an end mark alone, after a call", [call, end], { finish: "tool-calls", complete: true }],
    ["a word of success after a call", [call, stop], { finish: "tool-calls", complete: true }],
    [
      "a call that was cut",
      [call, { type: "finish", finish: "length", raw: "length" }],
      { finish: "length", complete: true },
    ],
    ["neither", [text], { finish: "unknown", complete: false }],
    ["an error", [text, stop, broken], { finish: "error", complete: false }],
    ["an error of moderation", [filtered], { finish: "content-filter", complete: false }],
    [
      "a word that means an error",
      [{ type: "finish", finish: "error", raw: "network_error" }],
      { finish: "error", complete: true },
    ],
  ];
  test.each(outcomes)("of %s", (_name, events, outcome) => {
    expect(outcomeOf(fold(events))).toEqual(outcome);
  });
});

const blank: Message = { id: "m1", role: "assistant", content: "", date: 1, streaming: true, model: "some-model" };

describe("a growing message", () => {
  test("contains exactly the parts that have arrived", () => {
    expect(messageOfReply(blank, emptyReply)).toEqual(blank);
    expect(messageOfReply(blank, fold([thought, text, counts]))).toEqual({
      ...blank,
      content: "Low tide.",
      reasoning: "Hm.",
      usage: { inputTokens: 8, outputTokens: 3 },
    });
  });

  test("shows a refusal as text", () => {
    expect(messageOfReply(blank, fold([refusal])).content).toBe("I cannot.");
    expect(messageOfReply(blank, fold([text, refusal])).content).toBe("Low tide.\n\nI cannot.");
  });

  test("has parts if there are images", () => {
    const pictured: ChatEvent = { type: "image", url: "https://images.test/1.png" };
    const images = [
      { type: "image_url", image_url: { url: "data:image/webp;base64,AAAA" } },
      { type: "image_url", image_url: { url: "https://images.test/1.png" } },
    ];
    expect(messageOfReply(blank, fold([image, pictured])).content).toEqual(images);
    expect(messageOfReply(blank, fold([text, image, pictured])).content).toEqual([
      { type: "text", text: "Low tide." },
      ...images,
    ]);
  });

  test("has its tool calls, each with a unique id", () => {
    const nameless: ChatEvent = { type: "tool-call-start", index: 1, name: "now" };
    const args: ChatEvent = { type: "tool-call-delta", index: 0, argumentsText: "{}" };
    expect(messageOfReply(blank, fold([call, nameless, args])).tools).toEqual([
      { id: "call_1", name: "tide", argumentsText: "{}" },
      { id: "m1-1", name: "now", argumentsText: "" },
    ]);
  });
});

describe("a finished message", () => {
  const { streaming, ...still } = blank;
  const finished = { ...still, date: 5 };
  const cut = { kind: "network", code: null, message: "" };
  const empty = { kind: "empty", code: null, message: "empty response from server" };

  const endings: readonly (readonly [string, readonly ChatEvent[], object])[] = [
    ["an answer", [text, stop, end], { content: "Low tide." }],
    ["a refusal", [refusal, stop, end], { content: "I cannot." }],
    ["thoughts alone", [thought, stop], { reasoning: "Hm." }],
    ["an error after some text", [text, broken], { content: "Low tide.", isError: true, error: busy }],
    ["an error alone", [broken], { isError: true, error: busy }],
    ["no content", [stop, end], { isError: true, error: empty }],
    ["not even an end", [], { isError: true, error: empty }],
    ["text without an end", [text], { content: "Low tide.", error: cut }],
    ["thoughts without an end", [thought], { reasoning: "Hm.", isError: true, error: cut }],
    ["a call without an end", [call], { tools: [{ id: "call_1", name: "tide", argumentsText: "" }], error: cut }],
    [
      "a word that means an error",
      [text, { type: "finish", finish: "error", raw: "insufficient_system_resource" }],
      {
        content: "Low tide.",
        isError: true,
        error: {
          kind: "server",
          code: "insufficient_system_resource",
          message: "insufficient_system_resource",
        },
      },
    ],
    [
      "moderation without a text",
      [{ type: "finish", finish: "content-filter", raw: "sensitive" }],
      { isError: true, error: { kind: "content-filter", code: "sensitive", message: "sensitive" } },
    ],
    [
      "the limit without a text",
      [{ type: "finish", finish: "length", raw: "length" }],
      { isError: true, error: { kind: "token-limit", code: "length", message: "length" } },
    ],
    [
      "the limit after thoughts alone",
      [thought, { type: "finish", finish: "length", raw: "MAX_TOKENS" }],
      { reasoning: "Hm.", isError: true, error: { kind: "token-limit", code: "MAX_TOKENS", message: "MAX_TOKENS" } },
    ],
    [
      "the limit after some text",
      [text, { type: "finish", finish: "length", raw: "length" }],
      { content: "Low tide.", isCut: true },
    ],
    [
      "another reason without a text",
      [{ type: "finish", finish: "other", raw: "NO_IMAGE", message: "Unable to show the image." }],
      { isError: true, error: { kind: "no-answer", code: "NO_IMAGE", message: "Unable to show the image." } },
    ],
    [
      "another reason after thoughts, without an explanation",
      [thought, { type: "finish", finish: "other", raw: "LANGUAGE" }],
      { reasoning: "Hm.", isError: true, error: { kind: "no-answer", code: "LANGUAGE", message: "LANGUAGE" } },
    ],
    [
      "another reason after some text",
      [text, { type: "finish", finish: "other", raw: "OTHER" }],
      { content: "Low tide." },
    ],
    [
      "moderation after thoughts, with a word",
      [thought, { type: "finish", finish: "content-filter", raw: "SPII", message: "Blocked." }],
      { reasoning: "Hm.", isError: true, error: { kind: "content-filter", code: "SPII", message: "Blocked." } },
    ],
  ];
  test.each(endings)("of %s", (_name, events, changes) => {
    expect(finishMessage(blank, fold(events), { now: 5, stopped: false })).toEqual({ ...finished, ...changes });
  });

  test.each([
    ["some text", [text], { content: "Low tide." }],
    ["nothing", [], {}],
    ["an error that the stop itself caused", [text, broken], { content: "Low tide." }],
  ] as const)("that was stopped after %s is not an error", (_name, events, changes) => {
    expect(finishMessage(blank, fold(events), { now: 5, stopped: true })).toEqual({
      ...finished,
      ...changes,
      stopped: true,
    });
  });

  test("drops the error of an earlier attempt", () => {
    const failed: Message = { ...blank, isError: true, error: busy };
    expect(finishMessage(failed, fold([text, stop]), { now: 5, stopped: false })).toEqual({
      ...finished,
      content: "Low tide.",
    });
  });
});

import type { Message, MessageTool } from "@/lib/chat/message";
import { estimateToolTokens } from "@/lib/chat/token-estimate";
import { messagesToSend, toolHistoryAsText } from "@/lib/chat/tool-history";

const tide: MessageTool = { id: "search:0", name: "tide", argumentsText: '{"place":"Port Amber"}', result: "06:12" };
const wind: MessageTool = { id: "search:1", name: "wind.now", argumentsText: "", result: "5 knots", signature: "sig" };
const asked = { model: "gpt-6-sol", providerName: "OpenAI" };

function reply(given: Partial<Message>): Message {
  return { id: "reply", role: "assistant", content: "High water is at 06:12.", date: 0, ...given };
}

function sent(given: Partial<Message>) {
  return messagesToSend(reply(given), asked);
}

/** The ids of the first two calls of the reply. */
const [first, second] = ["0bj9yjr00", "0bj9yjr01"];
const tideCall = { id: first, name: "tide", argumentsText: '{"place":"Port Amber"}' };
const tideResult = { role: "tool", callId: first, name: "tide", content: "06:12" };

describe("a message of the history", () => {
  test("without calls is sent without its reasoning", () => {
    expect(sent({ reasoning: "Hm." })).toEqual([{ role: "assistant", content: "High water is at 06:12." }]);
    expect(messagesToSend(reply({ role: "user", tools: [tide] }), asked)).toEqual([
      { role: "user", content: "High water is at 06:12." },
    ]);
  });

  test("has its calls and results before the text, under ids and names that all providers accept", () => {
    expect(sent({ reasoning: "Hm.", tools: [tide, wind] })).toEqual([
      {
        role: "assistant",
        content: "",
        toolCalls: [tideCall, { id: second, name: "wind_now", argumentsText: "" }],
      },
      tideResult,
      { role: "tool", callId: second, name: "wind_now", content: "5 knots" },
      { role: "assistant", content: "High water is at 06:12." },
    ]);
  });

  test("has the calls of each round where they were made", () => {
    const content = "I look.\n\nAnd the wind.\n\nBoth are fine.";
    expect(
      sent({
        content,
        tools: [
          { ...tide, textBefore: 7 },
          { ...wind, textBefore: 22 },
        ],
      }),
    ).toEqual([
      { role: "assistant", content: "I look.", toolCalls: [tideCall] },
      tideResult,
      {
        role: "assistant",
        content: "And the wind.",
        toolCalls: [{ id: second, name: "wind_now", argumentsText: "" }],
      },
      { role: "tool", callId: second, name: "wind_now", content: "5 knots" },
      { role: "assistant", content: "Both are fine." },
    ]);
  });

  test.each([
    ["the text was edited", "I looked at it.\n\nFine."],
    ["nothing follows the last call", "I look."],
  ])("has all calls first if %s", (_name, content) => {
    expect(sent({ content, tools: [{ ...tide, textBefore: 7 }] })).toEqual([
      { role: "assistant", content: "", toolCalls: [tideCall] },
      tideResult,
      { role: "assistant", content },
    ]);
  });

  test("has images behind the text after the calls", () => {
    const image = { type: "image_url", image_url: { url: "stored:1" } } as const;
    const content = [{ type: "text", text: "I look.\n\nHere." } as const, image];
    expect(sent({ content, tools: [{ ...tide, textBefore: 7 }] }).at(-1)).toEqual({
      role: "assistant",
      content: [{ type: "text", text: "Here." }, image],
    });
  });

  test("is one message for each that the same model wrote, with its phase", () => {
    const phases = [
      { start: 0, phase: "commentary" },
      { start: 9, phase: "commentary" },
      { start: 17, phase: "final_answer" },
    ];
    const given = { content: "I look.\n\nThere.\n\nIt is high.", phases, ...asked };
    const comments = [
      { role: "assistant", content: "I look.", phase: "commentary" },
      { role: "assistant", content: "There.", phase: "commentary" },
    ];
    const answer = { role: "assistant", content: "It is high.", phase: "final_answer" };
    expect(sent(given)).toEqual([...comments, answer]);
    expect(sent({ ...given, tools: [{ ...tide, textBefore: 15 }] })).toEqual([
      comments[0],
      { ...comments[1], toolCalls: [tideCall] },
      tideResult,
      answer,
    ]);
    expect(sent({ ...given, model: "gpt-5.6-sol" })).toEqual([{ role: "assistant", content: given.content }]);
    expect(sent({ ...given, content: "It was not high at all." })).toEqual([
      { role: "assistant", content: "It was not high at all." },
    ]);
  });

  test("has the signatures of its images only for the model that made them", () => {
    const image = { type: "image_url", image_url: { url: "stored:1" } } as const;
    const content = [{ ...image, signature: "sig" }];
    expect(sent({ content, ...asked })).toEqual([{ role: "assistant", content }]);
    expect(sent({ content })).toEqual([{ role: "assistant", content: [image] }]);
  });

  test("has a signature only for the model that made it", () => {
    const signed = { ...tideCall, signature: "sig" };
    const tools = [{ ...tide, signature: "sig" }];
    expect(sent({ tools, ...asked })[0]).toEqual({ role: "assistant", content: "", toolCalls: [signed] });
    expect(sent({ tools, ...asked, providerName: "Azure" })[0]).toEqual({
      ...{ role: "assistant", content: "", toolCalls: [tideCall] },
    });
  });

  test.each<[string, Partial<MessageTool>, object]>([
    [
      "shortens",
      { result: "x".repeat(9000) },
      { content: `${"x".repeat(8000)}\n[shortened: 8000 of 9000 characters]` },
    ],
    [
      "names the problem of",
      { result: "", problem: "refused", isError: true },
      {
        content: "Error: The user denied this call. Do not repeat it; continue without it or ask.",
        isError: true,
      },
    ],
    [
      "names the failure of",
      { result: "502", isError: true },
      { content: "Error: The tool returned an error.\n502", isError: true },
    ],
  ])("%s a result", (_name, given, expected) => {
    expect(sent({ tools: [{ ...tide, ...given }] })[1]).toEqual({ ...tideResult, ...expected });
  });

  test("says that a call without a result was stopped", () => {
    const { result, ...running } = tide;
    expect(sent({ tools: [running] })[1]).toEqual({ ...tideResult, content: "Error: The call was stopped." });
  });

  test("leaves out calls that are written in its text: their results are messages", () => {
    const content = "Look.";
    expect(sent({ content, tools: [{ ...tide, client: "tides" }] })).toEqual([{ role: "assistant", content }]);
  });

  test("counts its calls and results, as far as they are sent", () => {
    expect(estimateToolTokens({ tools: [{ ...tide, result: "x".repeat(9000) }] })).toBe(2008.5);
    expect(estimateToolTokens({ tools: [{ ...tide, client: "tides" }] })).toBe(0);
    expect(estimateToolTokens({})).toBe(0);
  });
});

describe("a history as text", () => {
  const question = { role: "user", content: "Tides?" } as const;

  test("has the calls and results in the assistant's message", () => {
    const history = [
      question,
      ...sent({ content: "I look.\n\n06:12.", tools: [{ ...tide, textBefore: 7 }] }),
      question,
    ];
    expect(toolHistoryAsText(history)).toEqual([
      question,
      {
        role: "assistant",
        content:
          'I look.\n\n[The tool tide was called with {"place":"Port Amber"}. Its result:]\n```\n06:12\n```\n\n06:12.',
      },
      question,
    ]);
  });

  test("leaves the running turn and messages without calls as they are", () => {
    const plain = { role: "assistant", content: "Hello." } as const;
    const running = sent({ tools: [tide] }).slice(0, 2);
    const history = [question, plain, question, ...running];
    expect(toolHistoryAsText(history)).toEqual(history);
  });
});

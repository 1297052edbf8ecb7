import fc from "fast-check";
import { recentHistory, requestOf } from "@/lib/chat/context";
import type { Message } from "@/lib/chat/message";
import { estimateMessageTokens } from "@/lib/chat/token-estimate";
import { sampleMessage, sampleSession, usualSettings } from "../../support/chat-samples";

const message = sampleMessage;

/** Messages of 1 token each, named by their place. */
function thread(length: number): Message[] {
  return Array.from({ length }, (_, index) => message({ id: String(index), content: "abcd" }));
}

function sentIds(
  history: readonly Message[],
  given: { count?: number; tokens?: number; clear?: number },
): readonly string[] {
  const { count = 4, tokens = 4000, clear } = given;
  const session = clear === undefined ? {} : { clearContextIndex: clear };
  const settings = { historyMessageCount: count, max_tokens: tokens };
  return recentHistory(session, history, settings).map(({ id }) => id);
}

describe("the history that is sent (§3.3)", () => {
  test.each([
    ["the last four", 6, {}, ["2", "3", "4", "5"]],
    ["all when there are fewer", 3, {}, ["0", "1", "2"]],
    ["none of a new chat", 0, {}, []],
    ["none when none is wanted", 6, { count: 0 }, []],
    ["nothing from before the cleared context", 6, { clear: 5 }, ["5"]],
    ["nothing right after the context was cleared", 6, { clear: 6 }, []],
    ["no more than wanted behind an old clear mark", 6, { clear: 1, count: 2 }, ["4", "5"]],
    ["what fits, with the message that reaches the limit", 6, { tokens: 3 }, ["3", "4", "5"]],
    ["what fits, with the message that crosses the limit", 6, { tokens: 2.5 }, ["3", "4", "5"]],
    ["one message even when nothing fits", 6, { tokens: 0 }, ["5"]],
  ])("is %s", (_name, length, given, expected) => {
    expect(sentIds(thread(length), given)).toEqual(expected);
  });

  test("leaves out what failed and what is empty, though both have their places in the count", () => {
    const history = [
      message({ id: "0" }),
      message({ id: "1" }),
      message({ id: "2", isError: true }),
      message({ id: "3", role: "assistant", content: "", stopped: true }),
      message({ id: "4", content: [] }),
    ];
    expect(sentIds(history, {})).toEqual(["1"]);
  });

  test("keeps an image that stands without words", () => {
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
    expect(sentIds([message({ id: "0", content: [image] })], {})).toEqual(["0"]);
  });

  test("is always a run of the newest messages that may be sent, within its bounds", () => {
    const messages = fc.array(
      fc.record({ content: fc.string(), isError: fc.boolean(), role: fc.constantFrom("user", "assistant") }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(
        messages,
        fc.nat(20),
        fc.nat(40),
        fc.option(fc.nat(25), { nil: undefined }),
        (drawn, count, max, clear) => {
          const history = drawn.map((each, index) => message({ id: String(index), ...each }));
          const sent = recentHistory({ ...(clear !== undefined && { clearContextIndex: clear }) }, history, {
            historyMessageCount: count,
            max_tokens: max,
          });
          const allowed = history.slice(Math.max(clear ?? 0, history.length - count)).filter(isSendable);
          expect(sent).toEqual(sent.length === 0 ? [] : allowed.slice(-sent.length));
          const beforeLast = sent.slice(1).reduce((sum, each) => sum + estimateMessageTokens(each), 0);
          const isFull = sent.length > 0 && beforeLast + estimateMessageTokens(sent[0] as Message) >= max;
          expect(sent.length === allowed.length || isFull).toBe(true);
          if (sent.length > 1) expect(beforeLast).toBeLessThan(max);
        },
      ),
    );
  });
});

function isSendable({ isError, content }: Message): boolean {
  return !isError && content !== "";
}

test("a request holds the mask's prompts, the recent history and the question, and nothing of the reasoning", () => {
  const plain = sampleSession({ id: "s1" });
  const session = {
    ...plain,
    mask: {
      ...plain.mask,
      context: [message({ id: "c1", role: "system", content: "Be brief." })],
      modelConfig: {
        ...usualSettings,
        model: "gpt-5",
        temperature: 0.2,
        top_p: 0.9,
        presence_penalty: 1,
        frequency_penalty: -1,
        max_tokens: 500,
        historyMessageCount: 2,
      },
    },
  };
  const history = [
    message({ id: "q0", content: "Too old" }),
    message({ id: "q1", content: "When?" }),
    message({ id: "r1", role: "assistant", content: "At noon.", reasoning: "Hm.", usage: { outputTokens: 2 } }),
  ];
  const question = message({ id: "q2", content: "And then?", isError: true });
  expect(requestOf({ session, history, question })).toEqual({
    model: "gpt-5",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "When?" },
      { role: "assistant", content: "At noon." },
      { role: "user", content: "And then?" },
    ],
    stream: true,
    temperature: 0.2,
    topP: 0.9,
    presencePenalty: 1,
    frequencyPenalty: -1,
    maxOutputTokens: 500,
    image: { size: "1024x1024", quality: "standard", style: "vivid" },
  });
});

test("hidden prompts are sent as well", () => {
  const plain = sampleSession({ id: "s1" });
  const context = [message({ id: "c1", role: "system", content: "Be brief." })];
  const session = { ...plain, mask: { ...plain.mask, context, hideContext: true } };
  const { messages } = requestOf({ session, history: [], question: message({ id: "q1" }) });
  expect(messages).toEqual([
    { role: "system", content: "Be brief." },
    { role: "user", content: "q1" },
  ]);
});

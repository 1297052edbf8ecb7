import fc from "fast-check";
import { type DueSummary, dueSummary, rememberSummary, summarizedCount, summaryRequest } from "@/lib/chat/memory";
import type { Message } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { ModelMessage } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { sampleMessage, sampleSession, usualSettings } from "../../support/chat-samples";
import { samplePrompts } from "../../support/prompt-samples";

const message = sampleMessage;

/** Messages of the given estimated tokens, by turns of the user and the model, named by their place. */
function thread(...tokens: readonly number[]): Message[] {
  return tokens.map((count, index) =>
    message({ id: String(index), role: index % 2 === 0 ? "user" : "assistant", content: textOf(index, count) }),
  );
}

/** A text of so many tokens that begins with its place. */
function textOf(place: number, tokens: number): string {
  return `${String.fromCharCode(97 + place)}bcd${"abcd".repeat(tokens - 1)}`;
}

function dueOf(
  of: readonly Message[],
  session: Partial<ChatSession> = {},
  settings: Partial<ModelSettings> = {},
  isLeftOut = false,
): DueSummary | undefined {
  const plain = sampleSession({ id: "s1", ...session });
  const modelConfig = { ...usualSettings, ...settings };
  return dueSummary({ session: { ...plain, mask: { ...plain.mask, modelConfig } }, thread: of, isLeftOut });
}

/** A chat whose memory covers so many messages. */
function covering(lastSummarizeIndex: number): Partial<ChatSession> {
  return { memoryPrompt: "Tides.", lastSummarizeIndex };
}

/** The places of the messages that are summed up, by the first letter of what is sent; `|` separates requests. */
function placesIn(due: DueSummary | undefined): string | undefined {
  return due?.rounds
    .map((round) => round.map(({ content }) => String(content).charCodeAt(0) - 97).join(" "))
    .join(" | ");
}

describe("a summary is due", () => {
  test.each<[string, readonly Message[], Partial<ChatSession>, Partial<ModelSettings>, string | undefined]>([
    ["above the threshold", thread(500, 501), {}, {}, "0 1"],
    ["not at the threshold", thread(500, 500), {}, {}, undefined],
    ["not of an empty chat", [], {}, {}, undefined],
    ["by the threshold of the chat", thread(500, 501), {}, { compressMessageLengthThreshold: 2000 }, undefined],
    ["of what the last one does not cover", thread(900, 900, 600, 600), covering(2), {}, "2 3"],
    [
      "of all messages after the last one was deleted",
      thread(900, 900, 600, 600),
      { lastSummarizeIndex: 2 },
      {},
      "0 1 2 3",
    ],
    ["not if there is too little text since the last one", thread(900, 900, 600), covering(2), {}, undefined],
    ["of what follows the cleared context", thread(900, 900, 600, 600), { clearContextIndex: 2 }, {}, "2 3"],
    ["of what follows both", thread(900, 900, 600, 600), { ...covering(1), clearContextIndex: 3 }, {}, undefined],
    ["of all messages, in several requests", thread(900, 900, 900, 900, 900), {}, {}, "0 1 2 3 | 4"],
    ["in one request within the chat's limit", thread(900, 900), {}, { max_tokens: 1800 }, "0 1"],
    ["in two requests above the chat's limit", thread(900, 900), {}, { max_tokens: 1799 }, "0 | 1"],
    ["in one request of 4000 tokens without a limit", thread(2000, 2000), {}, { max_tokens: 0 }, "0 1"],
    ["in two requests of more without a limit", thread(2000, 2001), {}, { max_tokens: 0 }, "0 | 1"],
    ["not while as much as fits is sent", thread(900, 900), {}, { sendsWholeHistory: true }, undefined],
  ])("%s", (_name, of, session, settings, expected) => {
    expect(placesIn(dueOf(of, session, settings))).toBe(expected);
  });

  test("below the threshold, if messages are not sent any more", () => {
    expect(placesIn(dueOf(thread(10, 10, 10), {}, {}, true))).toBe("0 1 2");
    expect(placesIn(dueOf(thread(10, 10, 10), covering(2), {}, true))).toBe("2");
    expect(placesIn(dueOf(thread(10), {}, { sendsWholeHistory: true }, true))).toBe("0");
    expect(dueOf([], {}, {}, true)).toBeUndefined();
  });

  test("of a long answer, which is split between characters", () => {
    const of = [
      message({ id: "q", content: "Tides?" }),
      message({ id: "r", role: "assistant", content: "🌊".repeat(3000) }),
    ];
    const due = dueOf(of);
    expect(due?.rounds.map((round) => round.map(({ role, content }) => [role, content.length]))).toEqual([
      [
        ["user", 6],
        ["assistant", 2000],
      ],
      [["assistant", 2000]],
      [["assistant", 2000]],
    ]);
    expect(
      due?.rounds
        .flat()
        .map(({ content }) => content)
        .join(""),
    ).toBe(`Tides?${"🌊".repeat(3000)}`);
    expect(due?.ids).toEqual(["q", "r"]);
  });

  test("of the first messages of a very long chat; the others are left for the next time", () => {
    const due = dueOf(thread(...Array.from({ length: 20 }, () => 3000)));
    expect(due?.rounds).toHaveLength(12);
    expect(due?.ids).toEqual(Array.from({ length: 12 }, (_, place) => String(place)));
  });

  test("by positions in the whole chat, in which failed messages count", () => {
    const [first, second, ...others] = thread(900, 900, 600, 600) as [Message, Message, ...Message[]];
    const withFailures = [{ ...first, isError: true }, { ...second, isError: true }, ...others];
    expect(placesIn(dueOf(withFailures))).toBe("2 3");
    expect(placesIn(dueOf(withFailures, covering(2)))).toBe("2 3");
  });

  test("contains the previous memory, only the text of the chat, and the instruction as the last system message", () => {
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
    const of = [
      message({ id: "q1", content: [{ type: "text", text: textOf(0, 600) }, image] }),
      message({ id: "r1", role: "assistant", content: textOf(1, 600), reasoning: "Hm." }),
      message({ id: "q2", content: "Late?", isAside: true }),
      message({ id: "q3", content: [image] }),
    ];
    const rounds = [
      [
        { role: "user", content: textOf(0, 600) },
        { role: "assistant", content: textOf(1, 600) },
      ],
    ];
    expect(summaryRequest(rounds[0] as ModelMessage[], "We met.", samplePrompts)).toEqual([
      { role: "system", content: "Recap: We met." },
      ...(rounds[0] ?? []),
      { role: "system", content: "Sum up." },
    ]);
    expect(summaryRequest([], "", samplePrompts)).toEqual([{ role: "system", content: "Sum up." }]);
    expect(dueOf(of, { memoryPrompt: "We met." })).toEqual({
      rounds,
      maxChars: 4807,
      ids: ["q1", "r1", "q2", "q3"],
      memoryPrompt: "We met.",
      clearContextIndex: undefined,
    });
  });
});

describe("the changes by a summary", () => {
  const due: DueSummary = {
    rounds: [],
    maxChars: 10,
    ids: ["0", "1", "2"],
    memoryPrompt: "We met.",
    clearContextIndex: undefined,
  };
  const unchanged = { memoryPrompt: "We met." };

  test.each([
    [
      "the memory and its reach",
      "Tides.",
      unchanged,
      ["0", "1", "2"],
      { memoryPrompt: "Tides.", lastSummarizeIndex: 3 },
    ],
    [
      "no messages that were added meanwhile",
      "Tides.",
      unchanged,
      ["0", "1", "2", "3"],
      { memoryPrompt: "Tides.", lastSummarizeIndex: 3 },
    ],
    [
      "fewer messages if some were deleted meanwhile",
      "Tides.",
      unchanged,
      ["1", "3"],
      { memoryPrompt: "Tides.", lastSummarizeIndex: 1 },
    ],
    ["no messages if all were deleted", "Tides.", unchanged, ["3"], { memoryPrompt: "Tides.", lastSummarizeIndex: 0 }],
    ["its blanks are cut", "\n Tides. ", unchanged, ["0"], { memoryPrompt: "Tides.", lastSummarizeIndex: 1 }],
    [
      "nothing if it has the maximum length",
      "0123456789",
      unchanged,
      ["0"],
      { memoryPrompt: "0123456789", lastSummarizeIndex: 1 },
    ],
    ["nothing if it is longer than the chat", "0123456789!", unchanged, ["0"], undefined],
    ["nothing if it is empty", " \n", unchanged, ["0"], undefined],
    ["nothing if the memory was changed meanwhile", "Tides.", { memoryPrompt: "" }, ["0"], undefined],
    [
      "nothing if the context was cleared meanwhile",
      "Tides.",
      { ...unchanged, clearContextIndex: 3 },
      ["0"],
      undefined,
    ],
  ])("is %s", (_name, summary, session, ids, expected) => {
    expect(rememberSummary(due, summary, session, ids)).toEqual(expected);
  });

  test("never exceeds the messages it replaces or the chat", () => {
    const tokens = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        tokens,
        fc.nat(12),
        fc.string({ maxLength: 40 }),
        fc.nat(9000),
        (sizes, covered, memoryPrompt, length) => {
          const of = thread(...sizes);
          const session = { memoryPrompt, lastSummarizeIndex: Math.min(covered, of.length) };
          const found = dueOf(of, session);
          const ids = of.map(({ id }) => id);
          const change = found && rememberSummary(found, "s".repeat(length), session, ids);
          if (!change) return;
          const before = of.slice(summarizedCount(session)).reduce((sum, { content }) => sum + content.length, 0);
          expect(change.memoryPrompt.length).toBeLessThanOrEqual(before + memoryPrompt.length);
          expect(change.lastSummarizeIndex).toBe(of.length);
        },
      ),
    );
  });
});

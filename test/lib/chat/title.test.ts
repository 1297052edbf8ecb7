import fc from "fast-check";
import { cleanTitle, isTitleDue, titleMessages } from "@/lib/chat/title";
import { sampleMessage, sampleSession, usualSettings } from "../../support/chat-samples";
import { samplePrompts } from "../../support/prompt-samples";

const message = sampleMessage;

/** A message of so many estimated tokens. */
function ofTokens(id: string, tokens: number) {
  return message({ id, content: "abcd".repeat(tokens) });
}

describe("a title is due", () => {
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
  test.each([
    ["of a chat of fifty tokens", "", [ofTokens("q", 20), ofTokens("r", 30)], true],
    ["not of a shorter chat", "", [ofTokens("q", 20), ofTokens("r", 29)], false],
    ["not of a chat that has one", "Tides", [ofTokens("q", 100)], false],
    ["not of a chat that only failed", "", [{ ...ofTokens("q", 100), isError: true }], false],
    ["not by other versions", "", [{ ...ofTokens("q", 100), isAside: true }], false],
    ["not for images only, which have no text", "", [message({ id: "q", content: [image] })], false],
    ["not of an empty chat", "", [], false],
  ])("%s", (_name, topic, thread, isDue) => {
    expect(isTitleDue({ topic }, thread)).toBe(isDue);
  });
});

describe("the request for a title", () => {
  const thread = [
    message({ id: "0", content: "Hello" }),
    message({ id: "1", role: "assistant", content: "Ahoy.", reasoning: "Hm." }),
    message({ id: "2", content: "When?", isError: true }),
    message({ id: "3", content: [{ type: "text", text: "Which port?" }] }),
    message({ id: "4", role: "assistant", content: "" }),
  ];

  function sentWith(historyMessageCount: number, of = thread) {
    const plain = sampleSession({ id: "s1", topic: "Old title" });
    const session = { ...plain, mask: { ...plain.mask, modelConfig: { ...usualSettings, historyMessageCount } } };
    return titleMessages({ session, thread: of, words: samplePrompts });
  }
  const hello = { role: "user", content: "Hello" };
  const ahoy = { role: "assistant", content: "Ahoy." };
  const port = { role: "user", content: "Which port?" };
  const ask = { role: "user", content: "Title?" };

  test.each([
    ["the newest messages that say something, in words", 4, [hello, ahoy, port, ask]],
    ["as many as are sent along with a question", 2, [ahoy, port, ask]],
    ["the last one at least", 0, [port, ask]],
  ])("is %s", (_name, count, expected) => {
    expect(sentWith(count)).toEqual(expected);
  });

  test("is the start of a long message, without a split character", () => {
    const long = [message({ id: "0", content: `${"a".repeat(3999)}😀${"b".repeat(100_000)}` })];
    expect(sentWith(4, long)).toEqual([{ role: "user", content: "a".repeat(3999) }, ask]);
  });

  test("is undefined for an empty chat", () => {
    expect(sentWith(4, [])).toBeUndefined();
    expect(sentWith(4, thread.slice(2, 3))).toBeUndefined();
  });
});

describe("a title as a model wrote it", () => {
  test.each([
    ['"*Title*"', "Title"],
    ["“Title”", "Title"],
    ["Are you sure?", "Are you sure"],
    ["a, b, c", "a, b, c"],
    ['**"Why tides arrive late."**', "Why tides arrive late"],
    ["潮汐为什么迟到。", "潮汐为什么迟到"],
    ["  Title \n", "Title"],
    ["\n\n*\nTitle\n\nI chose it because of the tide.", "Title"],
    ["Two\t words", "Two words"],
    ["A\u0000B", "A B"],
    ["C++ and C#", "C++ and C#"],
    ["## Why tides arrive late", "Why tides arrive late"],
    ['# **"Tides"**', "Tides"],
    ["#1 of the harbours", "#1 of the harbours"],
    ["…", "…"],
    ["", ""],
    [" \n ", ""],
    ['"***"', ""],
    ["?!", ""],
  ])("%j becomes %j", (text, expected) => {
    expect(cleanTitle(text)).toBe(expected);
  });

  test("of ten thousand characters becomes one line of eighty at most, cut between words", () => {
    const title = cleanTitle("The moon and the tides ".repeat(435));
    expect(title).toBe("The moon and the tides The moon and the tides The moon and the tides The moon");
    expect(cleanTitle("x".repeat(10_000))).toBe("x".repeat(80));
    expect(cleanTitle(`${"x".repeat(79)}😀`)).toBe("x".repeat(79));
  });

  test("cleaning is idempotent and gives a short single line", () => {
    const pieces = fc.constantFrom("a", "b c", " ", "\n", '"', "“", "*", ".", "。", "?", "😀", "\u2028", "\u0007");
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces, { maxLength: 300 }).map((drawn) => drawn.join("")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const title = cleanTitle(text);
        expect(cleanTitle(title)).toBe(title);
        expect(title.length).toBeLessThanOrEqual(80);
        expect(title).not.toMatch(/[\r\n\u2028\u2029]|^\s|\s$/);
      }),
    );
  });
});

import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import { emptyReply, foldReply } from "@/lib/chat/reply";
import { splitThinkMarks } from "@/lib/engine/think-marks";

async function* emit(events: readonly ChatEvent[]): AsyncGenerator<ChatEvent> {
  yield* events;
}

async function split(events: readonly ChatEvent[]): Promise<ChatEvent[]> {
  const out: ChatEvent[] = [];
  for await (const event of splitThinkMarks(emit(events))) out.push(event);
  return out;
}

const textEvent = (text: string): ChatEvent => ({ type: "text-delta", text });

/** What a text becomes, when it comes in these pieces: [reasoning, text]. */
async function becomes(pieces: readonly string[]): Promise<[string, string]> {
  const { reasoning, text } = (await split(pieces.map(textEvent))).reduce(foldReply, emptyReply);
  return [reasoning, text];
}

const texts: readonly (readonly [string, string, string, string])[] = [
  ["a marked thought", "<think>\nCount the piers.\n</think>\n\nFour piers.", "Count the piers.", "Four piers."],
  ["a mark after white space", " \n<think>Hm</think>Yes", "Hm", "Yes"],
  ["several paragraphs", "<think>One.\n\n Two. </think> Yes.\n\nNo. ", "One.\n\n Two.", "Yes.\n\nNo. "],
  ["a thought that is never closed", "<think>Hm,\n so", "Hm,\n so", ""],
  ["a thought that ends in what looks like a mark", "<think>Hm </thin", "Hm </thin", ""],
  ["a thought with something like a mark inside", "<think>a </thi b </ c</think>d", "a </thi b </ c", "d"],
  ["an empty thought", "<think>\n\n</think>\n\nYes", "", "Yes"],
  ["empty reasoning and nothing else", "<think>", "", ""],
  ["a second mark, which is text", "<think>a</think>b<think>c</think>", "a", "b<think>c</think>"],
  ["a mark that is not at the start", "So <think>a</think>", "", "So <think>a</think>"],
  ["the beginning of a mark alone", " <thi", "", " <thi"],
  ["another mark", "<thinking>a</thinking>", "", "<thinking>a</thinking>"],
  ["white space alone", " \n ", "", " \n "],
  ["plain text", "  Low tide. ", "", "  Low tide. "],
];

test.each(texts)("separates %s, whole and character by character", async (_name, whole, reasoning, text) => {
  expect(await becomes([whole])).toEqual([reasoning, text]);
  expect(await becomes([...whole])).toEqual([reasoning, text]);
});

test("the result does not depend on where the text is cut", async () => {
  const bit = fc.constantFrom("<think>", "</think>", "<th", "ink>", "</", "think", ">", " ", "\n", "a", "Tide.");
  const pieces = fc.array(bit, { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(pieces, async (parts) => {
      expect(await becomes(parts)).toEqual(await becomes([parts.join("")]));
      expect(await becomes([...parts.join("")])).toEqual(await becomes([parts.join("")]));
    }),
  );
});

test("does not hold back text that cannot be a mark", async () => {
  const source = emit([textEvent("L"), textEvent("ow")]);
  const events = splitThinkMarks(source);
  expect(await events.next()).toEqual({ done: false, value: textEvent("L") });
});

test("passes reasoning on as it arrives", async () => {
  expect(await split(["<think>a", "b ", "c</think>", " d"].map(textEvent))).toEqual([
    { type: "reasoning-delta", text: "a" },
    { type: "reasoning-delta", text: "b" },
    { type: "reasoning-delta", text: " c" },
    { type: "text-delta", text: "d" },
  ]);
});

test("releases held text before the end, and lets other events pass", async () => {
  const usage: ChatEvent = { type: "usage", usage: { totalTokens: 1 } };
  const finish: ChatEvent = { type: "finish", finish: "stop", raw: "stop" };
  expect(await split([textEvent("<th"), usage, finish, { type: "end" }])).toEqual([
    usage,
    textEvent("<th"),
    finish,
    { type: "end" },
  ]);
});

test("finds a mark that is split by token counts", async () => {
  const usage: ChatEvent = { type: "usage", usage: { totalTokens: 1 } };
  expect(await split([textEvent("<th"), usage, textEvent("ink>a</think>b")])).toEqual([
    usage,
    { type: "reasoning-delta", text: "a" },
    textEvent("b"),
  ]);
});

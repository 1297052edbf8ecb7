import fc from "fast-check";
import { compareBranches, maxComparedChars } from "@/lib/chat/compare-branches";
import { diffTexts } from "@/lib/chat/diff-texts";
import type { Branches } from "@/lib/chat/versions";
import { aside, placed } from "../../support/branch-samples";

const whole = (kind: string, text: string) => ({ kind, pieces: [{ text, isChanged: false }] });

test.each([
  ["equal texts", "Low tide", "Low tide", [whole("same", "Low tide")]],
  ["two empty texts", "", "", []],
  ["a text and none", "Low", "", [whole("removed", "Low\n")]],
  ["none and a text", "", "Low\ntide", [whole("added", "Low\ntide\n")]],
  ["a line break at the end only", "Low", "Low\n", [whole("same", "Low\n")]],
  [
    "another line",
    "One\nTwo\nThree",
    "One\nFour\nThree",
    [whole("same", "One\n"), whole("removed", "Two\n"), whole("added", "Four\n"), whole("same", "Three\n")],
  ],
])("compares %s", (_name, before, after, expected) => {
  expect(diffTexts(before, after)).toEqual(expected);
});

test("marks the words that differ in similar lines", () => {
  expect(diffTexts("The tide is low now", "The tide is high now")).toEqual([
    {
      kind: "removed",
      pieces: [
        { text: "The tide is ", isChanged: false },
        { text: "low", isChanged: true },
        { text: " now\n", isChanged: false },
      ],
    },
    {
      kind: "added",
      pieces: [
        { text: "The tide is ", isChanged: false },
        { text: "high", isChanged: true },
        { text: " now\n", isChanged: false },
      ],
    },
  ]);
});

test("marks words of scripts without spaces", () => {
  const [removed] = diffTexts("潮汐现在很低", "潮汐现在很高");
  expect(removed?.pieces.filter(({ isChanged }) => isChanged).map(({ text }) => text)).toEqual(["很低"]);
});

test("any difference contains both texts", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c d", "", "e"), { maxLength: 12 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const blocks = diffTexts(before, after);
      const side = (without: string) =>
        blocks
          .filter(({ kind }) => kind !== without)
          .flatMap(({ pieces }) => pieces.map(({ text }) => text))
          .join("");
      expect(side("added").replace(/\n$/, "")).toBe(before.replace(/\n$/, ""));
      expect(side("removed").replace(/\n$/, "")).toBe(after.replace(/\n$/, ""));
    }),
  );
});

const branches: Branches = {
  shown: [placed("q1", 1), placed("a1", 2, { model: "one", content: "Low\n" })],
  hiddenVersions: [
    aside("a1b", 3, "q1", { model: "two", content: "High\n" }),
    aside("q2b", 4, "a1b", { content: "When?" }),
    aside("q1c", 5, "q1", { role: "user" }),
  ],
};

test("compares branches after the last message that both have", () => {
  expect(compareBranches(branches, "a1", "q2b")).toEqual({
    shared: 1,
    isCut: false,
    messages: [
      {
        id: "a1",
        role: "assistant",
        models: ["one", "two"],
        blocks: [whole("removed", "Low\n"), whole("added", "High\n")],
      },
      { id: "q2b", role: "user", models: [undefined, undefined], blocks: [whole("added", "When?\n")] },
    ],
  });
});

test("does not compare a question with a reply", () => {
  const { messages } = compareBranches(branches, "a1", "q1c");
  expect(messages.map(({ id, blocks }) => [id, blocks])).toEqual([
    ["a1", [whole("removed", "Low\n")]],
    ["q1c", [whole("added", "q1c\n")]],
  ]);
});

test("a branch compared with itself has no difference", () => {
  expect(compareBranches(branches, "a1", "a1")).toEqual({ shared: 2, isCut: false, messages: [] });
});

test("stops at the maximum length", () => {
  const long = { content: "x".repeat(maxComparedChars) };
  const { messages, isCut } = compareBranches(
    { ...branches, hiddenVersions: [aside("a1b", 3, "q1"), aside("a2b", 4, "a1b", long)] },
    "a1",
    "a2b",
  );
  expect([messages.map(({ id }) => id), isCut]).toEqual([["a1"], true]);
});

test("very different texts are compared in bounded time", () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`).join("\n");
  expect(diffTexts(text("a"), text("b")).map(({ kind }) => kind)).toEqual(["removed", "added"]);
});

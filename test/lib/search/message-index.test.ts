import fc from "fast-check";
import { foldText } from "@/lib/chat/fold-text";
import { createMessageIndex, type IndexedMessage, type MessageIndex } from "@/lib/search/message-index";

function messageOf(id: string, text: string): IndexedMessage {
  return { id, sessionId: "s1", role: "user", model: undefined, date: 0, text: foldText(text) };
}

/** Texts of a few signs of several scripts, so that parts of them meet often. */
const signs = fc.constantFrom(..."ab .*京都のم과é\u{20000}😀\u0000");
const text = fc.array(signs, { maxLength: 30 }).map((each) => each.join(""));
const wanted = fc.array(signs, { minLength: 1, maxLength: 5 }).map((each) => foldText(each.join("")));
const id = fc.integer({ min: 0, max: 40 }).map(String);

type Step = { readonly id: string; readonly text?: string };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof({ weight: 5, arbitrary: fc.record({ id, text }) }, { weight: 2, arbitrary: fc.record({ id }) }),
  { maxLength: 120 },
);

function take(index: MessageIndex, made: readonly Step[]): Map<string, IndexedMessage> {
  const left = new Map<string, IndexedMessage>();
  for (const step of made) {
    if (step.text === undefined) {
      index.remove(step.id);
      left.delete(step.id);
    } else {
      const message = messageOf(step.id, step.text);
      index.put(message);
      left.set(step.id, message);
    }
  }
  return left;
}

const idsOf = (messages: Iterable<IndexedMessage>) => [...messages].map((message) => message.id).sort();

test("after any changes and removals it finds exactly the matches of a scan", () => {
  fc.assert(
    fc.property(
      steps,
      fc.array(fc.array(wanted, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
      (made, rows) => {
        const index = createMessageIndex(8);
        const left = take(index, made);
        const scanned = [...left.values()].filter((message) =>
          rows.every((texts) => texts.some((each) => message.text.includes(each))),
        );
        expect(idsOf(index.find(rows))).toEqual(idsOf(scanned));
      },
    ),
    { numRuns: 500 },
  );
});

test("an index after changes equals one built from the remaining messages", () => {
  fc.assert(
    fc.property(steps, wanted, (made, each) => {
      const grown = createMessageIndex(8);
      const left = take(grown, made);
      const rebuilt = createMessageIndex(8);
      for (const message of left.values()) rebuilt.put(message);
      expect(idsOf(grown.find([[each]]))).toEqual(idsOf(rebuilt.find([[each]])));
    }),
  );
});

test("without anything to look for it finds nothing", () => {
  const index = createMessageIndex();
  index.put(messageOf("m1", "text"));
  expect(index.find([])).toEqual([]);
});

test("only messages that are accepted are found", () => {
  const index = createMessageIndex(2);
  for (const name of ["m1", "m2", "m3"]) index.put(messageOf(name, "the tide"));
  expect(idsOf(index.find([["tide"]], (message) => message.id !== "m2"))).toEqual(["m1", "m3"]);
});

import type { ChatEvent } from "@/lib/chat/event";
import { emptyReply, foldReply } from "@/lib/chat/reply";

/** A start or a piece of a call: [index, id, name] or [index, id, undefined, arguments]. */
type Step = readonly [index: number | undefined, id: string | undefined, name: string | undefined, args?: string];

function callsAfter(steps: readonly Step[]): unknown {
  const events = steps.map(([index, id, name, argumentsText = ""]): ChatEvent => {
    const key = { ...(index === undefined ? {} : { index }), ...(id === undefined ? {} : { id }) };
    return name === undefined
      ? { type: "tool-call-delta", ...key, argumentsText }
      : { type: "tool-call-start", ...key, name };
  });
  const { toolCalls } = events.reduce(foldReply, emptyReply);
  return toolCalls.map(({ id, name, argumentsText }) => [id, name, argumentsText]);
}

const cases: readonly (readonly [string, readonly Step[], unknown])[] = [
  [
    "pieces are joined by index",
    [
      [0, "a", "one"],
      [1, "b", "two"],
      [0, undefined, undefined, "{"],
      [1, undefined, undefined, "["],
      [0, undefined, undefined, "}"],
      [1, undefined, undefined, "]"],
    ],
    [
      ["a", "one", "{}"],
      ["b", "two", "[]"],
    ],
  ],
  [
    "accepts indexes with gaps and any start",
    [
      [4, "a", "one"],
      [2, "b", "two"],
      [4, undefined, undefined, "{}"],
    ],
    [
      ["a", "one", "{}"],
      ["b", "two", ""],
    ],
  ],
  [
    "without an index, pieces are joined by id",
    [
      [undefined, "a", "one"],
      [undefined, "b", "two"],
      [undefined, "a", undefined, "{}"],
    ],
    [
      ["a", "one", "{}"],
      ["b", "two", ""],
    ],
  ],
  [
    "continues a call that has only an id by its position",
    [
      [undefined, "a", "one"],
      [0, undefined, undefined, "{}"],
    ],
    [["a", "one", "{}"]],
  ],
  [
    "adds a chunk without a call to the last call",
    [
      [undefined, undefined, "one"],
      [undefined, undefined, "two"],
      [undefined, undefined, undefined, "{}"],
    ],
    [
      [null, "one", ""],
      [null, "two", "{}"],
    ],
  ],
  [
    "the same index with another id and a name is a second call",
    [
      [0, "a", "tide"],
      [0, "a", undefined, "{1}"],
      [0, "b", "tide"],
      [0, "b", undefined, "{2}"],
      [0, "a", undefined, "!"],
    ],
    [
      ["a", "tide", "{1}!"],
      ["b", "tide", "{2}"],
    ],
  ],
  [
    "the same index with another name and no id is a second call",
    [
      [0, undefined, "one"],
      [0, undefined, "two"],
    ],
    [
      [null, "one", ""],
      [null, "two", ""],
    ],
  ],
  [
    "the same index with a new id in each piece is one call",
    [
      [0, "a", "one"],
      [0, "x", undefined, "{"],
      [0, "y", undefined, "}"],
    ],
    [["a", "one", "{}"]],
  ],
  [
    "an id and a name that are repeated in each piece are one call",
    [
      [0, "a", "one"],
      [0, "a", undefined, "{"],
      [0, "a", "one"],
      [0, "a", undefined, "}"],
    ],
    [["a", "one", "{}"]],
  ],
  [
    "uses a late id, and does not overwrite a known one",
    [
      [0, undefined, "one"],
      [0, "a", "one"],
      [0, "", "one"],
    ],
    [["a", "one", ""]],
  ],
  [
    "keeps arguments that arrive before the name",
    [
      [0, undefined, undefined, "{"],
      [0, "a", "one"],
      [0, undefined, undefined, "}"],
    ],
    [["a", "one", "{}"]],
  ],
  [
    "a piece with a new index opens a call",
    [
      [0, "a", "one"],
      [1, undefined, undefined, "{}"],
    ],
    [
      ["a", "one", ""],
      [null, "", "{}"],
    ],
  ],
];

test.each(cases)("%s", (_name, steps, calls) => {
  expect(callsAfter(steps)).toEqual(calls);
});

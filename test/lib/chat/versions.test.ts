import fc from "fast-check";
import type { Role } from "@/lib/chat/message";
import {
  branchOff,
  hiddenVersionsByParent,
  hideVersion,
  moveHidden,
  type Placed,
  reparentHidden,
  replaceRemoved,
  showVersion,
} from "@/lib/chat/versions";

function message(id: string, seq: number, given: Partial<Placed> = {}): Placed {
  return { id, seq, role: id.startsWith("q") ? "user" : "assistant", content: id, date: seq, ...given };
}

const aside = (id: string, seq: number, parentId?: string, given: Partial<Placed> = {}) =>
  message(id, seq, { isAside: true, ...(parentId === undefined ? {} : { parentId }), ...given });

const q1 = message("q1", 1);
const a1 = message("a1", 2);
const q2 = message("q2", 3);
const a2 = message("a2", 4);

/** Puts changes into a chat, as the store does. */
function withChanges(all: readonly Placed[], changed: readonly Placed[]) {
  const byId = new Map([...all, ...changed].map((each) => [each.id, each]));
  const present = [...byId.values()];
  return {
    shown: present.filter(({ isAside }) => !isAside).sort((one, other) => one.seq - other.seq),
    hiddenVersions: present.filter(({ isAside }) => isAside),
  };
}

const ids = (messages: readonly Placed[]) => messages.map(({ id }) => id);

test("finds hidden versions by their parent, in the order of writing", () => {
  const late = aside("a1-late", 2, "q1", { date: 9 });
  const early = aside("a1-early", 2, "q1", { date: 1 });
  expect(hiddenVersionsByParent([late, aside("q0", 1), early])).toEqual({ "": ["q0"], q1: ["a1-early", "a1-late"] });
});

test("swaps an answer without followers with the visible one, and keeps the rest", () => {
  const shown = [q1, a1, q2, a2];
  expect(showVersion({ shown, hiddenVersions: [aside("a1b", 2, "q1")] }, "a1", "a1b")).toEqual([
    aside("a1", 2, "q1"),
    message("a1b", 2),
  ]);
});

test("a question shows what followed it, and hides what follows the visible one", () => {
  const hiddenVersions = [aside("q1b", 1), aside("a1b", 2, "q1b"), aside("q2b", 3, "a1b")];
  expect(showVersion({ shown: [q1, a1, q2, a2], hiddenVersions }, "q1", "q1b")).toEqual([
    aside("q1", 1),
    aside("a1", 2, "q1"),
    aside("q2", 3, "a1"),
    aside("a2", 4, "q2"),
    message("q1b", 1),
    { ...message("a1b", 5), date: 2 },
    { ...message("q2b", 6), date: 3 },
  ]);
});

test("an answer that messages follow shows these, too", () => {
  const hiddenVersions = [aside("a1b", 2, "q1"), aside("q2b", 3, "a1b")];
  const changed = showVersion({ shown: [q1, a1, q2, a2], hiddenVersions }, "a1", "a1b");
  const present = withChanges([q1, a1, q2, a2, ...hiddenVersions], changed);
  expect(ids(present.shown)).toEqual(["q1", "a1b", "q2b"]);
  expect(hiddenVersionsByParent(present.hiddenVersions)).toEqual({ q1: ["a1"], a1: ["q2"], q2: ["a2"] });
});

test.each([
  ["a message that is not shown", "a9", "a1b"],
  ["a version that does not exist", "a1", "a9"],
])("%s changes nothing", (_name, from, to) => {
  expect(showVersion({ shown: [q1, a1], hiddenVersions: [aside("a1b", 2, "q1")] }, from, to)).toEqual([]);
});

test("a new version of a question hides it and all messages after it", () => {
  expect(branchOff({ shown: [q1, a1, q2, a2] }, "q2")).toEqual([aside("q2", 3, "a1"), aside("a2", 4, "q2")]);
  expect(branchOff({ shown: [q1, a1] }, "q1")).toEqual([aside("q1", 1), aside("a1", 2, "q1")]);
  expect(branchOff({ shown: [q1, a1] }, "x")).toEqual([]);
});

test("a new version of an answer hides only that answer", () => {
  const hiddenVersions = [aside("q2b", 3, "a1"), aside("a2b", 4, "q2")];
  expect(hideVersion({ shown: [q1, a1, q2], hiddenVersions }, "a1", "a1c")).toEqual([
    aside("a1", 2, "q1"),
    aside("q2b", 3, "a1c"),
  ]);
});

test("hidden versions of removed messages are re-parented to the nearest remaining message", () => {
  const hiddenVersions = [aside("a1b", 2, "q1"), aside("q2b", 3, "a1"), aside("a2b", 4, "q2")];
  expect(reparentHidden({ shown: [q1, a1, q2, a2], hiddenVersions }, new Set(["q1", "a1"]))).toEqual([
    aside("a1b", 2),
    aside("q2b", 3),
  ]);
  expect(reparentHidden({ shown: [q1, a1, q2, a2], hiddenVersions }, new Set(["q2"]))).toEqual([aside("a2b", 4, "a1")]);
});

describe("when a single message is removed", () => {
  test("another version shows in its place, and what follows stays", () => {
    const hiddenVersions = [aside("a1b", 2, "q1"), aside("q2b", 3, "a1")];
    expect(replaceRemoved({ shown: [q1, a1, q2, a2], hiddenVersions }, "a1")).toEqual([
      message("a1b", 2),
      aside("q2b", 3, "a1b"),
    ]);
  });

  test("a question without followers is replaced by its earlier version with all messages that followed it", () => {
    const hiddenVersions = [aside("q2b", 3, "a1"), aside("a2b", 4, "q2b"), aside("a2c", 4, "q2")];
    const changed = replaceRemoved({ shown: [q1, a1, q2], hiddenVersions }, "q2");
    expect(changed).toEqual([message("q2b", 3), { ...message("a2b", 5), date: 4 }, aside("a2c", 4, "a1")]);
  });

  test("a version that would hide the messages after it stays hidden, below the message above", () => {
    const hiddenVersions = [aside("q1b", 1), aside("a1b", 2, "q1b"), aside("a1c", 2, "q1")];
    expect(replaceRemoved({ shown: [q1, a1, q2], hiddenVersions }, "q1")).toEqual([aside("a1c", 2)]);
  });

  test("removing a hidden version changes nothing else", () => {
    expect(replaceRemoved({ shown: [q1], hiddenVersions: [] }, "x")).toEqual([]);
  });
});

describe("after any retries, edits and version changes", () => {
  const step = fc.record({
    kind: fc.constantFrom("leaf", "branch", "aside", "append"),
    at: fc.nat(20),
    to: fc.nat(20),
  });

  test("no message is lost: each one is visible once or hidden, and every hidden one can be shown again", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let present = withChanges([q1, a1, q2, a2], []);
        let count = 0;
        for (const { kind, at, to } of steps) {
          const all = [...present.shown, ...present.hiddenVersions];
          const target = present.shown[at % Math.max(1, present.shown.length)];
          let changed: Placed[] = [];
          const lastSeq = Math.max(0, ...all.map(({ seq }) => seq));
          const added = (role: Role, seq: number) => {
            count += 1;
            return { ...message(`n${count}`, seq), role, date: 100 + count };
          };
          if (kind === "append" || !target)
            changed = [added(present.shown.length % 2 ? "assistant" : "user", lastSeq + 1)];
          else if (kind === "branch") changed = [...branchOff(present, target.id), added(target.role, lastSeq + 1)];
          else if (kind === "aside") {
            const heir = added(target.role, target.seq);
            changed = [...hideVersion(present, target.id, heir.id), heir];
          } else {
            const parent = present.shown[present.shown.indexOf(target) - 1]?.id ?? "";
            const versions = hiddenVersionsByParent(present.hiddenVersions)[parent] ?? [];
            changed = showVersion(present, target.id, versions[to % Math.max(1, versions.length)] ?? "");
          }
          present = withChanges(all, changed);
          expect(new Set(ids([...present.shown, ...present.hiddenVersions])).size).toBe(4 + count);
          const places = present.shown.map(({ seq }) => seq);
          expect(new Set(places).size).toBe(places.length);
          const known = new Set(["", ...ids([...present.shown, ...present.hiddenVersions])]);
          expect(
            Object.keys(hiddenVersionsByParent(present.hiddenVersions)).filter((parent) => !known.has(parent)),
          ).toEqual([]);
        }
      }),
    );
  });
});

test.each([
  ["the order stays", "q1 a1 q2 a2", {}],
  ["its message moves", "q1 q2 a2 a1", { a1b: "a2" }],
  ["its message moves to the top", "a1 q1 q2 a2", { a1b: undefined }],
  ["a message is inserted before its message", "q1 x a1 q2 a2", { a1b: "x" }],
  ["its message is removed", "q1 q2 a2", {}],
  ["its message is removed with the one before", "q2 a2", { a1b: undefined }],
  ["its message is removed and the one before moves", "q2 q1 a2", {}],
])(
  "when %s, a version moves with its message or is re-parented to the nearest remaining one",
  (_name, order, expected) => {
    const changed = moveHidden({ shown: [q1, a1, q2, a2], hiddenVersions: [aside("a1b", 2, "q1")] }, order.split(" "));
    expect(Object.fromEntries(changed.map(({ id, parentId }) => [id, parentId]))).toEqual(expected);
  },
);

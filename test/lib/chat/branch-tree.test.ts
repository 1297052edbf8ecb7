import fc from "fast-check";
import { branchesIn, pathTo, readTree } from "@/lib/chat/branch-tree";
import type { Branches } from "@/lib/chat/versions";
import { anyBranches, aside, placed } from "../../support/branch-samples";

const shown = [placed("q1", 1), placed("a1", 2, { model: "one" }), placed("q2", 3), placed("a2", 4, { model: "two" })];
const start = { parent: undefined, name: undefined, position: 1, level: 1, isShown: false };

/** Returns branches in short: level, first and last message, and the first one of its own. */
function inShort(branches: Branches): string[] {
  return branchesIn(branches).map(({ level, firstId, leafId, ownId }) => `${level} ${firstId}–${leafId} ${ownId}`);
}

test("a chat without messages has no branches, one without forks has one", () => {
  expect(branchesIn({ shown: [], hiddenVersions: [] })).toEqual([]);
  expect(branchesIn({ shown, hiddenVersions: [] })).toEqual([
    { ...start, leafId: "a2", firstId: "q1", ownId: "q1", model: "one", count: 4, isShown: true },
  ]);
});

test("lists each branch below the one that it forks off from, with its facts", () => {
  const hiddenVersions = [
    aside("a1b", 5, "q1", { model: "three", branchName: "Plan B" }),
    aside("q2b", 6, "a1"),
    aside("a2b", 7, "q2b", { model: "four" }),
    aside("a2c", 8, "q2b", { model: "five" }),
  ];
  const branch = { ...start, level: 2, parent: 0 };
  expect(branchesIn({ shown, hiddenVersions })).toEqual([
    // More messages follow q2b than q2.
    { ...start, leafId: "a2b", firstId: "q1", ownId: "a2b", model: "one", count: 4 },
    { ...branch, leafId: "a1b", firstId: "a1b", ownId: "a1b", name: "Plan B", model: "three", count: 1, position: 2 },
    { ...branch, leafId: "a2", firstId: "q2", ownId: "q2", model: "two", count: 2, position: 3, isShown: true },
    { ...branch, leafId: "a2c", firstId: "a2c", ownId: "a2c", model: "five", count: 1, position: 4 },
  ]);
});

test("of equal branches the one that was written first comes first, whichever is visible", () => {
  const hidden = [aside("a1b", 9, "q1", { date: 1 })];
  expect(inShort({ shown: shown.slice(0, 2), hiddenVersions: hidden })).toEqual(["1 q1–a1b a1b", "2 a1–a1 a1"]);
});

test("a chat may start in several ways", () => {
  expect(inShort({ shown, hiddenVersions: [aside("q0", 0)] })).toEqual(["1 q0–q0 q0", "1 q1–a2 q1"]);
});

test("in damaged data, orphans and cycles start branches, and no message is lost", () => {
  const hiddenVersions = [
    aside("orphan", 9, "gone"),
    aside("x", 10, "z"),
    aside("y", 11, "x"),
    aside("z", 12, "y"),
    aside("self", 13, "self"),
  ];
  expect(inShort({ shown, hiddenVersions })).toEqual([
    "1 q1–a2 q1",
    "1 orphan–orphan orphan",
    "1 x–z x",
    "1 self–self self",
  ]);
});

test("any messages are in one branch each, and levels are few", () => {
  const damaged = anyBranches.map(({ shown, hiddenVersions }) => ({
    shown,
    hiddenVersions: hiddenVersions.map((message, index) =>
      index % 5 === 4
        ? { ...message, parentId: hiddenVersions[(index * 7) % hiddenVersions.length]?.id ?? "x" }
        : message,
    ),
  }));
  fc.assert(
    fc.property(fc.oneof(anyBranches, damaged), (branches) => {
      const tree = readTree(branches);
      const rows = branchesIn(branches);
      const listed = rows.flatMap(({ leafId, position, count }) => {
        const path = pathTo(tree, leafId);
        expect(path.length).toBe(position - 1 + count);
        return path.slice(position - 1).map(({ id }) => id);
      });
      expect(listed.sort()).toEqual([...tree.byId.keys()].sort());
      for (const { level, parent } of rows) expect(level).toBe(1 + (rows[parent ?? -1]?.level ?? 0));
      expect(Math.max(...rows.map(({ level }) => level))).toBeLessThanOrEqual(1 + Math.log2(tree.byId.size));
      expect(rows.filter(({ isShown }) => isShown).length).toBeLessThanOrEqual(1);
    }),
  );
});

test("reads 100,000 messages in a row without an overflow", () => {
  const long = Array.from({ length: 100_000 }, (_, index) => placed(`q${index}`, index));
  expect(branchesIn({ shown: long, hiddenVersions: [aside("a", 1, "q9")] }).map(({ count }) => count)).toEqual([
    100_000, 1,
  ]);
});

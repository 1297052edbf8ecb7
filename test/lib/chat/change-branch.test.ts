import fc from "fast-check";
import { branchesIn, pathTo, readTree } from "@/lib/chat/branch-tree";
import { deleteBranch, ownMessages, renameBranch, showPathTo, undoDeletion } from "@/lib/chat/change-branch";
import type { Branches, Placed } from "@/lib/chat/versions";
import { anyBranches, aside, placed, withChanges } from "../../support/branch-samples";

const shown = [placed("q1", 1), placed("a1", 2), placed("q2", 3), placed("a2", 4)];
const hiddenVersions = [aside("a1b", 5, "q1"), aside("q2b", 6, "a1"), aside("a2b", 7, "q2b"), aside("q3b", 8, "a2b")];
const branches: Branches = { shown, hiddenVersions };

const ids = (messages: readonly Placed[]) => messages.map(({ id }) => id);

/** Returns the path to each last message of a branch, by id. */
function pathsOf(present: Branches): Record<string, string[]> {
  const tree = readTree(present);
  return Object.fromEntries(branchesIn(present).map(({ leafId }) => [leafId, ids(pathTo(tree, leafId))]));
}

/** Returns the ids of a chat's messages with their places, in one order. */
function treeOf({ shown, hiddenVersions }: Branches) {
  const byId = (one: Placed, other: Placed) => (one.id < other.id ? -1 : 1);
  return { shown, hiddenVersions: hiddenVersions.toSorted(byId) };
}

test("going to a branch shows its path and hides the messages of the other", () => {
  expect(showPathTo(branches, "q3b")).toEqual([
    aside("q2", 3, "a1"),
    aside("a2", 4, "q2"),
    { ...placed("q2b", 9), date: 6 },
    { ...placed("a2b", 10), date: 7 },
    { ...placed("q3b", 11), date: 8 },
  ]);
});

test.each([
  ["the visible branch", "a2"],
  ["an unknown message", "x"],
])("going to %s changes nothing", (_name, id) => {
  expect(showPathTo(branches, id)).toEqual([]);
});

test("an answer without followers is shown without the messages below", () => {
  const after = withChanges(branches, showPathTo(branches, "a1b"));
  expect(ids(after.shown)).toEqual(["q1", "a1b"]);
  expect(pathsOf(after)).toEqual(pathsOf(branches));
});

test("deleting a hidden branch removes its own messages", () => {
  expect(deleteBranch(branches, "q3b")).toEqual({ put: [], removed: hiddenVersions.slice(1) });
});

test("deleting the visible branch shows the latest other one at its fork", () => {
  const { put, removed } = deleteBranch(branches, "a2");
  expect(removed).toEqual([aside("q2", 3, "a1"), aside("a2", 4, "q2")]);
  expect(ids(put)).toEqual(["q2b", "a2b", "q3b"]);
  expect(ids(withChanges(branches, put, removed).shown)).toEqual(["q1", "a1", "q2b", "a2b", "q3b"]);
});

test("of several other branches at its fork, the latest is shown, and of its own forks the latest leaf", () => {
  const more = [...hiddenVersions, aside("q2c", 9, "a1"), aside("a2c", 10, "q2c"), aside("a2d", 11, "q2c")];
  const { put, removed } = deleteBranch({ shown, hiddenVersions: more }, "a2");
  expect(ids(removed)).toEqual(["q2", "a2"]);
  expect(ids(put)).toEqual(["q2c", "a2d"]);
});

test("the only branch of a chat is not deleted", () => {
  expect(deleteBranch({ shown, hiddenVersions: [] }, "a2")).toEqual({ put: [], removed: [] });
});

test("undoing after another message was sent returns the branch as a hidden one", () => {
  const { put, removed } = deleteBranch(branches, "a2");
  const after = withChanges(branches, put, removed);
  const now = withChanges(after, [placed("a3b", 20)]);
  const undone = withChanges(now, undoDeletion(now, { before: branches, after, removed }));
  expect(ids(undone.shown)).toEqual(["q1", "a1", "q2b", "a2b", "q3b", "a3b"]);
  expect(pathsOf(undone).a2).toEqual(["q1", "a1", "q2", "a2"]);
});

test("undoing after the message above was removed attaches the branch to the nearest remaining one", () => {
  const { put, removed } = deleteBranch(branches, "a2");
  const after = withChanges(branches, put, removed);
  const now = withChanges(
    after,
    [],
    after.shown.filter(({ id }) => id === "a1"),
  );
  const undone = withChanges(now, undoDeletion(now, { before: branches, after, removed }));
  expect(pathsOf(undone).a2).toEqual(["q1", "q2", "a2"]);
});

test("a name is stored in the first message of the branch's own, without further spaces, and bounded", () => {
  expect(renameBranch(branches, "q3b", "  Plan\n B ")).toEqual([{ ...hiddenVersions[1], branchName: "Plan B" }]);
  expect(renameBranch(branches, "a2", "x".repeat(200))).toEqual([{ ...shown[2], branchName: "x".repeat(100) }]);
});

test("an empty name removes the name, also one from before a fork", () => {
  const named: Branches = { shown: shown.with(0, { ...placed("q1", 1), branchName: "First" }), hiddenVersions };
  expect(branchesIn(named).map(({ name }) => name)).toEqual(["First", undefined, undefined]);
  expect(renameBranch(named, branchesIn(named)[0]?.leafId ?? "", "")).toEqual([placed("q1", 1)]);
});

describe("of any chat", () => {
  const anyPlace = fc.record({ branches: anyBranches, at: fc.nat(1000) }).map(({ branches, at }) => {
    const rows = branchesIn(branches);
    return { branches, rows, row: rows[at % rows.length] as (typeof rows)[number] };
  });

  test("going to a branch shows exactly its path and changes no path", () => {
    fc.assert(
      fc.property(anyPlace, ({ branches, rows, row }) => {
        const after = withChanges(branches, showPathTo(branches, row.leafId));
        const paths = pathsOf(branches);
        expect(ids(after.shown)).toEqual(paths[row.leafId]);
        expect(pathsOf(after)).toEqual(paths);
        const places = [...after.shown, ...after.hiddenVersions].map(({ seq }) => seq);
        expect(after.shown.filter(({ seq }) => places.filter((each) => each === seq).length > 2)).toEqual([]);
        // The list of branches stays the same.
        const unmarked = (each: readonly object[]) => each.map((branch) => ({ ...branch, isShown: undefined }));
        expect(unmarked(branchesIn(after))).toEqual(unmarked(rows));
      }),
    );
  });

  test("deleting a branch leaves the paths of all others, and undoing it restores everything", () => {
    fc.assert(
      fc.property(anyPlace, ({ branches, rows, row }) => {
        const { put, removed } = deleteBranch(branches, row.leafId);
        const after = withChanges(branches, put, removed);
        expect(ids(removed)).toEqual(rows.length > 1 ? ids(ownMessages(branches, row.leafId)) : []);
        if (rows.length > 1) {
          const { [row.leafId]: _deleted, ...others } = pathsOf(branches);
          expect(pathsOf(after)).toEqual(others);
        }
        for (const message of removed) expect(message).toMatchObject({ isAside: true });
        const undone = withChanges(after, undoDeletion(after, { before: branches, after, removed }));
        expect(treeOf(undone)).toEqual(treeOf(branches));
      }),
    );
  });

  test("undoing a deletion from another branch brings back the path", () => {
    fc.assert(
      fc.property(anyPlace, fc.nat(1000), ({ branches, row }, at) => {
        const { put, removed } = deleteBranch(branches, row.leafId);
        const after = withChanges(branches, put, removed);
        const rows = branchesIn(after);
        const now = withChanges(after, showPathTo(after, rows[at % rows.length]?.leafId ?? ""));
        const undone = withChanges(now, undoDeletion(now, { before: branches, after, removed }));
        expect(pathsOf(undone)).toEqual(pathsOf(branches));
      }),
    );
  });

  test("a new name is the branch's, and no other branch's name changes", () => {
    fc.assert(
      fc.property(anyPlace, fc.constantFrom("", "New"), ({ branches, rows, row }, name) => {
        const after = withChanges(branches, renameBranch(branches, row.leafId, name));
        const expected = rows.map((each) => (each.leafId === row.leafId ? { ...each, name: name || undefined } : each));
        expect(branchesIn(after)).toEqual(expected);
      }),
    );
  });
});

import { type DraftNode, draftsOfTree } from "@/lib/import/draft-chat";
import { chained, type TreeNode, unfoldTree } from "@/lib/import/tree";

const node = (id: string, parentId?: string, more: Partial<TreeNode> = {}): TreeNode => ({
  id,
  parentId,
  speaks: true,
  ...more,
});

/** Names each node with what it follows; asides in brackets. */
function unfolded(nodes: readonly TreeNode[], leafId?: string): string[] {
  return unfoldTree(nodes, leafId).map(({ node: { id }, parentId, isAside }) => {
    const line = parentId === undefined ? id : `${parentId}>${id}`;
    return isAside ? `(${line})` : line;
  });
}

const branching = [node("r"), node("a1", "r"), node("a2", "r"), node("b1", "a1"), node("b2", "a2")];

test.each([
  ["the marked leaf", branching, "b1", ["r", "r>a1", "a1>b1", "(r>a2)", "(a2>b2)"]],
  ["a mark inside the tree", branching, "a2", ["r", "r>a2", "(r>a1)", "(a1>b1)", "(a2>b2)"]],
  ["no marked leaf: the last one", branching, undefined, ["r", "r>a2", "a2>b2", "(r>a1)", "(a1>b1)"]],
  ["a marked leaf that does not exist", branching, "gone", ["r", "r>a2", "a2>b2", "(r>a1)", "(a1>b1)"]],
  [
    "no marked leaf, with dates: the newest one",
    [node("r"), node("a1", "r", { date: 9 }), node("a2", "r", { date: 5 })],
    undefined,
    ["r", "r>a1", "(r>a2)"],
  ],
  ["two first questions", [node("q1"), node("q2")], "q1", ["q1", "(q2)"]],
  [
    "structural nodes without content",
    [node("r", undefined, { speaks: false }), node("a", "r"), node("x", "a", { speaks: false }), node("b", "x")],
    "b",
    ["a", "a>b"],
  ],
  [
    "children ahead of their parents",
    [node("b", "a"), node("a", "r"), node("r"), node("c", "r")],
    "c",
    ["r", "r>c", "(r>a)", "(a>b)"],
  ],
  ["a missing parent", [node("a", "gone"), node("b", "a")], "b", ["a", "a>b"]],
  ["a cycle", [node("a", "b"), node("b", "a"), node("c", "b")], "c", ["a", "a>b", "b>c"]],
  ["only a cycle", [node("a", "b"), node("b", "a")], undefined, ["a", "a>b"]],
  ["a node that is its own parent", [node("a", "a")], "a", ["a"]],
  ["a leaf and ancestors without content", [node("x", undefined, { speaks: false }), node("a")], "x", ["a"]],
  ["a newest leaf without content", [node("a"), node("x", undefined, { speaks: false, date: 9 })], undefined, ["a"]],
  ["no nodes", [], undefined, []],
])("flattens a tree with %s", (_name, nodes, leafId, expected) => {
  expect(unfolded(nodes, leafId)).toEqual(expected);
});

test("does not recurse deeply on a very long path", () => {
  const nodes = chained(Array.from({ length: 100_000 }, (_, place) => node(`n${place}`)));
  expect(unfoldTree(nodes).length).toBe(100_000);
});

test("marks hidden messages with the message that they follow", () => {
  const nodes: DraftNode[] = [
    { ...node("q"), message: { role: "user", content: "Q" } },
    { ...node("a", "q"), date: 5, message: { role: "assistant", content: "A" } },
    { ...node("b", "q"), message: { role: "assistant", content: "B", date: 7 } },
    node("c", "b"),
  ];
  expect(draftsOfTree(nodes, "a")).toEqual([
    { id: "q", role: "user", content: "Q", date: undefined },
    { id: "a", role: "assistant", content: "A", date: 5 },
    { id: "b", role: "assistant", content: "B", date: 7, parentId: "q", isAside: true },
  ]);
});

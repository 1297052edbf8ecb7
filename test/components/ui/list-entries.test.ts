import { bestMatch, columnOf, groupEntries, listEntries, matchingEntries } from "@/components/ui/list-entries";

const groups = [
  {
    label: "OpenAI",
    items: [
      { id: "a", label: "gpt-5" },
      { id: "b", label: "gpt-5-mini" },
    ],
  },
  { label: "Google", items: [{ id: "c", label: "Gemini", tags: ["Vision", "Images"] }] },
];

function found(query: string): string[] {
  return matchingEntries(listEntries(groups), query).map(({ item }) => item.id);
}

test.each([
  ["", ["a", "b", "c"]],
  ["  ", ["a", "b", "c"]],
  ["GPT", ["a", "b"]],
  ["mini", ["b", "c"]],
  ["google", ["c"]],
  ["gpt openai", ["a", "b"]],
  ["openai 5 gpt", ["a", "b"]],
  ["mini  gpt", ["b"]],
  ["gpt google", []],
  ["vision", ["c"]],
  ["google image", ["c"]],
  ["gpt vision", []],
])("searching for %p finds %p", (query, ids) => {
  expect(found(query)).toEqual(ids);
});

test("matches are in their groups, and groups without a match are omitted", () => {
  const entries = matchingEntries(listEntries(groups), "gpt-5-mini");
  expect(groupEntries(entries)).toEqual([
    {
      number: 0,
      label: "OpenAI",
      entries: [
        {
          item: { id: "b", label: "gpt-5-mini" },
          group: "OpenAI",
          groupNumber: 0,
          number: 1,
          text: "gpt-5-mini\nopenai",
          name: "gpt-5-mini",
          isShortcut: false,
        },
      ],
    },
  ]);
});

test("folded items are hidden until their group is unfolded or a search finds them", () => {
  const items = [
    { id: "new", label: "gpt-5" },
    { id: "fold", label: "1 older model", isFold: true as const },
    { id: "old", label: "gpt-4", isFolded: true as const },
  ];
  const entries = listEntries([{ label: "OpenAI", items }]);
  const ids = (query: string, unfolded?: ReadonlySet<number>) =>
    matchingEntries(entries, query, unfolded).map(({ item }) => item.id);
  expect(ids("")).toEqual(["new", "fold"]);
  expect(ids("", new Set([0]))).toEqual(["new", "old"]);
  expect(ids("gpt")).toEqual(["new", "old"]);
  expect(ids("older")).toEqual([]);
});

test("two groups of the same name stay separate", () => {
  const twice = [groups[1], groups[0], groups[1]].filter((group) => group !== undefined);
  expect(groupEntries(listEntries(twice)).map(({ label }) => label)).toEqual(["Google", "OpenAI", "Google"]);
});

test("shortcut groups come first, and a search finds each item once", () => {
  const first = groups[0]?.items[1];
  const all = listEntries([{ label: "Recent", items: first ? [first] : [], isShortcut: true }, ...groups]);
  expect(all.map(({ item, number }) => [item.id, number])).toEqual([
    ["b", 0],
    ["a", 1],
    ["b", 2],
    ["c", 3],
  ]);
  expect(matchingEntries(all, "mini").map(({ number }) => number)).toEqual([2, 3]);
});

test("an entry with the name that was searched for is the first of its group", () => {
  const items = ["gpt-5.1", "gpt-5-mini", "gpt-5"].map((name) => ({ id: name, label: name }));
  const twice = listEntries([
    { label: "OpenAI", items },
    { label: "Azure", items },
  ]);
  const found = (query: string) => matchingEntries(twice, query).map(({ group, item }) => `${group} ${item.id}`);
  expect(found("GPT 5")).toEqual([
    "OpenAI gpt-5",
    "OpenAI gpt-5.1",
    "OpenAI gpt-5-mini",
    "Azure gpt-5",
    "Azure gpt-5.1",
    "Azure gpt-5-mini",
  ]);
  expect(found("gpt 5.1 azure")).toEqual(["Azure gpt-5.1"]);
});

test.each([
  ["gpt 5", "gpt-5"],
  ["5 gpt", "gpt-3.5"],
  ["5 mini", "gpt-5-mini"],
  ["GPT_5", "gpt-5"],
])("the best match for %p is %p", (query, label) => {
  const items = ["gpt-3.5", "gpt-5-mini", "gpt-5"].map((name) => ({ id: name, label: name }));
  const matches = matchingEntries(listEntries([{ label: "OpenAI", items }]), query);
  expect(bestMatch(matches.length > 0 ? matches : listEntries([{ label: "OpenAI", items }]), query)?.item.label).toBe(
    label,
  );
});

test("the column of a list has a caption above the first entry of each group", () => {
  expect(columnOf(listEntries(groups))).toEqual({ count: 3, captioned: [0, 2] });
  expect(columnOf([])).toEqual({ count: 0, captioned: [] });
});

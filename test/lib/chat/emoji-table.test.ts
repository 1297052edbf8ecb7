import { readFileSync } from "node:fs";
import { emojiGroups, inTone, readEmoji } from "@/lib/chat/emoji-table";
import { locales } from "@/locales/registry";

const read = (name: string): unknown => JSON.parse(readFileSync(`public/emoji/${name}.json`, "utf8"));
const empty = Object.fromEntries(emojiGroups.map((group) => [group, []]));

test("reads the table with its names", () => {
  expect(
    readEmoji({ ...empty, people: ["1f44b+"], travel: ["2708-fe0f"] }, ["waving hand|hello|bye", "airplane"]),
  ).toEqual([
    { code: "1f44b", name: "waving hand", words: ["waving hand", "hello", "bye"], group: "people", hasTones: true },
    { code: "2708-fe0f", name: "airplane", words: ["airplane"], group: "travel", hasTones: false },
  ]);
});

test.each([
  ["one name too few", { ...empty, food: ["1f34e"] }, []],
  ["an invalid code", { ...empty, food: ["<img>"] }, ["apple"]],
  ["no lists", { ...empty, food: "1f34e" }, ["apple"]],
  ["no table", null, []],
  ["names that are no texts", { ...empty, food: ["1f34e"] }, [1]],
])("rejects a file with %s", (_name, table, names) => {
  expect(() => readEmoji(table, names)).toThrow();
});

test.each(Object.keys(locales))("every emoji has a name in %s", (language) => {
  const emoji = readEmoji(read("table"), read(language));
  expect(emoji.length).toBeGreaterThan(1800);
  expect(emoji.filter(({ name }) => name.trim() === "")).toEqual([]);
  expect(new Set(emoji.map(({ code }) => code)).size).toBe(emoji.length);
});

test.each([
  ["1f44b", "1f3fb", "1f44b-1f3fb"],
  ["270c-fe0f", "1f3ff", "270c-1f3ff"],
  ["1f468-200d-2695-fe0f", "1f3fd", "1f468-1f3fd-200d-2695-fe0f"],
  ["1f44b", "none", "1f44b"],
] as const)("%s in the tone %s is %s", (code, tone, toned) => {
  expect(inTone({ code, hasTones: true }, tone)).toBe(toned);
  expect(inTone({ code, hasTones: false }, tone)).toBe(code);
});

import { categoriesOf } from "@/lib/chat/mask-categories";
import {
  languagesFirst,
  maskFilter,
  masksInLanguage,
  matchingMasks,
  newestFirst,
  openingOf,
  readMaskList,
  recentMasks,
  storedMaskList,
} from "@/lib/chat/mask-list";
import { sampleMessage } from "../../support/chat-samples";
import { importFixture } from "../../support/import-samples";
import { sampleMask } from "../../support/mask-samples";

const idsOf = (masks: readonly { readonly id: string }[]) => masks.map(({ id }) => id);

test.each([undefined, null, "text", [], { masks: 7, language: 3, deleted: "x" }])(
  "reads %j as an empty list",
  (stored) => {
    expect(readMaskList(stored)).toEqual({ own: [], language: "", deleted: {}, unread: {}, lastUpdateTime: 0 });
  },
);

test("loads stored masks unchanged, newest first", () => {
  const list = {
    own: [sampleMask({ id: "b", createdAt: 2 }), sampleMask({ id: "a", createdAt: 1 })],
    language: "cn",
    deleted: { gone: 5 },
    unread: { odd: 7 },
    lastUpdateTime: 9,
  };
  expect(readMaskList(JSON.parse(JSON.stringify(storedMaskList(list))))).toEqual(list);
});

test("loads all masks that a NextChat backup stored before masks had a screen", () => {
  const { documents } = importFixture("nextchat/backup-current.json");
  const stored = documents["mask-store"] ?? {};
  const { own, unread } = readMaskList(stored);
  expect(idsOf(own).toSorted()).toEqual(Object.keys(stored.masks as object).toSorted());
  expect(own.length).toBeGreaterThan(0);
  expect(unread).toEqual({});
});

test("an invalid mask is preserved and written back", () => {
  const stored = { masks: { a: { id: "a", hideContext: "yes" }, b: "text", c: { name: "no id" } } };
  const list = readMaskList(stored);
  expect(idsOf(list.own)).toEqual(["c"]);
  expect(storedMaskList(list)).toMatchObject({ masks: { a: stored.masks.a, b: "text", c: { id: "c" } } });
});

test("a stored mask is always the user's own", () => {
  expect(readMaskList({ masks: { a: sampleMask({ id: "a", builtin: true }) } }).own[0]?.builtin).toBe(false);
});

test("sorts masks with equal times by id on every device", () => {
  const masks = ["b", "c", "a"].map((id) => sampleMask({ id, createdAt: 1 }));
  expect(idsOf(newestFirst(masks))).toEqual(["a", "b", "c"]);
});

test.each([
  ["", "", ["Tide tutor", "潮汐", "tide clerk"]],
  ["", "  TIDE ", ["Tide tutor", "tide clerk"]],
  ["en", "tide", ["Tide tutor"]],
  ["cn", "", ["潮汐", "tide clerk"]],
  ["", ".*", []],
  ["fr", "", []],
])("in the language %j, the text %j finds %j", (language, query, found) => {
  const masks = [
    sampleMask({ id: "Tide tutor" }),
    sampleMask({ id: "潮汐", lang: "cn" }),
    sampleMask({ id: "tide clerk", lang: "cn" }),
  ];
  expect(idsOf(matchingMasks(masksInLanguage(masks, { language, isChosen: true }), query))).toEqual(found);
});

test("a search also finds descriptions, after names; a category leaves only its masks", () => {
  const masks = [
    sampleMask({ id: "clerk", description: "Counts the TIDE", category: "work" }),
    sampleMask({ id: "Tide tutor", category: "learning" }),
    sampleMask({ id: "own" }),
  ];
  expect(idsOf(matchingMasks(masks, "tide"))).toEqual(["Tide tutor", "clerk"]);
  expect(idsOf(matchingMasks(masks, "tide", "work"))).toEqual(["clerk"]);
  expect(idsOf(matchingMasks(masks, "", "fun"))).toEqual([]);
  expect(categoriesOf(masks)).toEqual(["learning", "work"]);
});

test.each([
  ["", "tw", { language: "tw", isChosen: false }],
  ["", "de", { language: "en", isChosen: false }],
  ["de", "tw", { language: "de", isChosen: true }],
  ["all", "tw", { language: "", isChosen: true }],
  ["klingon", "tw", { language: "", isChosen: true }],
])("with %j selected, a user of %j sees masks in %j", (chosen, reader, filter) => {
  expect(maskFilter(chosen, reader)).toEqual(filter);
});

test("a default language hides none of the user's own masks", () => {
  const masks = [
    sampleMask({ id: "own", lang: "de" }),
    sampleMask({ id: "built-in en", lang: "en", builtin: true }),
    sampleMask({ id: "built-in cn", lang: "cn", builtin: true }),
  ];
  const found = (isChosen: boolean) => idsOf(masksInLanguage(masks, { language: "en", isChosen }));
  expect([found(false), found(true)]).toEqual([["own", "built-in en"], ["built-in en"]]);
});

test("masks of the preferred languages come first, and the order within a language stays", () => {
  const masks = ["cn", "en", "tw", "cn", "ko", "en"].map((lang, place) => sampleMask({ id: `${place}`, lang }));
  expect(idsOf(languagesFirst(masks, ["ko", "en"]))).toEqual(["4", "1", "5", "0", "2", "3"]);
});

test("the preview of a mask is its first prompt on one line, truncated", () => {
  const context = [sampleMessage({ id: "p", content: `Be  kind.\n${"x".repeat(500)}` })];
  expect(openingOf({ context })).toBe(`Be kind. ${"x".repeat(111)}`);
  expect(openingOf({ context: [] })).toBe("");
});

test("recent masks are those of the last chats, then the user's own, each once and with a name", () => {
  const kept = sampleMask({ id: "kept", name: "as it is now" });
  const chat = (lastUpdate: number, id: string, name = id) => ({ lastUpdate, mask: sampleMask({ id, name }) });
  const chats = [chat(1, "old"), chat(3, "kept"), chat(4, "plain", ""), chat(2, "kept")];
  const offered = recentMasks(chats, [kept, sampleMask({ id: "own" })], 3);
  expect(offered.map(({ name }) => name)).toEqual(["as it is now", "old", "own"]);
});

import { filterOf, readAddress, searchHref } from "@/components/search/search-address";

const everything = {
  words: 'a "b c" & d',
  role: "user",
  model: "gpt-5",
  from: "2026-11-01",
  to: "2026-11-20",
  chat: "id/1",
} as const;

test("reads a search back from its URL", () => {
  const { searchParams } = new URL(searchHref(everything), "http://parley");
  expect(readAddress(searchParams)).toEqual(everything);
});

test("an empty search has the plain URL", () => {
  expect(searchHref({ words: "", role: "" })).toBe("/search-chat");
});

test("skips invalid parameters", () => {
  const odd = new URLSearchParams({ q: "x".repeat(1000), role: "owner", from: "yesterday", to: "2026-99-99" });
  expect(readAddress(odd)).toEqual({ words: "x".repeat(500), role: "", model: "", from: "", to: "", chat: "" });
});

test("a date range includes whole days, from the first to the last", () => {
  const { from, to } = filterOf({ role: "", model: "", from: "2026-11-01", to: "2026-11-01", chat: "" });
  expect((to ?? 0) - (from ?? 0)).toBe(24 * 60 * 60 * 1000 - 1);
});

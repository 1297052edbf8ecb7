import { readFileSync } from "node:fs";
import { readBuiltinMasks } from "@/lib/chat/builtin-masks";
import { slugOfMaskNumber } from "@/lib/chat/mask-numbers";

test.each([
  ["100000", "cn-svg-artist"],
  ["100012", "cn-mentor"],
  ["100013", undefined],
  ["100014", "tw-svg-artist"],
  ["100026", "tw-mentor"],
  ["100027", undefined],
  ["100028", "en-coding-partner"],
  ["100029", "en-prompt-improver"],
  ["100030", "en-code-anything"],
  ["100031", "en-prompt-engineer"],
  ["100032", "cn-debate-partner"],
  ["100109", "en-social-posts"],
  ["100110", undefined],
  ["99999", undefined],
  ["1e5", undefined],
  ["-100000", undefined],
  ["en-mentor", undefined],
])("the number %s always refers to %s", (number, slug) => {
  expect(slugOfMaskNumber(number)).toBe(slug);
});

test("each number refers to an existing mask", () => {
  const slugs = new Set(
    readBuiltinMasks(JSON.parse(readFileSync("public/masks.json", "utf8"))).map(({ slug }) => slug),
  );
  const named = Array.from({ length: 110 }, (_, place) => slugOfMaskNumber(String(100_000 + place)));
  expect(named.filter((slug) => slug !== undefined && !slugs.has(slug))).toEqual([]);
});

import { indexAfterKey } from "@/components/ui/walk-keys";

test.each([
  ["ArrowRight", 0, "horizontal", false, 1],
  ["ArrowRight", 2, "horizontal", false, 0],
  ["ArrowLeft", 0, "horizontal", false, 2],
  ["ArrowRight", 0, "horizontal", true, 2],
  ["ArrowLeft", 0, "horizontal", true, 1],
  ["ArrowDown", 0, "horizontal", false, undefined],
  ["ArrowDown", 0, "vertical", true, 1],
  ["ArrowUp", 0, "vertical", false, 2],
  ["ArrowRight", 0, "vertical", false, undefined],
  ["ArrowUp", 1, "both", true, 0],
  ["ArrowDown", -1, "vertical", false, 0],
  ["ArrowUp", -1, "vertical", false, 2],
  ["Home", 1, "horizontal", false, 0],
  ["End", 1, "vertical", true, 2],
  ["a", 1, "both", false, undefined],
] as const)("of three, %s from %d (%s, right to left: %s) moves to %s", (key, index, axis, isRightToLeft, expected) => {
  expect(indexAfterKey(key, index, 3, { axis, isRightToLeft })).toBe(expected);
});

test("among no entries, no key moves", () => {
  expect(indexAfterKey("Home", -1, 0, { axis: "both", isRightToLeft: false })).toBeUndefined();
});

import { clampNumber, nearestAllowed, numberAfterKey, readNumber } from "@/components/ui/number-range";

const tenths = { min: 0, max: 2, step: 0.1 };

test.each([
  ["1", 1],
  [" 0.5 ", 0.5],
  ["0,5", 0.5],
  ["-3", -3],
  ["", undefined],
  [" ", undefined],
  ["1.", 1],
  ["1.2.3", undefined],
  ["abc", undefined],
  ["Infinity", undefined],
])("parses the text %p as %p", (text, expected) => {
  expect(readNumber(text)).toBe(expected);
});

test.each([
  [-1, 0],
  [0.3, 0.3],
  [7, 2],
])("clamps %d to %d", (value, expected) => {
  expect(clampNumber(value, tenths)).toBe(expected);
});

test.each([
  ["ArrowUp", 0.2, 0.3],
  ["ArrowDown", 0.3, 0.2],
  ["ArrowUp", 2, 2],
  ["ArrowDown", 0.05, 0],
  ["ArrowUp", 0.25, 0.35],
  ["PageUp", 0.5, 1.5],
  ["PageDown", 0.5, 0],
  ["Home", 0.5, undefined],
])("%s from %d gives %p, without rounding errors", (key, value, expected) => {
  expect(numberAfterKey(key, value, tenths)).toBe(expected);
});

test.each([
  [0.25, tenths, 0.25],
  [7, tenths, 2],
  [0.5, { min: 0, max: 9, step: 1 }, 1],
  [9.6, { min: 0, max: 9, step: 1 }, 9],
  [70.2, { min: 0, max: 500, step: 100 }, 70],
])("the value nearest to %d that %j allows is %d", (value, range, expected) => {
  expect(nearestAllowed(value, range)).toBe(expected);
});

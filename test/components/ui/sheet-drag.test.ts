import { closesSheet } from "@/components/ui/sheet-drag";

test.each([
  [80, 2000, true],
  [79, 2000, false],
  [40, 60, true],
  [40, 400, false],
  [20, 10, false],
  [0, 0, false],
  [-200, 50, false],
])("a drag of %d px in %d ms closes the sheet: %p", (distance, milliseconds, expected) => {
  expect(closesSheet(distance, milliseconds)).toBe(expected);
});

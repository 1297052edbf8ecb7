import { walkColumns } from "@/components/masks/walk-columns";

/** Seven entries down three columns: 0 1 2, 3 4 5, 6. */
const places = [0, 1, 2, 3, 4, 5, 6].map((index) => ({ x: 100 * Math.floor(index / 3), y: 50 * (index % 3) }));
/** The same in a page from right to left. */
const mirrored = places.map(({ x, y }) => ({ x: -x, y }));

test.each<[number, string, number | undefined]>([
  [0, "ArrowDown", 1],
  [2, "ArrowDown", 3],
  [6, "ArrowDown", 6],
  [3, "ArrowUp", 2],
  [0, "ArrowUp", 0],
  [1, "ArrowRight", 4],
  [5, "ArrowRight", 6],
  [6, "ArrowRight", 6],
  [4, "ArrowLeft", 1],
  [1, "ArrowLeft", 1],
  [1, "Home", undefined],
])("from entry %j, %s moves to %j", (index, key, next) => {
  expect(walkColumns(places, index, key)).toBe(next);
});

test("keys move in their direction, also right to left", () => {
  expect(walkColumns(mirrored, 1, "ArrowLeft")).toBe(4);
  expect(walkColumns(mirrored, 4, "ArrowRight")).toBe(1);
});

test("does nothing in an empty list", () => {
  expect(walkColumns([], 0, "ArrowDown")).toBeUndefined();
});

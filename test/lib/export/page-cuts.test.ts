import { array, assert, integer, property, tuple } from "fast-check";
import { pageCuts } from "@/lib/export/page-cuts";

test("content that fits on a page is one page", () => {
  expect(pageCuts(100, 100, [{ top: 90, bottom: 110 }])).toEqual([0]);
});

test("a page ends above the line that its end would cut", () => {
  const lines = [0, 40, 80, 120, 160].map((top) => ({ top, bottom: top + 30 }));
  expect(pageCuts(200, 100, lines)).toEqual([0, 80, 160]);
});

test("a line taller than a page is cut", () => {
  expect(pageCuts(250, 100, [{ top: 0, bottom: 250 }])).toEqual([0, 100, 200]);
});

const spans = array(tuple(integer({ min: 0, max: 5000 }), integer({ min: 1, max: 400 }))).map((places) =>
  places.map(([top, height]) => ({ top, bottom: top + height })),
);

test("pages follow one another, are never too tall, and together contain everything", () => {
  assert(
    property(integer({ min: 1, max: 6000 }), integer({ min: 50, max: 1000 }), spans, (height, most, lines) => {
      const cuts = pageCuts(height, most, lines);
      const pages = cuts.map((cut, index) => (cuts[index + 1] ?? height) - cut);
      expect(cuts[0]).toBe(0);
      expect(pages.every((page) => page > 0 && page <= most)).toBe(true);
    }),
  );
});

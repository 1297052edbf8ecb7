import { canvasSize, layOutPages, pageAt, pageInView, pagesToRender, sameScrollTop } from "@/lib/documents/page-layout";

const portrait = { width: 600, height: 800 };
const landscape = { width: 800, height: 600 };

test("pages are as wide as the space, below each other", () => {
  expect(layOutPages([portrait, landscape, portrait], 300)).toEqual({
    pages: [
      { width: 300, height: 400 },
      { width: 300, height: 225 },
      { width: 300, height: 400 },
    ],
    tops: [12, 424, 661],
    height: 1073,
  });
});

test("small pages are at most doubled, and broken sizes have at least one pixel", () => {
  expect(layOutPages([{ width: 100, height: 50 }], 900).pages).toEqual([{ width: 200, height: 100 }]);
  expect(layOutPages([{ width: 100_000, height: 1 }], 900).pages).toEqual([{ width: 900, height: 1 }]);
});

test("pages of a very long document become smaller, so that browsers can lay them out", () => {
  const layout = layOutPages(
    Array.from({ length: 20_000 }, () => portrait),
    900,
  );
  expect(layout.pages[0]).toEqual({ width: 556, height: 742 });
  expect(layout.height).toBe(20_000 * (742 + 12) + 12);
});

const layout = layOutPages(
  Array.from({ length: 10 }, () => portrait),
  300,
);

test.each([
  [0, 0],
  [12, 0],
  [423, 0],
  [424, 1],
  [1e9, 9],
])("at %d pixels is page %d", (distance, index) => {
  expect(pageAt(layout, distance)).toBe(index);
});

test("the visible pages and one on each side are rendered", () => {
  expect(pagesToRender(layout, 0, 500)).toEqual({ first: 0, last: 2 });
  expect(pagesToRender(layout, 2000, 500)).toEqual({ first: 3, last: 7 });
  expect(pagesToRender(layout, layout.height - 500, 500)).toEqual({ first: 7, last: 9 });
});

test("the page at a third of the height is the one that is read", () => {
  expect(pageInView(layout, 200, 600)).toBe(0);
  expect(pageInView(layout, 300, 600)).toBe(1);
});

test("the same part of a page stays at the top when the layout changes", () => {
  const wide = layOutPages(
    Array.from({ length: 10 }, () => portrait),
    600,
  );
  // Half of page 4.
  expect(sameScrollTop(layout, wide, (layout.tops[3] ?? 0) + 200)).toBe((wide.tops[3] ?? 0) + 400);
});

test.each([
  [1, { width: 600, height: 800 }],
  [2, { width: 1200, height: 1600 }],
  [3, { width: 1200, height: 1600 }],
])("a screen with a ratio of %d gets a canvas of %o", (ratio, size) => {
  expect(canvasSize(portrait, ratio)).toEqual(size);
});

test("the canvas of a huge page is smaller than the page", () => {
  expect(canvasSize({ width: 8000, height: 8000 }, 2)).toEqual({ width: 4000, height: 4000 });
});

import fc from "fast-check";
import {
  type Column,
  heightsAround,
  rowAt,
  scrollToReveal,
  topOfRow,
  visibleSpan,
} from "@/components/ui/virtual-window";

const heights = { row: 53, caption: 28 };

const columns = fc
  .integer({ min: 1, max: 3000 })
  .chain((count) =>
    fc
      .uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: 20 })
      .map((captioned): Column => ({ count, captioned: captioned.toSorted((one, other) => one - other) })),
  );

const endOf = (column: Column) => topOfRow(column, heights, column.count - 1) + heights.row;

test("places rows below each other, with space for the captions above them", () => {
  const column = { count: 4, captioned: [0, 2] };
  expect([0, 1, 2, 3].map((row) => topOfRow(column, heights, row))).toEqual([28, 81, 162, 215]);
});

test("renders only the visible ones and some around them of ten thousand rows", () => {
  const column = { count: 10_000, captioned: [0] };
  expect(visibleSpan(column, heights, 0, 530)).toEqual({ from: 0, to: 24 });
  expect(visibleSpan(column, heights, 28 + 53 * 5000, 530)).toEqual({ from: 4984, to: 5024 });
  expect(visibleSpan(column, heights, 28 + 53 * 9990, 530)).toEqual({ from: 9976, to: 10_000 });
});

test("renders nothing for an empty column", () => {
  expect(visibleSpan({ count: 0, captioned: [] }, heights, 0, 500)).toEqual({ from: 0, to: 0 });
});

test("at any scroll position, renders all visible rows and few others", () => {
  fc.assert(
    fc.property(columns, fc.nat(), fc.integer({ min: 1, max: 2000 }), (column, anywhere, height) => {
      const top = anywhere % endOf(column);
      const { from, to } = visibleSpan(column, heights, top, height);
      for (let row = 0; row < column.count; row++) {
        const begin = topOfRow(column, heights, row);
        const isInSight = begin < top + height && begin + heights.row > top;
        if (isInSight) expect(row >= from && row < to).toBe(true);
      }
      expect(to - from).toBeLessThan(height / heights.row + 48);
    }),
  );
});

test("finds every row at its position, exactly once", () => {
  fc.assert(
    fc.property(columns, (column) => {
      const rows = Array.from({ length: column.count }, (_, row) => row);
      expect(rows.map((row) => rowAt(column, heights, topOfRow(column, heights, row)))).toEqual(rows);
      expect(rows.map((row) => rowAt(column, heights, topOfRow(column, heights, row) + heights.row - 1))).toEqual(rows);
    }),
  );
});

test("scrolling down by whole viewports passes every row once", () => {
  fc.assert(
    fc.property(columns, (column) => {
      const seen = new Set<number>();
      for (let top = 0; top < endOf(column); top += 400) {
        const { from, to } = visibleSpan(column, heights, top, 400);
        for (let row = from; row < to; row++) seen.add(row);
      }
      expect(seen.size).toBe(column.count);
    }),
  );
});

test("revealing a row scrolls no further than necessary", () => {
  fc.assert(
    fc.property(columns, fc.nat(), fc.nat(), (column, anyRow, anywhere) => {
      const row = anyRow % column.count;
      const seen = { top: anywhere % endOf(column), height: 500 };
      const top = scrollToReveal(column, heights, row, seen) ?? seen.top;
      expect(scrollToReveal(column, heights, row, { ...seen, top })).toBeUndefined();
      const begin = topOfRow(column, heights, row);
      expect(begin >= top && begin + heights.row <= top + seen.height).toBe(true);
    }),
  );
});

test("the heights around a span add up to the column, and a caption belongs to the row below it", () => {
  const column = { count: 10, captioned: [0, 4] };
  const heights = { row: 40, caption: 30 };
  expect(heightsAround(column, heights, { from: 0, to: 10 })).toEqual({ above: 0, below: 0 });
  expect(heightsAround(column, heights, { from: 4, to: 8 })).toEqual({ above: 190, below: 80 });
  expect(heightsAround(column, heights, { from: 2, to: 4 })).toEqual({ above: 110, below: 270 });
});

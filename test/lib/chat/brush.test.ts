import { continuedStrokes, movedBrush, paintStrokes } from "@/lib/chat/brush";

const size = { width: 100, height: 50 };

test.each([
  ["ArrowLeft", [10, 20], [5, 20]],
  ["ArrowRight", [98, 20], [100, 20]],
  ["ArrowUp", [10, 3], [10, 0]],
  ["ArrowDown", [10, 20], [10, 25]],
  ["Enter", [10, 20], undefined],
] as const)("%s moves the brush within the image", (key, from, to) => {
  expect(movedBrush(from, key, 5, size)).toEqual(to);
});

test("only the last stroke continues", () => {
  const first = { size: 4, points: [[1, 1]] } as const;
  const last = { size: 8, points: [[2, 2]] } as const;
  expect(continuedStrokes([first, last], [3, 3])).toEqual([
    first,
    {
      size: 8,
      points: [
        [2, 2],
        [3, 3],
      ],
    },
  ]);
  expect(continuedStrokes([], [3, 3])).toEqual([]);
});

test("each stroke is a dot and the lines from it", () => {
  const calls: unknown[] = [];
  const note =
    (name: string) =>
    (...given: number[]) =>
      void calls.push([name, ...given.slice(0, 3)]);
  const names = ["arc", "fill", "moveTo", "lineTo", "stroke"];
  const context = { beginPath() {}, ...Object.fromEntries(names.map((name) => [name, note(name)])) };
  const strokes = [
    { size: 4, points: [[1, 2]] },
    {
      size: 6,
      points: [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    },
  ] as const;
  paintStrokes(context as unknown as CanvasRenderingContext2D, strokes, "#000");
  expect(calls).toEqual([
    ...[["arc", 1, 2, 2], ["fill"], ["moveTo", 1, 2], ["stroke"]],
    ...[["arc", 1, 2, 3], ["fill"], ["moveTo", 1, 2], ["lineTo", 3, 4], ["lineTo", 5, 6], ["stroke"]],
  ]);
});

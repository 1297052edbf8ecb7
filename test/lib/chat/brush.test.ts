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

test("a stroke of one position is a dot, others are lines", () => {
  const calls: unknown[] = [];
  const note =
    (name: string) =>
    (...given: number[]) =>
      void calls.push([name, ...given]);
  const context = { beginPath() {}, moveTo: note("move"), lineTo: note("line"), stroke: note("stroke") };
  paintStrokes(
    context as unknown as CanvasRenderingContext2D,
    [
      { size: 4, points: [[1, 2]] },
      {
        size: 4,
        points: [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
      },
    ],
    "#000",
  );
  expect(calls).toEqual([
    ["move", 1, 2],
    ["line", 1, 2],
    ["stroke"],
    ["move", 1, 2],
    ["line", 3, 4],
    ["line", 5, 6],
    ["stroke"],
  ]);
});

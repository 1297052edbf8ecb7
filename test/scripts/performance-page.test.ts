import { performancePage } from "@/scripts/performance-page.mjs";

const machine = { processors: "2 × Some processor", memory: "24 GB", node: "20.20.0", date: "2026-11-21" };

test("the page of figures tells of each its value, spread and bound, and marks what falls short", () => {
  const page = performancePage(
    [
      { benchmark: "size", name: "JavaScript before / can be used", unit: " kB", value: 214, bound: 220, holds: true },
      { benchmark: "render", name: "a|b", unit: " ms", value: 61, spread: [50, 70], bound: 50, holds: false },
      { benchmark: "render", name: "questions asked", unit: "", value: 12, atLeast: 10, holds: true },
      { benchmark: "render", name: "no bound", unit: " s", value: 5.5, holds: true },
    ],
    machine,
  );
  expect(page).toBe(`# Performance

<!-- Written by \`npm run bench\`; a run of all benchmarks writes it anew. -->

Measured on 2026-11-21: 2 × Some processor, 24 GB of memory, Node 20.20.0, headless Chromium, the production build. A value is
the median of its runs where there is a spread.

1 of 4 figures are not within their bounds; they are marked.

## size

| what | value | spread | bound |
| --- | --- | --- | --- |
| JavaScript before / can be used | 214 kB |  | at most 220 kB |

## render

| what | value | spread | bound |
| --- | --- | --- | --- |
| a\\|b | **61 ms**, short | 50 to 70 | at most 50 ms |
| questions asked | 12 |  | at least 10 |
| no bound | 5.5 s |  |  |
`);
});

test("where all hold the page says so", () => {
  const page = performancePage([{ benchmark: "size", name: "n", unit: "", value: 1, bound: 1, holds: true }], machine);
  expect(page).toContain("\nEvery figure is within its bound.\n");
});

import { performancePage } from "@/scripts/performance-page.mjs";

const machine = { processors: "2 × Some processor", memory: "24 GB", node: "20.20.0", date: "2026-11-21" };

const figures = [
  { benchmark: "size", name: "JavaScript before / can be used", unit: " kB", value: 214, bound: 220, holds: true },
  { benchmark: "render", name: "a|b", unit: " ms", value: 61, spread: [50, 70], bound: 50, holds: false },
  { benchmark: "render", name: "questions", unit: "", value: 12, atLeast: 10, holds: true },
  { benchmark: "render", name: "no bound", unit: " s", value: 5.5, holds: true },
];

/** Returns the cells of the tables by heading. */
function tablesOf(page: string): Record<string, string[][]> {
  const sections = page.split(/^## /m).slice(1);
  const cellsOf = (row: string) => row.split(/(?<!\\) ?\| ?/).slice(1, -1);
  return Object.fromEntries(
    sections.map((section) => {
      const [name = "", ...lines] = section.split("\n");
      return [
        name,
        lines
          .filter((line) => line.startsWith("|"))
          .slice(2)
          .map(cellsOf),
      ];
    }),
  );
}

test("the page has each figure with its value, spread and bound, and marks those that miss their bound", () => {
  expect(tablesOf(performancePage(figures, machine))).toEqual({
    size: [["JavaScript before / can be used", "214 kB", "", "at most 220 kB"]],
    render: [
      ["a\\|b", expect.stringContaining("**61 ms**"), "50 to 70", "at most 50 ms"],
      ["questions", "12", "", "at least 10"],
      ["no bound", "5.5 s", "", ""],
    ],
  });
});

test("the page has the machine, the date, and how many figures miss their bounds", () => {
  const [intro = ""] = performancePage(figures, machine).split("## ");
  for (const fact of Object.values(machine)) expect(intro).toContain(fact);
  expect(intro).toMatch(/\b1 of 4 figures\b/);
});

test("if all figures hold, the page counts none that misses its bound", () => {
  const page = performancePage(
    figures.filter(({ holds }) => holds),
    machine,
  );
  expect(page).not.toMatch(/\d+ of \d+ figures|\*\*/);
});

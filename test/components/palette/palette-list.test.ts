import { listOfItems, listOfRows } from "@/components/palette/palette-list";
import type { PaletteRow } from "@/components/palette/palette-row";

const titles = ["Tides", "Low tides", "Tide tables", "Winds", "Ebb and tides"];

function listOfTitles() {
  const created: string[] = [];
  const list = listOfItems({
    items: titles.map((title, id) => ({ title, id: `${id}` })),
    idPrefix: "chat:",
    keyOf: ({ id }) => id,
    labelOf: ({ title }) => title,
    rowOf({ id, title }): PaletteRow {
      created.push(title);
      return { id: `chat:${id}`, label: title, leading: null, run() {} };
    },
  });
  return { list, created };
}

const labelsOf = (rows: readonly PaletteRow[]) => rows.map(({ label }) => label);

test.each([
  ["", [], 3, ["Tides", "Low tides", "Tide tables"]],
  ["tide", [], 9, ["Tides", "Tide tables", "Low tides", "Ebb and tides"]],
  ["tide", [], 2, ["Tides", "Tide tables"]],
  ["tide", ["chat:4", "mask:1", "chat:3", "chat:1"], 3, ["Ebb and tides", "Low tides", "Tides"]],
  ["", ["chat:3"], 2, ["Winds", "Tides"]],
  ["storm", ["chat:3"], 2, []],
])("“%s” with the choices %j returns at most %i entries", (words, first, most, labels) => {
  const { list, created } = listOfTitles();
  expect(labelsOf(list.matching(words, first, most))).toEqual(labels);
  expect(created).toEqual(labels);
});

test("entries are found by id, and other sources' ids are skipped", () => {
  const { list, created } = listOfTitles();
  expect(labelsOf(list.withIds(["chat:3", "3", "chat:1", "chat:99"]))).toEqual(["Low tides", "Winds"]);
  expect(created).toEqual(["Low tides", "Winds"]);
});

test("rows are found by their keywords, too", () => {
  const rows = [
    { id: "action:a", label: "Import", keywords: "restore backup", leading: null, run() {} },
    { id: "action:b", label: "Backup", leading: null, run() {} },
  ];
  expect(listOfRows(rows).matching("backup", [], 5)).toEqual([rows[1], rows[0]]);
  expect(listOfRows(rows).withIds(["action:b"])).toEqual([rows[1]]);
});

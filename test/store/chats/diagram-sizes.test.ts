/** @jest-environment jsdom */
import { diagramSizeOf, readDiagramSize, storeDiagramSize } from "@/store/chats/diagram-sizes";

beforeEach(() => localStorage.clear());

const key = "parley-diagram-sizes";

test.each([
  ['<svg id="d" width="1103.5" xmlns="a" height="84"><rect width="1"/></svg>', { width: 1103.5, height: 84 }],
  ['<svg height="20px" width="10px"/>', { width: 10, height: 20 }],
  ['<svg stroke-width="3" height="20"/>', undefined],
  ['<svg width="100%" height="20"/>', undefined],
  ['<svg width="0" height="20"/>', undefined],
  ['<svg width="1e9" height="20"/>', undefined],
  ['<svg width="30000" height="20"/>', undefined],
  ['<p><svg width="10" height="20"/></p>', undefined],
  ["", undefined],
])("reads the size that %s states", (svg, size) => {
  expect(diagramSizeOf(svg)).toEqual(size);
});

test("returns the size of the same source only, and the newest one", () => {
  storeDiagramSize("graph TD\n a-->b", { width: 10, height: 20 });
  storeDiagramSize("graph TD\n b-->a", { width: 30, height: 40 });
  storeDiagramSize("graph TD\n a-->b", { width: 50, height: 60.5 });
  expect(readDiagramSize("graph TD\n a-->b")).toEqual({ width: 50, height: 60.5 });
  expect(readDiagramSize("graph TD\n b-->a")).toEqual({ width: 30, height: 40 });
  expect(readDiagramSize("graph TD\n a-->c")).toBeUndefined();
  expect(JSON.parse(localStorage.getItem(key) ?? "")).toHaveLength(2);
  // The sources themselves are not stored.
  expect(localStorage.getItem(key)).not.toContain("graph");
});

test("stores the 300 newest sizes", () => {
  for (let index = 0; index <= 300; index++) storeDiagramSize(`source ${index}`, { width: 1, height: 1 });
  expect(readDiagramSize("source 0")).toBeUndefined();
  expect(readDiagramSize("source 1")).toEqual({ width: 1, height: 1 });
});

test.each(["", "{", "7", '[["a",1]]', '[["a",-1,2]]', '[["a","1","2"]]', '[["a",1e9,2]]'])(
  "ignores the stored text %s and replaces it",
  (text) => {
    localStorage.setItem(key, text);
    expect(readDiagramSize("a")).toBeUndefined();
    storeDiagramSize("a", { width: 1, height: 2 });
    expect(readDiagramSize("a")).toEqual({ width: 1, height: 2 });
  },
);

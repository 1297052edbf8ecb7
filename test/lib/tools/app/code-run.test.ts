import { type CodeItem, readCodeMessage, textOfItems, withItem } from "@/lib/tools/app/code-run";

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const url = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

test.each([
  [{ type: "started" }, { type: "started" }],
  [
    { type: "file", name: "a.whl", id: 1 },
    { type: "file", name: "a.whl" },
  ],
  [{ type: "end" }, { type: "end", hasCrashed: false }],
  [
    { type: "end", problem: "crashed", message: "x" },
    { type: "end", hasCrashed: true },
  ],
  [
    { type: "value", text: "2", id: 1 },
    { type: "item", item: { type: "value", text: "2" } },
  ],
  [
    { type: "table", columns: ["a", 1], rows: [["x", {}], "no row"] },
    { type: "item", item: { type: "table", columns: ["a", ""], rows: [["x", ""], []] } },
  ],
  [
    { type: "picture", media: "image/svg+xml", text: svg },
    { type: "item", item: { type: "picture", media: "image/svg+xml", url } },
  ],
  [
    { type: "picture", media: "image/png", base64: "iVBORw0KGgoA" },
    { type: "item", item: { type: "picture", media: "image/png", url: "data:image/png;base64,iVBORw0KGgoA" } },
  ],
])("the message %j is read", (message, expected) => {
  expect(readCodeMessage(message)).toEqual(expected);
});

test.each<[string, unknown]>([
  ["nothing", null],
  ["a text", "started"],
  ["an unknown type", { type: "other" }],
  ["a file without a name", { type: "file", name: 5 }],
  ["a number as text", { type: "text", text: 5 }],
  ["a table without columns", { type: "table", columns: "a", rows: [] }],
  ["a page as a picture", { type: "picture", media: "text/html", text: svg }],
  ["SVG as PNG", { type: "picture", media: "image/png", base64: "PHN2Zz4=" }],
  ["an attribute in base64", { type: "picture", media: "image/png", base64: 'iVBORw0KGgo" onload="' }],
  ["a large picture", { type: "picture", media: "image/svg+xml", text: "x".repeat(4_000_001) }],
])("%s is rejected @T9.10", (_, message) => {
  expect(readCodeMessage(message)).toBeUndefined();
});

test("texts and tables are cut to their limits @T9.10", () => {
  expect(readCodeMessage({ type: "text", text: "x".repeat(100_001) })).toEqual({
    type: "item",
    item: { type: "text", text: "x".repeat(100_000) },
  });
  const columns = Array.from({ length: 60 }, () => "x".repeat(2000));
  const rows = Array.from({ length: 1100 }, () => columns);
  const cells = Array.from({ length: 50 }, () => "x".repeat(1000));
  expect(readCodeMessage({ type: "table", columns, rows })).toEqual({
    type: "item",
    item: { type: "table", columns: cells, rows: Array.from({ length: 1000 }, () => cells) },
  });
});

test("printed text is merged, and items beyond the limits are ignored", () => {
  const text = (of: string): CodeItem => ({ type: "text", text: of });
  const picture: CodeItem = { type: "picture", media: "image/svg+xml", url };
  expect(withItem(withItem([], text("a")), text("b"))).toEqual([text("ab")]);
  const full = [text("x".repeat(100_000))];
  expect(withItem(full, text("y"))).toBe(full);
  const pictures = Array.from({ length: 8 }, () => picture);
  expect(withItem(pictures, picture)).toBe(pictures);
  const values = Array.from({ length: 200 }, (): CodeItem => ({ type: "value", text: "1" }));
  expect(withItem(values, text("a"))).toBe(values);
});

test("a model gets all as text, and pictures by their type", () => {
  const items: CodeItem[] = [
    { type: "text", text: "hello\n" },
    { type: "table", columns: ["a", "b"], rows: [["1", "2"]] },
    { type: "picture", media: "image/svg+xml", url },
    { type: "value", text: "7" },
    { type: "error", text: "Error: bad" },
  ];
  expect(textOfItems(items)).toBe("hello\na\tb\n1\t2\n[The user sees a picture: image/svg+xml]\n=> 7\nError: bad");
});

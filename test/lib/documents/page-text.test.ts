import { type PageItem, pageText } from "@/lib/documents/page-text";

/** A line of 12 points at a position. */
function item(str: string, x: number, y: number, more: Partial<PageItem> = {}): PageItem {
  return {
    str,
    dir: "ltr",
    transform: [12, 0, 0, 12, x, y],
    width: 12 * str.length,
    height: 12,
    hasEOL: true,
    ...more,
  };
}

/** Vertical text as browsers print it: each character by itself. */
function column(text: string, x: number, top: number): PageItem[] {
  return [...text].map((character, index) => item(character, x, top - 12 * index));
}

test("lines that are far apart are paragraphs", () => {
  const lines = [item("Tide report", 20, 700), item("It rises.", 20, 685), item("It falls.", 20, 640)];
  expect(pageText(lines)).toBe("Tide report\nIt rises.\n\nIt falls.");
});

test("vertical text that is written one character at a time becomes one line for each column", () => {
  const turned = item("5 m", 501.5, 640, { transform: [0, -12, 12, 0, 501.5, 640], hasEOL: false });
  const columns = [
    ...column("潮位の報告。", 526, 700),
    ...column("約 ", 500, 652).slice(0, 1),
    turned,
    ...column("「高い」", 500, 612),
    ...column("終わり", 440, 700),
  ];
  expect(pageText(columns)).toBe("潮位の報告。\n約5 m「高い」\n\n終わり");
});

test("words and numbers of a line from right to left have spaces where the page has", () => {
  const part = (str: string, x: number, width: number, dir: string) => item(str, x, 700, { width, dir, hasEOL: false });
  const line = [part("مكتب في", 195, 80, "rtl"), part("17:30", 157, 34, "ltr"), part(". اليوم", 112, 45, "rtl")];
  expect(pageText(line)).toBe("مكتب في 17:30. اليوم");
  expect(pageText([part("Tide", 20, 30, "ltr"), part("table", 60, 30, "ltr")])).toBe("Tidetable");
});

test("a list of single characters or numbers stays a list", () => {
  const pitch = 18;
  expect(pageText(["一", "二", "三"].map((number, index) => item(number, 20, 700 - pitch * index)))).toBe("一\n二\n三");
  expect(pageText(["1", "2", "3"].map((number, index) => item(number, 20, 700 - 12 * index)))).toBe("1\n2\n3");
});

test("characters beside each other or above the last one are no column", () => {
  expect(pageText([item("潮", 20, 700), item("位", 60, 688)])).toBe("潮\n位");
  expect(pageText([item("潮", 20, 688), item("位", 20, 700)])).toBe("潮\n位");
});

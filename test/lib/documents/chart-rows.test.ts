import { readChart } from "@/lib/documents/chart-rows";
import { readXml } from "@/lib/documents/xml";

const points = (...texts: readonly string[]) =>
  texts.map((text, idx) => `<pt idx="${idx}"><v>${text}</v></pt>`).join("");
const named = (name: string) => `<tx><strRef><strCache>${points(name)}</strCache></strRef></tx>`;

function chartOf(...series: readonly string[]) {
  const inner = series.map((each) => `<ser>${each}</ser>`).join("");
  const xml = `<chartSpace><chart><title><t>Tides </t><t>2026</t></title><plotArea>${inner}</plotArea></chart></chartSpace>`;
  return readXml(
    (async function* () {
      yield new TextEncoder().encode(xml);
    })(),
  );
}

test.each([
  [
    "categories that series share are one column",
    [
      `${named("High")}<cat>${points("Mon", "Tue")}</cat><val>${points("5", "6")}</val>`,
      `${named("Low")}<cat>${points("Mon", "Tue")}</cat><val><pt idx="1"><v>2</v></pt></val>`,
    ],
    [
      ["", "High", "Low"],
      ["Mon", "5", ""],
      ["Tue", "6", "2"],
    ],
  ],
  [
    "each series of a scatter chart has its own places",
    [
      `<xVal>${points("1", "2")}</xVal><yVal>${points("5", "6")}</yVal>`,
      `<xVal>${points("10", "20")}</xVal><yVal>${points("7", "8")}</yVal>`,
    ],
    [
      ["", "", "", ""],
      ["1", "5", "10", "7"],
      ["2", "6", "20", "8"],
    ],
  ],
  [
    "the innermost level of categories",
    [`<cat><lvl>${points("Q1", "Q2")}</lvl><lvl>${points("2026")}</lvl></cat><val>${points("1", "2")}</val>`],
    [
      ["", ""],
      ["Q1", "1"],
      ["Q2", "2"],
    ],
  ],
  ["nothing without values", ["<val></val>"], []],
])("%s", async (_name, series, rows) => {
  expect(readChart(await chartOf(...series))).toEqual({ title: "Tides 2026", rows });
});

test("the numbers of series and points are limited", async () => {
  const { rows } = readChart(
    await chartOf(...Array.from({ length: 300 }, () => '<val><pt idx="999999"/><pt idx="999"/></val>')),
  );
  expect([rows.length, rows[0]?.length]).toEqual([1001, 100]);
});

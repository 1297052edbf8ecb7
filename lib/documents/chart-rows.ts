import { childrenOf, descendantAt, descendantsOf, textIn, type XmlElement } from "@/lib/documents/xml";

/** A chart as a table: its title, and a row for each category with a column for each series. */
export interface ChartTable {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

/** Maximum numbers of series, and of points in one of them. */
const maxSeries = 100;
const maxPoints = 1000;

interface Column {
  readonly name: string;
  readonly points: readonly string[];
}

/** Reads the values of a chart that are stored with it (ECMA-376, part 1, 21.2). */
export function readChart(root: XmlElement): ChartTable {
  const chart = childrenOf(root, "chart")[0];
  const title = childrenOf(chart, "title")
    .flatMap((each) => descendantsOf(each, "t").map(textIn))
    .join("");
  const area = childrenOf(chart, "plotArea")[0];
  const columns = columnsOf(area ? descendantsOf(area, "ser").slice(0, maxSeries) : []);
  const length = columns.reduce((most, { points }) => Math.max(most, points.length), 0);
  if (length === 0) return { title, rows: [] };
  const rows = Array.from({ length }, (_, index) => columns.map(({ points }) => points[index] ?? ""));
  return { title, rows: [columns.map(({ name }) => name), ...rows] };
}

/** Returns the columns of series. Their categories are a column before them, once if they are the same. */
function columnsOf(series: readonly XmlElement[]): Column[] {
  let categories: readonly string[] = [];
  return series.flatMap((each) => {
    const own = pointsOf(childrenOf(each, "cat")[0] ?? childrenOf(each, "xVal")[0]);
    const values = {
      name: childrenOf(each, "tx")
        .flatMap((name) => descendantsOf(name, "v").map(textIn))
        .join(" "),
      points: pointsOf(childrenOf(each, "val")[0] ?? childrenOf(each, "yVal")[0]),
    };
    if (own.length === 0 || JSON.stringify(own) === JSON.stringify(categories)) return [values];
    categories = own;
    return [{ name: "", points: own }, values];
  });
}

/** Returns the points of a series by their index, of the innermost level of categories; missing ones are empty. */
function pointsOf(part: XmlElement | undefined): string[] {
  const points: string[] = [];
  const level = part && (descendantsOf(part, "lvl")[0] ?? part);
  for (const point of level ? descendantsOf(level, "pt") : []) {
    const index = Number(point.attributes.idx);
    if (Number.isInteger(index) && index >= 0 && index < maxPoints) points[index] = textIn(descendantAt(point, "v"));
  }
  return Array.from(points, (text) => text ?? "");
}

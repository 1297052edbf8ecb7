import { childrenOf, descendantAt, descendantsOf, textIn, type XmlElement } from "@/lib/documents/xml";

/** A chart as a table: its title, and a row for each category with a column for each series. */
export interface ChartTable {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

/** Maximum number of points of a series. */
const maxPoints = 10_000;

/** Reads the values of a chart that are stored with it (ECMA-376, part 1, 21.2). */
export function readChart(root: XmlElement): ChartTable {
  const chart = childrenOf(root, "chart")[0];
  const title = childrenOf(chart, "title")
    .flatMap((each) => descendantsOf(each, "t").map(textIn))
    .join("");
  const area = childrenOf(chart, "plotArea")[0];
  const series = area ? descendantsOf(area, "ser").map(readSeries) : [];
  const length = Math.max(0, ...series.map(({ values }) => values.length));
  if (length === 0) return { title, rows: [] };
  const categories = series.find((each) => each.categories.length > 0)?.categories ?? [];
  const rows = Array.from({ length }, (_, index) => [
    categories[index] ?? "",
    ...series.map(({ values }) => values[index] ?? ""),
  ]);
  return { title, rows: [["", ...series.map(({ name }) => name)], ...rows] };
}

function readSeries(series: XmlElement) {
  const name = descendantsOf(childrenOf(series, "tx")[0] ?? series, "v")[0];
  const part = (...names: readonly string[]) => pointsOf(names.flatMap((each) => childrenOf(series, each))[0]);
  return {
    name: childrenOf(series, "tx").length > 0 ? textIn(name) : "",
    categories: part("cat", "xVal"),
    values: part("val", "yVal"),
  };
}

/** Returns the points of a series by their index; missing ones are empty. */
function pointsOf(part: XmlElement | undefined): string[] {
  const points: string[] = [];
  for (const point of part ? descendantsOf(part, "pt") : []) {
    const index = Number(point.attributes.idx);
    if (Number.isInteger(index) && index >= 0 && index < maxPoints) points[index] = textIn(descendantAt(point, "v"));
  }
  return Array.from(points, (text) => text ?? "");
}

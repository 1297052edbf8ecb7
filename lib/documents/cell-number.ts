import { attributeOf, childrenOf, type XmlElement } from "@/lib/documents/xml";

/** Writes the number of a cell with a style. */
export type CellNumber = (value: string, style: string | undefined) => string;

/** Built-in formats of dates and times (ECMA-376, part 1, 18.8.30). */
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

const dayMs = 86_400_000;

/**
 * Creates the function that writes numbers: dates as ISO 8601, others with the 15 digits that Excel has.
 *
 * @param startsIn1904 whether days are counted from 1904, as Excel for Macintosh did
 */
export function createCellNumber(styles: XmlElement | undefined, startsIn1904: boolean): CellNumber {
  const custom = new Map(
    childrenOf(childrenOf(styles, "numFmts")[0], "numFmt").map((each) => [
      attributeOf(each, "numFmtId"),
      attributeOf(each, "formatCode") ?? "",
    ]),
  );
  const dates = childrenOf(childrenOf(styles, "cellXfs")[0], "xf").map((each) => {
    const id = attributeOf(each, "numFmtId");
    const code = custom.get(id);
    return code === undefined ? builtInDates.has(Number(id)) : isDateCode(code);
  });
  return (value, style) => {
    const number = Number(value);
    if (value.trim() === "" || !Number.isFinite(number)) return value;
    const isDate = dates[Number(style ?? -1)] ?? false;
    return isDate && number >= 0 && number < 2_958_466 ? dateText(number, startsIn1904) : plainNumber(number);
  };
}

/** Whether a format has a part of a date or time outside of quotes and brackets. */
function isDateCode(code: string): boolean {
  return /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|General/gi, ""));
}

function plainNumber(number: number): string {
  return String(Number(number.toPrecision(15)));
}

function dateText(serial: number, startsIn1904: boolean): string {
  // Excel counts the 29th of February 1900, a day that did not exist.
  const days = startsIn1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const time = new Date(Math.round(((days - 25_569) * dayMs) / 1000) * 1000).toISOString();
  if (serial < 1) return time.slice(11, 19);
  return Number.isInteger(serial) ? time.slice(0, 10) : time.slice(0, 19).replace("T", " ");
}

import Papa from "papaparse";

/** Maximum number of codes in a list. */
const maxRows = 10_000;

/** Columns of a list besides the options of the command. */
const otherColumns = ["code"];

/**
 * Reads a list of codes: CSV whose first row names options, such as `id,name,per-minute`. Throws an error that names the
 * rows with problems.
 *
 * @param {string} text
 * @param {readonly string[]} options names of the options that a column may have
 * @returns {Record<string, string>[]} the options of each row, without empty ones
 */
export function readCodeList(text, options) {
  const { data, errors, meta } = Papa.parse(text.replace(/^\uFEFF/, ""), {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  const known = [...options, ...otherColumns];
  const unknown = (meta.fields ?? []).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown columns: ${unknown.join(", ")}. Known: ${known.join(", ")}.`);
  // One column has no separator to be found.
  const [wrong] = errors.filter(({ code }) => code !== "UndetectableDelimiter");
  if (wrong) throw new Error(`Row ${rowNumber(wrong.row ?? 0)}: ${wrong.message}.`);
  if (data.length === 0) throw new Error("The list has no rows.");
  if (data.length > maxRows) throw new Error(`The list has more than ${maxRows} rows.`);
  const rows = data.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .map(([name, value]) => [name, value.trim()])
        .filter(([, value]) => value !== ""),
    ),
  );
  for (const name of ["id", "code"]) refuseRepeated(rows, name);
  return rows;
}

/** Returns CSV. Cells that a spreadsheet would run as formulas begin with an apostrophe. */
export function writeCodeList(rows) {
  return Papa.unparse(rows, { newline: "\n", escapeFormulae: true });
}

/** Returns the number of a row in the file, whose first row has the names. */
export function rowNumber(index) {
  return index + 2;
}

function refuseRepeated(rows, name) {
  const first = new Map();
  for (const [index, { [name]: value }] of rows.entries()) {
    if (value === undefined) continue;
    const before = first.get(value);
    if (before !== undefined)
      throw new Error(`Rows ${rowNumber(before)} and ${rowNumber(index)} have the same ${name}.`);
    first.set(value, index);
  }
}

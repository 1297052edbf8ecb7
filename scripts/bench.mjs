import { readdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { chromium } from "./chromium.mjs";
import { build } from "./freshness.mjs";
import { performancePage, thisMachine } from "./performance-page.mjs";

// Runs the named benchmarks, or all: `npm run bench -- size stream --json figures.json`. Each prints its figures with
// their bounds; the exit status is 1 if one is exceeded or a benchmark fails. A run of all writes docs/performance.md.
const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "string" } } });
const all = readdirSync("bench")
  .filter((name) => name.endsWith(".bench.mjs"))
  .map((name) => name.replace(".bench.mjs", ""));
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark is named ${unknown.join(", ")}. There are: ${all.join(", ")}.`);
  process.exit(2);
}
process.env.CHROMIUM_PATH = await chromium();
await build("standalone");

const figures = [];
const failed = [];
for (const name of positionals.length > 0 ? positionals : all) {
  console.info(`\n── ${name}`);
  try {
    const { default: run } = await import(`../bench/${name}.bench.mjs`);
    for (const figure of await run()) addFigure(name, figure);
  } catch (thrown) {
    // Keep the figures of the others: a whole run takes long.
    console.error("FAILED", thrown);
    failed.push(name);
  }
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
const isWhole = positionals.length === 0 && failed.length === 0;
if (isWhole) writeFileSync("docs/performance.md", performancePage(figures, thisMachine()));
process.exitCode = failed.length === 0 && figures.every(({ holds }) => holds) ? 0 : 1;

/** Adds a figure, and prints it with its bounds. */
function addFigure(benchmark, figure) {
  const { bound, atLeast, unit, spread } = figure;
  const holds = figure.value <= (bound ?? Infinity) && figure.value >= (atLeast ?? -Infinity);
  figures.push({ benchmark, ...figure, holds });
  const range = spread ? `, from ${spread[0]} to ${spread[1]}` : "";
  const most = bound === undefined ? "" : ` (at most ${bound}${unit})`;
  const least = atLeast === undefined ? "" : ` (at least ${atLeast}${unit})`;
  console.info(`${holds ? "ok    " : "SHORT "} ${figure.name}: ${figure.value}${unit}${range}${most}${least}`);
}

import { cpus, totalmem } from "node:os";

/** Returns what the figures were measured on: its processors, memory, Node and the day, in words. */
export function thisMachine(now = new Date()) {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return {
    processors: `${processors.length} × ${processors[0]?.model.trim() ?? "unknown"}`,
    memory: `${memory} GB`,
    node: process.versions.node,
    date: now.toISOString().slice(0, 10),
  };
}

/**
 * Returns the page of figures (docs/performance.md): each with its bound, the spread of its runs and whether it holds.
 *
 * @param figures what the benchmarks answered, in their order, each with the name of its benchmark and whether it `holds`
 */
export function performancePage(figures, { processors, memory, node, date }) {
  const names = [...new Set(figures.map(({ benchmark }) => benchmark))];
  const short = figures.filter(({ holds }) => !holds).length;
  return [
    "# Performance",
    "",
    "<!-- Written by `npm run bench`; a run of all benchmarks writes it anew. -->",
    "",
    `Measured on ${date}: ${processors}, ${memory} of memory, Node ${node}, headless Chromium, the production build. A value is`,
    "the median of its runs where there is a spread.",
    "",
    short === 0
      ? "Every figure is within its bound."
      : `${short} of ${figures.length} figures are not within their bounds; they are marked.`,
    ...names.flatMap((name) => ["", `## ${name}`, "", ...tableOf(figures.filter((each) => each.benchmark === name))]),
    "",
  ].join("\n");
}

function tableOf(figures) {
  const rows = figures.map(({ name, unit, value, spread, bound, atLeast, holds }) => {
    const most = bound === undefined ? "" : `at most ${bound}${unit}`;
    const least = atLeast === undefined ? "" : `at least ${atLeast}${unit}`;
    const range = spread ? `${spread[0]} to ${spread[1]}` : "";
    const shown = `${value}${unit}`;
    return `| ${name.replaceAll("|", "\\|")} | ${holds ? shown : `**${shown}**, short`} | ${range} | ${most || least} |`;
  });
  return ["| what | value | spread | bound |", "| --- | --- | --- | --- |", ...rows];
}

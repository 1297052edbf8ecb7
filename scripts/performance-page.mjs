import { cpus, totalmem } from "node:os";

/** Returns this machine's processors, memory and Node version, and the date, as texts. */
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
 * Returns docs/performance.md: each figure with its bound, the spread of its runs and whether it is within the bound.
 *
 * @param figures the results of the benchmarks in order, each with the name of its benchmark and whether it `holds`
 */
export function performancePage(figures, { processors, memory, node, date }) {
  const names = [...new Set(figures.map(({ benchmark }) => benchmark))];
  const short = figures.filter(({ holds }) => !holds).length;
  return [
    "# Performance",
    "",
    "<!-- Written by `npm run bench` without arguments. -->",
    "",
    `Measured on ${date} with the production build: ${processors}, ${memory} of memory, Node ${node}, headless Chromium. A value`,
    "with a spread is the median of several runs. `npm run bench` measures all figures again.",
    "",
    short === 0
      ? "Every figure is within its bound."
      : `${short} of ${figures.length} figures miss their bounds; they are in bold.`,
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
    return `| ${name.replaceAll("|", "\\|")} | ${holds ? shown : `**${shown}**, missed`} | ${range} | ${most || least} |`;
  });
  return ["| Figure | Value | Spread | Bound |", "| --- | --- | --- | --- |", ...rows];
}

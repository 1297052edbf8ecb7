import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { checkDesktop } from "./desktop-check.mjs";
import { install } from "./freshness.mjs";
import { findPeers } from "./peers.mjs";
import { npmFile, run, runTool } from "./run.mjs";

/** The results of the checks by name. All checks run, even after a failure, so that one run shows all problems. */
const results = [];
const reports = mkdtempSync(join(tmpdir(), "parley-verify-"));
const started = Date.now();

async function step(name, work) {
  console.info(`\n── ${name}`);
  const begun = Date.now();
  const outcome = await work().then(
    (answer) => (answer === "skipped" ? "skipped" : "ok"),
    (thrown) => {
      console.error(thrown.message);
      return "FAILED";
    },
  );
  results.push({ name, outcome, seconds: ((Date.now() - begun) / 1000).toFixed(0) });
}

/** Returns the counts of a test run from its report; an unreadable report counts as one failure. */
function countsOf(file, read) {
  try {
    return read(JSON.parse(readFileSync(join(reports, file), "utf8")));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Returns the names of the tests that did not pass. */
function failuresOf(file, read) {
  try {
    return read(JSON.parse(readFileSync(join(reports, file), "utf8")));
  } catch {
    return [{ name: `no readable ${file}`, said: "" }];
  }
}

const failedUnitTests = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults, message }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
    const names = failed.length === 0 && message !== "" && assertionResults.length === 0 ? ["did not run"] : failed;
    return names.map((words) => ({ name: `${basename(name)}: ${words}`, said: "" }));
  });

/** Color codes in the output of browser tests. */
const ansi = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** Returns each browser test that failed or was retried, with its error; a test counts once for all builds. */
function failedPages({ suites = [] }) {
  return suites.flatMap((suite) => [
    ...failedPages(suite),
    ...(suite.specs ?? []).flatMap(({ title, file, line, tests }) => {
      const failed = tests.filter(({ status }) => status === "unexpected" || status === "flaky");
      if (failed.length === 0) return [];
      const builds = failed.map(({ projectName }) => projectName).join(", ");
      const errors = failed.flatMap(({ results: runs }) => runs.flatMap((each) => each.errors));
      // A test that timed out reports that first, and then its step.
      const said = errors.map(({ message }) => message).join(" | ");
      return [{ name: `${file}:${line} [${builds}] ${title}`, said: said.replace(ansi, "").slice(0, 1500) }];
    }),
  ]);
}

/**
 * Asks the registry for known advisories of production dependencies. If the registry does not support that, the check
 * is reported as skipped, not as passed.
 */
async function advisories() {
  const { spawnSync } = await import("node:child_process");
  const args = ["audit", "--omit=dev", "--audit-level=high", "--json"];
  const { stdout } = spawnSync(process.execPath, [npmFile("npm"), ...args], { encoding: "utf8" });
  const report = JSON.parse(stdout || "{}");
  const counts = report.metadata?.vulnerabilities;
  if (!counts) {
    console.warn("NOT CHECKED: the package registry does not answer advisory questions.");
    return "skipped";
  }
  if (counts.high + counts.critical > 0)
    throw new Error(`${counts.high} high and ${counts.critical} critical advisories`);
  console.info("No high or critical advisory.");
}

await install();
await step("peers", findPeers);
await step("advisories", advisories);
await step("types", async () => {
  await runTool("next", ["typegen"]);
  await runTool("tsc", ["--noEmit"]);
});
await step("lint", () => runTool("biome", ["check", "--error-on-warnings", "."]));
await step("unused", () => runTool("knip", []));
await step("unit and contract tests", () =>
  runTool("jest", ["--ci", "--silent", "--json", `--outputFile=${join(reports, "jest.json")}`]),
);
// Builds need not check types that the step above has found right.
const areTypesRight = results.some(({ name, outcome }) => name === "types" && outcome === "ok");
// Before the end-to-end tests, because this build replaces the one in `.next`, too.
await step("desktop", async () => {
  const reason = await checkDesktop();
  if (reason === undefined) return undefined;
  console.warn(`NOT CHECKED: ${reason}`);
  return "skipped";
});
await step("end-to-end tests", () =>
  run(process.execPath, ["scripts/e2e.mjs", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, "e2e.json"),
    ...(areTypesRight && { TYPES_CHECKED: "1" }),
  }),
);
await step("size", () => run(process.execPath, ["scripts/bench.mjs", "size"]));

const unit = countsOf("jest.json", (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.numPendingTests,
}));
const e2e = countsOf("e2e.json", ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
}));
const others = results.filter(({ name }) => !name.includes("tests"));
const count = (outcome) => others.filter((result) => result.outcome === outcome).length;
const failures = [...failuresOf("jest.json", failedUnitTests), ...failuresOf("e2e.json", failedPages)];
console.info("");
for (const { name, said } of failures) if (said !== "") console.info(`${name}: ${said}`);
// The names again, at the end: of a long output often only the end is shown.
for (const { name } of failures) console.info(`failed  ${name}`);
for (const { name, outcome, seconds } of results) console.info(`${outcome.padEnd(7)} ${name} (${seconds} s)`);
console.info(`in ${((Date.now() - started) / 60_000).toFixed(1)} min`);
const passed = unit.passed + e2e.passed + count("ok");
const failed = unit.failed + e2e.failed + count("FAILED");
console.info(`${passed} passed, ${failed} failed, ${unit.skipped + e2e.skipped + count("skipped")} skipped`);
process.exitCode = results.some(({ outcome }) => outcome === "FAILED") ? 1 : 0;

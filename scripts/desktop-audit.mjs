import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { crate } from "./desktop-tools.mjs";

/**
 * Returns the result of `cargo audit --json`: `failed` with the known vulnerabilities, or `skipped` with the reason if it
 * could not check. The tool or its database may be missing, as without a network.
 *
 * @param {{ stdout?: string, stderr?: string, error?: Error }} [output]
 */
export function auditResult({ stdout = "", stderr = "", error } = {}) {
  let report;
  try {
    report = JSON.parse(stdout);
  } catch {
    const lines = `${error?.message ?? ""}\n${stderr}`.split("\n").map((line) => line.trim());
    return { state: "skipped", reason: lines.find((line) => line !== "") ?? "it printed nothing" };
  }
  const found = report?.vulnerabilities?.list;
  if (!Array.isArray(found)) return { state: "skipped", reason: "its report has another form" };
  if (found.length === 0) return { state: "passed" };
  const line = ({ advisory, package: { name, version } }) => `${advisory.id} in ${name} ${version}: ${advisory.title}`;
  return { state: "failed", reason: found.map(line).join("\n") };
}

/** Checks the shell's packages for known vulnerabilities. Throws if there are any; reports why it could not check. */
export function auditDesktop() {
  const args = ["audit", "--json", "--file", join(crate, "Cargo.lock")];
  const result = auditResult(spawnSync("cargo", args, { encoding: "utf8", timeout: 120_000, maxBuffer: 2 ** 27 }));
  if (result.state === "failed") throw new Error(`Rust packages have known vulnerabilities:\n${result.reason}`);
  if (result.state === "skipped") console.info(`Desktop: cargo audit was skipped: ${result.reason}`);
}

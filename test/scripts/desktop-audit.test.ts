import { auditResult } from "../../scripts/desktop-audit.mjs";

const report = (list: unknown) => ({ stdout: JSON.stringify({ vulnerabilities: { found: true, list } }) });

test("known vulnerabilities fail, with their names", () => {
  const advisory = { id: "RUSTSEC-2026-0001", title: "Reads past its end" };
  expect(auditResult(report([{ advisory, package: { name: "tar", version: "0.4.1" } }]))).toEqual({
    state: "failed",
    reason: "RUSTSEC-2026-0001 in tar 0.4.1: Reads past its end",
  });
  expect(auditResult(report([]))).toEqual({ state: "passed" });
});

test.each([
  [{ stdout: "", stderr: "error: no such command: `audit`\n\nhint" }, "error: no such command: `audit`"],
  [{ stdout: "", stderr: "\n  error: couldn't fetch advisory database\n" }, "error: couldn't fetch advisory database"],
  [{ error: new Error("spawnSync cargo ETIMEDOUT") }, "spawnSync cargo ETIMEDOUT"],
  [{ stdout: "{}" }, "its report has another form"],
  [{}, "it printed nothing"],
])("a check that cannot be made is skipped with the reason: %j", (output, reason) => {
  expect(auditResult(output)).toEqual({ state: "skipped", reason });
});

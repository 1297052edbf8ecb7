import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const run = (tag: string) => spawnSync(process.execPath, ["scripts/release-notes.mjs", tag], { encoding: "utf8" });

test("prints the entries below the heading of a version", () => {
  const [, entries = ""] =
    /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
  expect(entries).toMatch(/^\n- /);
  expect(run("vUnreleased")).toMatchObject({ status: 0, stdout: `${entries.trim()}\n` });
});

test.each(["v99.0.0", "v", ""])("fails for the unknown version %p, so that no empty release is created", (tag) => {
  expect(run(tag)).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("has no heading") });
});

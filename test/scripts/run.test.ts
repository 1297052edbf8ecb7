import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

test("finds programs in a folder whose name has spaces, non-ASCII letters and punctuation", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "parley ключ 100% #1 ")));
  try {
    mkdirSync(join(folder, "scripts"));
    cpSync("scripts/run.mjs", join(folder, "scripts/run.mjs"));
    const script = 'import("./scripts/run.mjs").then(({ bin }) => console.log(bin("next")))';
    const { stdout } = spawnSync(process.execPath, ["-e", script], { cwd: folder, encoding: "utf8" });
    expect(stdout.trim()).toBe(join(folder, "node_modules/.bin/next"));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeEnvFiles } from "../../scripts/env-files.mjs";

test("removes the settings files of a built server's folder, and nothing else @L6.3", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-build-"));
  try {
    const kept = [".environment", ".next", "env.js", "server.js"];
    mkdirSync(join(folder, ".next"));
    for (const name of [".env", ".env.local", ".env.production", ...kept.filter((name) => name !== ".next")])
      writeFileSync(join(folder, name), "");
    removeEnvFiles(folder);
    expect(readdirSync(folder).sort()).toEqual(kept);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

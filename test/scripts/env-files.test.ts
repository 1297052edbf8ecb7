import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeEnvFiles } from "../../scripts/env-files.mjs";

test("of a built server's folder the settings files go and all else stays", () => {
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

import { cpSync, existsSync } from "node:fs";
import { copyLibraries } from "./copy-libraries.mjs";
import { removeEnvFiles } from "./env-files.mjs";
import { bin, run } from "./run.mjs";

// Builds the app in the mode that BUILD_MODE names. A standalone server serves its static files itself, so they are
// put beside it; its settings come from its environment alone, which `npm run up` reads from `.env`.
const distDir = process.env.DIST_DIR || ".next";
if (distDir !== ".next") cpSync("tsconfig.build.json", `tsconfig${distDir}.json`);
copyLibraries();
await run(bin("next"), ["build"], { NEXT_TELEMETRY_DISABLED: "1" });
const server = `${distDir}/standalone`;
if (existsSync(`${server}/server.js`)) {
  cpSync(`${distDir}/static`, `${server}/${distDir}/static`, { recursive: true });
  cpSync("public", `${server}/public`, { recursive: true });
  removeEnvFiles(server);
}

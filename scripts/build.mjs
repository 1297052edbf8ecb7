import { cpSync, existsSync } from "node:fs";
import { bin, run } from "./run.mjs";

// Builds the app in the mode that BUILD_MODE names. A standalone server serves its static files itself, so they are
// put beside it.
const distDir = process.env.DIST_DIR || ".next";
if (distDir !== ".next") cpSync("tsconfig.build.json", `tsconfig${distDir}.json`);
await run(bin("next"), ["build"], { NEXT_TELEMETRY_DISABLED: "1" });
const server = `${distDir}/standalone`;
if (existsSync(`${server}/server.js`)) {
  cpSync(`${distDir}/static`, `${server}/${distDir}/static`, { recursive: true });
  cpSync("public", `${server}/public`, { recursive: true });
}

import { cpSync, existsSync } from "node:fs";
import { addRequestGuard } from "./add-request-guard.mjs";
import { writeFoundBasePaths } from "./base-path.mjs";
import { addCompileHints, wrapChunks } from "./compile-hints.mjs";
import { copyLibraries } from "./copy-libraries.mjs";
import { removeEnvFiles } from "./env-files.mjs";
import { writeHeadersFile } from "./host-headers.mjs";
import { runTool } from "./run.mjs";
import { writePolicies } from "./script-policy.mjs";
import { buildIdOf, exportedShell, servedShell, writeShellFiles } from "./shell-files.mjs";
import { compressFiles, filesOfPages } from "./static-files.mjs";

// Builds the app in the mode of BUILD_MODE. A standalone server serves its static files itself, so they are copied
// beside it. Its settings come only from its environment, which `npm run up` reads from `.env`.
const distDir = process.env.DIST_DIR || ".next";
if (distDir !== ".next") cpSync("tsconfig.build.json", `tsconfig${distDir}.json`);
copyLibraries();
await runTool("next", ["build"], { NEXT_TELEMETRY_DISABLED: "1" });
const server = `${distDir}/standalone`;
writePolicies(`${distDir}/server/app`);
if (process.env.BUILD_MODE === "export") {
  addCompileHints(".next", `${distDir}/_next`);
  wrapChunks(`${distDir}/_next`);
  writeFoundBasePaths(distDir);
  writePolicies(distDir, (path) => !existsSync(`public/${path}`));
  writeHeadersFile(distDir);
  finish(distDir, exportedShell(distDir), buildIdOf(".next"));
} else if (existsSync(`${server}/server.js`)) {
  addCompileHints(distDir, distDir);
  wrapChunks(distDir);
  cpSync(`${distDir}/static`, `${server}/${distDir}/static`, { recursive: true });
  compressFiles(`${server}/${distDir}/static`, filesOfPages(`${distDir}/server/app`));
  cpSync("public", `${server}/public`, { recursive: true });
  writePolicies(`${server}/${distDir}/server/app`);
  removeEnvFiles(server);
  // Other builds do not need the bundler.
  await (await import("./bundle-code.mjs")).bundleCodeCommand(`${server}/code.mjs`);
  addRequestGuard(server, `${distDir}/static`, process.env.BASE_PATH);
  finish(`${server}/public`, servedShell(distDir, process.env.BASE_PATH), buildIdOf(distDir));
} else {
  addCompileHints(distDir, distDir);
  wrapChunks(distDir);
  finish("public", servedShell(distDir, process.env.BASE_PATH), buildIdOf(distDir));
}

/** Writes the file list of the service worker, which is only known after the build. */
function finish(publicFolder, shell, buildId) {
  const files = [...shell.files, "config.json", "manifest.webmanifest"];
  writeShellFiles(publicFolder, { ...shell, files: [...new Set(files)] }, buildId);
}

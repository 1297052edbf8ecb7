import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run, runNpm } from "./run.mjs";

/** The inputs of a build: these folders and files, and the settings that are built in. */
const sources = [
  "app",
  "components",
  "lib",
  "locales",
  "public",
  "store",
  "instrumentation.ts",
  "middleware.edge.ts",
  "next.config.mjs",
  "package-lock.json",
  "tsconfig.build.json",
  "tsconfig.json",
  "scripts/add-request-guard.mjs",
  "scripts/base-path.mjs",
  "scripts/build.mjs",
  "scripts/bundle-code.mjs",
  "scripts/code-command.mjs",
  "scripts/code-list.mjs",
  "scripts/compile-hints.mjs",
  "scripts/compile-words.mjs",
  "scripts/copy-libraries.mjs",
  "scripts/env-files.mjs",
  "scripts/family-icons.mjs",
  "scripts/host-headers.mjs",
  "scripts/needed-polyfills.mjs",
  "scripts/request-guard.mjs",
  "scripts/router-base-path.mjs",
  "scripts/script-policy.mjs",
  "scripts/security-headers.mjs",
  "scripts/shell-files.mjs",
  "scripts/static-files.mjs",
];
const builtIn = ["APP_ADDRESS", "BASE_PATH", "BUILD_APP", "DEFAULT_INPUT_TEMPLATE", "VERCEL"];

/** Files that a Vercel build writes among its sources. */
const written = ["public/service-worker/built.js"];

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

function hashOf(paths, more = "") {
  const hash = createHash("sha256").update(more);
  for (const path of paths.flatMap(filesIn)) {
    if (!written.includes(path)) hash.update(path).update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** Runs `work` unless its stamp file has the hash of the same inputs. Returns whether it ran. */
async function unlessDone(stamp, hash, work) {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return false;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

/** Installs the packages unless those of this lockfile are installed. */
export function install() {
  const hash = hashOf(["package.json", "package-lock.json"], process.version);
  // `npm install` instead of `npm ci`: a lockfile written on one platform may lack the binaries of another.
  return unlessDone("node_modules/.installed", hash, () => runNpm("npm", ["install", "--no-audit", "--no-fund"]));
}

/** Builds one mode into its folder unless nothing has changed. */
export function build(mode, distDir = ".next") {
  const brand = Object.entries(process.env).filter(([name]) => name.startsWith("BRAND_"));
  const settings = JSON.stringify([mode, ...builtIn.map((name) => process.env[name] ?? ""), ...brand.sort()]);
  return unlessDone(`${distDir}/.built`, hashOf(sources, settings), () => {
    if (mode === "export") rmSync(".next", { recursive: true, force: true });
    return run(process.execPath, ["scripts/build.mjs"], { BUILD_MODE: mode, DIST_DIR: distDir });
  });
}

import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Runs a command with its output on screen; rejects if it fails. */
export function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${[command, ...args].join(" ")} failed`))));
  });
}

/** Runs a server in the foreground. A signal to this process ends it, so that it does not stay behind. */
export async function serve(command, args, env = {}) {
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill("SIGTERM"));
  // npm ends its shell, but not the shell's children, so exit when the parent is gone.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500).unref();
  const code = await new Promise((resolve) => child.on("exit", (exitCode, signal) => resolve(signal ? 0 : exitCode)));
  process.exitCode = code ?? 1;
}

/** Packages whose name differs from their program's. */
const packages = { tsc: "typescript", biome: "@biomejs/biome", playwright: "@playwright/test" };

/**
 * Returns the file with which Node starts a program of our packages. Windows cannot start the links and scripts of
 * `node_modules/.bin`.
 */
export function toolFile(name) {
  const folder = new URL(`../node_modules/${packages[name] ?? name}/`, import.meta.url);
  const { bin } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  return fileURLToPath(new URL(typeof bin === "string" ? bin : bin[name], folder));
}

/**
 * Returns the file with which Node starts npm, or `npx`. npm names itself to its scripts; without it, npm is looked for
 * beside Node and behind the links of PATH.
 *
 * @param {"npm" | "npx"} name
 * @param {{ env?: Record<string, string | undefined>, node?: string }} [system]
 */
export function npmFile(name, { env = process.env, node = process.execPath } = {}) {
  const named = basename(env.npm_execpath ?? "") === "npm-cli.js" ? [dirname(env.npm_execpath)] : [];
  const beside = ["node_modules", "../lib/node_modules", "../share/nodejs"];
  const linked = (env.PATH ?? "").split(delimiter).map((folder) => join(folder, "npm"));
  const folders = [
    ...named,
    ...beside.map((folder) => join(dirname(node), folder, "npm", "bin")),
    ...linked.filter((file) => existsSync(file)).map((file) => dirname(realpathSync(file))),
  ];
  const found = folders.map((folder) => join(folder, `${name}-cli.js`)).find((file) => existsSync(file));
  if (!found) throw new Error(`${name} cannot be found. Start the command with npm run.`);
  return found;
}

/** Runs a program of our packages with its output on screen; rejects if it fails. */
export const runTool = (name, args, env) => run(process.execPath, [toolFile(name), ...args], env);

/** Runs npm, or `npx`, with its output on screen; rejects if it fails. */
export const runNpm = (name, args, env) => run(process.execPath, [npmFile(name), ...args], env);

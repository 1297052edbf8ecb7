import { spawn } from "node:child_process";
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

/** Returns the path of a program in our packages. */
export const bin = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

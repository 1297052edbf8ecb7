import { spawn } from "node:child_process";

/** Runs a command with its output on screen; rejects when it fails. */
export function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${[command, ...args].join(" ")} failed`))));
  });
}

/** Runs a command and answers what it printed; rejects when it fails. */
export function output(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...env } });
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve(Buffer.concat(chunks).toString()) : reject(new Error(`${command} failed`)),
    );
  });
}

/** The path of a program that a package of ours brings. */
export const bin = (name) => new URL(`../node_modules/.bin/${name}`, import.meta.url).pathname;

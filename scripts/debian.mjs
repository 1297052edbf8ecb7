import { existsSync, readFileSync } from "node:fs";
import { run } from "./run.mjs";

/** Whether Debian packages can be installed: as root, on Debian or a derivative. */
export function canInstall() {
  const isDebian = existsSync("/etc/os-release") && /debian|ubuntu/i.test(readFileSync("/etc/os-release", "utf8"));
  return isDebian && process.getuid?.() === 0;
}

/** Installs Debian packages without recommended ones; rejects on failure. */
export async function install(...packages) {
  // Short timeouts, so that an unreachable package server fails within a minute or two.
  const patience = ["-o", "Acquire::Retries=2", "-o", "Acquire::http::Timeout=20"];
  await run("apt-get", [...patience, "update", "-qq"]);
  await run("apt-get", [...patience, "install", "-y", "-qq", "--no-install-recommends", ...packages]);
}

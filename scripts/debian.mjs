import { existsSync, readFileSync } from "node:fs";
import { run } from "./run.mjs";

/** Whether packages of Debian can be installed: as root, on Debian or what is made of it. */
export function canInstall() {
  const isDebian = existsSync("/etc/os-release") && /debian|ubuntu/i.test(readFileSync("/etc/os-release", "utf8"));
  return isDebian && process.getuid?.() === 0;
}

/** Installs packages of Debian without what they only recommend; rejects when that fails. */
export async function install(...packages) {
  // Where no server of packages answers, that is known within a minute or two.
  const patience = ["-o", "Acquire::Retries=2", "-o", "Acquire::http::Timeout=20"];
  await run("apt-get", [...patience, "update", "-qq"]);
  await run("apt-get", [...patience, "install", "-y", "-qq", "--no-install-recommends", ...packages]);
}

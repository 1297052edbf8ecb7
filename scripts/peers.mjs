import { existsSync, readFileSync } from "node:fs";
import { run } from "./run.mjs";

/** Servers of others with which syncing is tested, by the packages of Debian in which they come. */
const peers = ["rclone", "redis-server"];

function isThere(name) {
  return (process.env.PATH ?? "").split(":").some((folder) => existsSync(`${folder}/${name}`));
}

function isDebianRoot() {
  const isDebian = existsSync("/etc/os-release") && /debian|ubuntu/i.test(readFileSync("/etc/os-release", "utf8"));
  return isDebian && process.getuid?.() === 0;
}

/**
 * Finds the servers with which syncing is tested, or installs them as root on Debian. Elsewhere it says which are
 * missing; the tests that need them fail.
 */
export async function findPeers() {
  const missing = peers.filter((name) => !isThere(name));
  if (missing.length === 0) return console.info(`Peers: ${peers.join(", ")} are here.`);
  if (!isDebianRoot()) return console.warn(`Peers: ${missing.join(" and ")} cannot be found; install them.`);
  console.info(`Peers: installing Debian's ${missing.join(" and ")}.`);
  await run("apt-get", ["update", "-qq"]);
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing]);
}

import { existsSync } from "node:fs";
import { canInstall, install } from "./debian.mjs";

/** Servers of others with which syncing is tested, by the packages of Debian in which they come. */
const peers = ["rclone", "redis-server"];

function isThere(name) {
  return (process.env.PATH ?? "").split(":").some((folder) => existsSync(`${folder}/${name}`));
}

/**
 * Finds the servers with which syncing is tested, or installs them as root on Debian. Elsewhere it says which are
 * missing; the tests that need them fail.
 */
export async function findPeers() {
  const missing = peers.filter((name) => !isThere(name));
  if (missing.length === 0) return console.info(`Peers: ${peers.join(", ")} are here.`);
  if (!canInstall()) return console.warn(`Peers: ${missing.join(" and ")} cannot be found; install them.`);
  console.info(`Peers: installing Debian's ${missing.join(" and ")}.`);
  await install(...missing);
}

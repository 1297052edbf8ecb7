import { existsSync } from "node:fs";
import { canInstall, install } from "./debian.mjs";

/** Third-party servers for sync tests, by Debian package. */
const peers = ["rclone", "redis-server"];

function isThere(name) {
  return (process.env.PATH ?? "").split(":").some((folder) => existsSync(`${folder}/${name}`));
}

/**
 * Finds the servers for sync tests, or installs them as root on Debian. Otherwise it names the missing ones; the tests
 * that need them fail.
 */
export async function findPeers() {
  const missing = peers.filter((name) => !isThere(name));
  if (missing.length === 0) return console.info(`Peers: ${peers.join(", ")} are here.`);
  if (!canInstall()) return console.warn(`Peers: ${missing.join(" and ")} cannot be found; install them.`);
  console.info(`Peers: installing Debian's ${missing.join(" and ")}.`);
  await install(...missing);
}

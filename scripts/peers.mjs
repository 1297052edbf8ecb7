import { existsSync } from "node:fs";
import { canInstall, install } from "./debian.mjs";

/** Third-party servers for tests: programs and their Debian packages. */
const peers = { rclone: "rclone", "redis-server": "redis-server", nginx: "nginx-light" };

function isThere(name) {
  return ["/usr/sbin", ...(process.env.PATH ?? "").split(":")].some((folder) => existsSync(`${folder}/${name}`));
}

/**
 * Finds the servers for tests, or installs them as root on Debian. Otherwise it names the missing ones; the tests
 * that need them fail.
 */
export async function findPeers() {
  const missing = Object.keys(peers).filter((name) => !isThere(name));
  if (missing.length === 0) return console.info(`Peers: ${Object.keys(peers).join(", ")} are here.`);
  if (!canInstall()) return console.warn(`Peers: ${missing.join(" and ")} cannot be found; install them.`);
  console.info(`Peers: installing Debian's ${missing.join(" and ")}.`);
  await install(...missing.map((name) => peers[name]));
}

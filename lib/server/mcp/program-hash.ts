import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import { type CommandLine, commandText } from "@/lib/chat/command-line";

const hashBytes = 16;

/** The cost of a hash: about 50 ms and 16 MB. */
const cost = { N: 2 ** 14, r: 8, p: 1 };

/** Maximum number of hashes in memory. */
const maxHashes = 200;

const hashes = new Map<string, Promise<string>>();

/**
 * Returns the hash of a command with its arguments and environment, to which clients bind permissions.
 *
 * All callers see it, and arguments and environments may contain passwords. So it is slow: a caller cannot try many. The
 * salt only separates it from other hashes, because it must be the same after a restart.
 */
export function programHash(line: CommandLine): Promise<string> {
  const text = commandText(line);
  const known = hashes.get(text);
  if (known) return known;
  if (hashes.size >= maxHashes) hashes.clear();
  const hash = slowHash(text);
  hashes.set(text, hash);
  return hash;
}

const derive = promisify<string, string, number, typeof cost, Buffer>(scrypt);

async function slowHash(text: string): Promise<string> {
  return (await derive(text, "mcp-program", hashBytes, cost)).toString("hex");
}

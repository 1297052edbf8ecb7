import { type CommandLine, commandText } from "@/lib/chat/command-line";
import { shortHash } from "@/lib/tools/tool-hash";

/** Returns the hash of a command with its arguments and environment: permissions apply to one of them. */
export function programHash(line: CommandLine): string {
  return shortHash(commandText(line));
}

/**
 * Returns the hash of a remote server's address: permissions apply to one origin and path. The query is not part of it,
 * because it may contain a key, which can change.
 */
export function addressHash(url: string): string {
  const { origin, pathname } = new URL(url);
  return shortHash(origin + pathname);
}

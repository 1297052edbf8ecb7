import { shortHash } from "@/lib/tools/tool-hash";

/** The command that starts a program. */
interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Returns the hash of a command with its arguments and environment: permissions apply to one of them. */
export function programHash({ command, args, env }: CommandLine): string {
  const variables = Object.entries(env).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return shortHash(JSON.stringify([command, args, variables]));
}

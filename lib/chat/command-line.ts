/** The command that starts a program. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns a text that two commands share only if their arguments and environment are equal, for hashes. */
export function commandText({ command, args, env = {} }: CommandLine): string {
  const variables = Object.entries(env).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([command, args, variables]);
}

declare module "cross-spawn" {
  import type { ChildProcessWithoutNullStreams, SpawnOptionsWithoutStdio } from "node:child_process";

  /** Starts a process as Node does, also by a name that Windows' own call does not find (`npx.cmd`). */
  export default function spawn(
    command: string,
    args: readonly string[],
    options: Omit<SpawnOptionsWithoutStdio, "env"> & { readonly env: Readonly<Record<string, string>> },
  ): ChildProcessWithoutNullStreams;
}

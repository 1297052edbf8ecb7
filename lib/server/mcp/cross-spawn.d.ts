declare module "cross-spawn" {
  import type { ChildProcessWithoutNullStreams, SpawnOptionsWithoutStdio } from "node:child_process";

  /** Starts a process like Node's `spawn`, and also finds commands that Windows does not resolve itself (`npx.cmd`). */
  export default function spawn(
    command: string,
    args: readonly string[],
    options: Omit<SpawnOptionsWithoutStdio, "env"> & { readonly env: Readonly<Record<string, string>> },
  ): ChildProcessWithoutNullStreams;
}

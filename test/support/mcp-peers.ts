import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { McpCommand } from "@/lib/server/mcp/mcp-config";

/** Programs of the protocol's own project that speak MCP over standard input and output. */
type Peer = "everything" | "filesystem" | "memory";

/** Returns what starts a peer: Node itself, so that nothing is looked for or fetched. */
export function peerCommand(peer: Peer, args: readonly string[] = [], env?: Record<string, string>): McpCommand {
  const program = resolve(`node_modules/.bin/mcp-server-${peer}`);
  return { command: process.execPath, args: [program, ...args], ...(env && { env }) };
}

/** A folder of a test's own, with a list of MCP servers in it. */
export interface McpFolder {
  readonly path: string;
  /** The list's file. */
  readonly file: string;
  write(mcpServers: Readonly<Record<string, unknown>>): Promise<void>;
  remove(): Promise<void>;
}

/** Makes an empty folder; whoever makes it removes it. */
export async function makeMcpFolder(): Promise<McpFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "mcp-")));
  const file = join(path, "mcp_config.json");
  return {
    path,
    file,
    write: (mcpServers) => writeFile(file, JSON.stringify({ mcpServers })),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** Whether a process is there. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

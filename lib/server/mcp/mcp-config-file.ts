import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { refuse } from "@/lib/server/error-response";
import { errorCode } from "@/lib/server/mcp/error-code";
import { type McpConfig, mcpConfigSchema } from "@/lib/server/mcp/mcp-config";
import { createQueue } from "@/lib/server/mcp/queue";
import * as z from "@/lib/zod";

/** The operator's file of local MCP servers. */
export interface McpConfigFile {
  /** Reads the file. Throws `mcp-unreadable` if it exists and is invalid. */
  read(): Promise<McpConfig>;
  /**
   * Replaces the content of the file with the result of `edit`; changes run one after another. Throws what `edit`
   * throws.
   */
  change(edit: (config: McpConfig) => McpConfig): Promise<void>;
}

const empty: McpConfig = { mcpServers: {} };

/** Opens the file at a path, which is created when it is first read. */
export function openMcpConfigFile(path: string): McpConfigFile {
  const enqueue = createQueue();

  async function read(): Promise<McpConfig> {
    const text = await readText(path);
    if (text === undefined) {
      // On a read-only disk there are no servers; adding one reports the error.
      await write(path, empty).catch(() => undefined);
      return empty;
    }
    return parse(text);
  }

  return {
    read: () => enqueue(read),
    change: (edit) =>
      enqueue(async () => {
        const config = edit(await read());
        await write(path, config).catch(() => {
          throw refuse("mcp-unreadable");
        });
      }),
  };
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (thrown) {
    if (errorCode(thrown) === "ENOENT") return undefined;
    throw refuse("mcp-unreadable");
  }
}

function parse(text: string): McpConfig {
  try {
    return z.parse(mcpConfigSchema, JSON.parse(text));
  } catch {
    throw refuse("mcp-unreadable");
  }
}

/**
 * Writes the file atomically, so that concurrent readers find the old or the new one. Only the server's user may read
 * it, because it contains secrets.
 */
async function write(path: string, config: McpConfig): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

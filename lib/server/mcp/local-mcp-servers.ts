import { dirname, resolve } from "node:path";
import { openMcpConfigFile } from "@/lib/server/mcp/mcp-config-file";
import { startMcpProcess } from "@/lib/server/mcp/mcp-process";
import { createMcpServers, type McpServers } from "@/lib/server/mcp/mcp-servers";

/**
 * Opens the operator's list of local MCP servers. Their processes run in the list's folder and end with this process.
 *
 * @param path path of the file; empty: `mcp_config.json` in the working directory
 */
export function localMcpServers(path: string): McpServers {
  // The comment prevents the bundler from including the whole project for a path that it cannot know.
  const file = resolve(/* turbopackIgnore: true */ path || "mcp_config.json");
  const servers = createMcpServers(openMcpConfigFile(file), (id, command) =>
    startMcpProcess(id, command, dirname(file)),
  );
  process.once("exit", servers.killAll);
  return servers;
}

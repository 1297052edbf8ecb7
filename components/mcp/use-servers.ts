import type { McpServer } from "@/lib/tools/mcp/server";
import { useMcp } from "@/store/tools/mcp";

/** Returns the user's remote servers, newest first. */
export function useServers(): readonly McpServer[] {
  return useMcp(({ servers }) => servers);
}

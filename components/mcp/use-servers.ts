import { useEffect } from "react";
import type { McpServer } from "@/lib/tools/mcp/server";
import { openMcp, useMcp } from "@/store/tools/mcp";

/** Returns the user's remote servers, newest first; they are read where that was not done. */
export function useServers(): readonly McpServer[] {
  useEffect(() => void openMcp(), []);
  return useMcp(({ servers }) => servers);
}

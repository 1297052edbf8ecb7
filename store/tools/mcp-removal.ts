import type { McpServer } from "@/lib/tools/mcp/server";
import { useMcp } from "@/store/tools/mcp";
import { disconnect } from "@/store/tools/mcp-connections";
import { useMcpSignIns } from "@/store/tools/mcp-sign-ins";
import { useToolRules } from "@/store/tools/tool-rules";

/**
 * Deletes a server with its session, its sign-in and the permissions for its pages. Returns the function that restores all
 * but the session.
 */
export function removeServer({ id, url }: McpServer): () => void {
  const signIn = useMcpSignIns.getState().signIns[url];
  const undo = useMcp.getState().remove(id);
  disconnect(id);
  const undoViews = useToolRules.getState().removeViews(id);
  const isShared = useMcp.getState().servers.some((server) => server.url === url);
  if (!isShared) useMcpSignIns.getState().forget(url);
  return () => {
    undo();
    undoViews();
    if (signIn) useMcpSignIns.getState().set(url, signIn);
  };
}

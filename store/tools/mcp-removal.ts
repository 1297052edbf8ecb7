import type { McpServer } from "@/lib/tools/mcp/server";
import { useMcp } from "@/store/tools/mcp";
import { disconnect } from "@/store/tools/mcp-connections";
import { useMcpSignIns } from "@/store/tools/mcp-sign-ins";

/** Deletes a server with its session and its sign-in. Returns the function that restores server and sign-in. */
export function removeServer({ id, url }: McpServer): () => void {
  const signIn = useMcpSignIns.getState().signIns[url];
  const undo = useMcp.getState().remove(id);
  disconnect(id);
  const isShared = useMcp.getState().servers.some((server) => server.url === url);
  if (!isShared) useMcpSignIns.getState().forget(url);
  return () => {
    undo();
    if (signIn) useMcpSignIns.getState().set(url, signIn);
  };
}

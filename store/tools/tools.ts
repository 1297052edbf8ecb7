import type { ChatSession } from "@/lib/chat/session";
import type { Tool } from "@/lib/chat/tool";
import { createRunCall } from "@/lib/tools/run-tool";
import { withUniqueNames } from "@/lib/tools/unique-names";
import { isMcpChoice } from "@/store/tools/mcp-choice";
import { toolsOfPlugins } from "@/store/tools/plugins";
import { useToolAsks } from "@/store/tools/tool-asks";

/** Returns the tools that one kind of source offers to a chat. Unreachable sources offer none. */
type ToolOffer = (session: ChatSession) => Promise<readonly Tool[]>;

/** All kinds of sources, in the order in which their tools are sent to models. */
const offers: readonly ToolOffer[] = [toolsOfPlugins, toolsOfMcp];

/** The MCP code is loaded only for chats that have chosen a server. */
async function toolsOfMcp(session: ChatSession): Promise<readonly Tool[]> {
  if (!session.mask.plugin.some(isMcpChoice)) return [];
  const [{ toolsOfMcpServers }, { toolsOfOperatorServers }] = await Promise.all([
    import("@/store/tools/mcp-connections"),
    import("@/store/tools/mcp-operator"),
  ]);
  return (await Promise.all([toolsOfMcpServers(session), toolsOfOperatorServers(session)])).flat();
}

/** Returns the tools of a chat, and the function that runs a model's tool calls. */
export async function toolsOf(session: ChatSession) {
  const offered = await Promise.all(offers.map((offer) => offer(session)));
  const tools = withUniqueNames(offered.flat());
  const runCall = createRunCall({
    tools,
    approve: (tool, { signal, onWaiting }) =>
      useToolAsks.getState().ask({ sessionId: session.id, tool, signal, onWaiting }),
    keep: async (media) => (await import("@/store/tools/store-tool-media")).storeToolMedia(media),
  });
  return { tools, runCall };
}

import type { ChatSession } from "@/lib/chat/session";
import type { MissingTools, Tool } from "@/lib/chat/tool";
import type { ToolRequests } from "@/lib/chat/tool-request";
import { toolsOffOf } from "@/lib/chat/tools-off";
import { createRunCall } from "@/lib/tools/run-tool";
import { withUniqueNames } from "@/lib/tools/unique-names";
import { isMcpChoice, mcpChoice } from "@/store/tools/mcp-choice";
import { toolsOfPlugins } from "@/store/tools/plugins";
import { useToolAsks } from "@/store/tools/tool-asks";
import type { ToolChoice, ToolOffer } from "@/store/tools/tool-offer";
import { useToolRequests } from "@/store/tools/tool-requests";

/** Maximum number of tools beyond the limit that a reply names. */
const maxNamed = 20;

/** All kinds of sources, in the order in which their tools are sent to models. */
const offers: readonly ((session: ToolChoice) => Promise<ToolOffer>)[] = [toolsOfPlugins, toolsOfMcp];

/** The MCP code is loaded only for chats that have chosen a server. */
async function toolsOfMcp(session: ToolChoice): Promise<ToolOffer> {
  if (!session.mask.plugin.some(isMcpChoice)) return joinOffers([]);
  const [{ toolsOfMcpServers }, { toolsOfOperatorServers }] = await Promise.all([
    import("@/store/tools/mcp-connections"),
    import("@/store/tools/mcp-operator"),
  ]);
  return joinOffers(await Promise.all([toolsOfMcpServers(session), toolsOfOperatorServers(session)]));
}

function joinOffers(offered: readonly ToolOffer[]): ToolOffer {
  return {
    tools: offered.flatMap(({ tools }) => tools),
    unreachable: offered.flatMap(({ unreachable }) => unreachable),
  };
}

async function offerTo(session: ToolChoice): Promise<ToolOffer> {
  return joinOffers(await Promise.all(offers.map((offer) => offer(session))));
}

/** Returns all tools of one source, given as in `mask.plugin`; undefined if it could not be reached. */
export async function toolsOfSource(choice: string): Promise<readonly Tool[] | undefined> {
  const { tools, unreachable } = await offerTo({ mask: { plugin: [choice] } });
  return unreachable.length > 0 ? undefined : tools;
}

/** Whether the chat has not switched a tool off. */
function isOn({ source, ownName }: Tool, { mask }: ChatSession): boolean {
  const choice = source.kind === "mcp" ? mcpChoice(source.id) : source.id;
  return !toolsOffOf(mask.toolsOff, choice).includes(ownName);
}

/**
 * Returns the tools of a chat, the function that runs a model's tool calls, and the chosen tools that are missing, if
 * any. `complete` lets the chat's model write a text for a tool's source.
 */
export async function toolsOf(session: ChatSession, complete?: ToolRequests["complete"]) {
  const offered = await offerTo(session);
  const { tools, dropped } = withUniqueNames(offered.tools.filter((tool) => isOn(tool, session)));
  const runCall = createRunCall({
    tools,
    approve: (tool, { signal, onWaiting }) =>
      useToolAsks.getState().ask({ sessionId: session.id, tool, signal, onWaiting }),
    ask: useToolRequests.getState().ask,
    complete,
    keep: async (media) => (await import("@/store/tools/store-tool-media")).storeToolMedia(media),
  });
  return { tools, runCall, missing: missingOf(offered.unreachable, dropped) };
}

function missingOf(sources: readonly string[], dropped: readonly Tool[]): MissingTools | undefined {
  if (sources.length === 0 && dropped.length === 0) return undefined;
  const beyondLimit = dropped.slice(0, maxNamed).map(({ ownName }) => ownName);
  return { sources, beyondLimit, more: dropped.length - beyondLimit.length };
}

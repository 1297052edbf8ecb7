import type { Message } from "@/lib/chat/message";
import type { ToolCall } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import type { MissingTools, Tool, ToolOutcome, ToolSource } from "@/lib/chat/tool";
import { maxResultChars } from "@/lib/chat/tool-answer";
import type { ToolRequests } from "@/lib/chat/tool-request";
import { toolsOffOf } from "@/lib/chat/tools-off";
import { isToolkitChoice, toolkitChoice } from "@/lib/tools/app/app-tool";
import { createRunCall } from "@/lib/tools/run-tool";
import { withUniqueNames } from "@/lib/tools/unique-names";
import { knowledgeOf } from "@/store/settings/project-knowledge";
import { isMcpChoice, mcpChoice } from "@/store/tools/mcp-choice";
import { toolsOfPlugins } from "@/store/tools/plugins";
import { hasQuotedTexts } from "@/store/tools/quoted-texts";
import { useToolAsks } from "@/store/tools/tool-asks";
import type { ToolChoice, ToolOffer } from "@/store/tools/tool-offer";
import { useToolRequests } from "@/store/tools/tool-requests";
import { searchOf } from "@/store/tools/web-search";

/** Maximum number of tools beyond the limit that a reply names. */
const maxNamed = 20;

/** All kinds of sources, in the order in which their tools are sent to models. */
const offers: readonly ((session: ToolChoice) => Promise<ToolOffer>)[] = [toolsOfPlugins, toolsOfMcp, toolsOfToolkits];

/** The MCP code is loaded only for chats that have chosen a server. */
async function toolsOfMcp(session: ToolChoice): Promise<ToolOffer> {
  if (!session.mask.plugin.some(isMcpChoice)) return joinOffers([]);
  const [{ toolsOfMcpServers }, { toolsOfOperatorServers }] = await Promise.all([
    import("@/store/tools/mcp-connections"),
    import("@/store/tools/mcp-operator"),
  ]);
  const offered = await Promise.all([toolsOfMcpServers(session), toolsOfOperatorServers(session)]);
  if (!process.env.BUILD_APP) return joinOffers(offered);
  const { toolsOfPrograms } = await import("@/store/tools/program-connections");
  return joinOffers([...offered, await toolsOfPrograms(session)]);
}

/** The app's own tools are loaded only for chats that have chosen some. */
async function toolsOfToolkits(session: ToolChoice): Promise<ToolOffer> {
  if (!session.mask.plugin.some(isToolkitChoice)) return joinOffers([]);
  const { toolsOfApp } = await import("@/store/tools/app-tools");
  return toolsOfApp(session);
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

/** Returns the entry in `mask.plugin` for a source. */
function choiceOf({ kind, id }: ToolSource): string {
  if (kind === "mcp") return mcpChoice(id);
  return kind === "app" ? toolkitChoice(id) : id;
}

/** Whether the chat has not switched a tool off. */
export function isToolOn({ source, ownName }: Tool, { mask }: ChatSession): boolean {
  const choice = choiceOf(source);
  return !toolsOffOf(mask.toolsOff, choice).includes(ownName);
}

/** The parts of a reply that its tools need. */
interface ReplyContext {
  /** Lets the chat's model write a text for a tool's source. */
  readonly complete?: ToolRequests["complete"];
  /** The messages of the chat. */
  readonly thread?: readonly Message[];
  /** The app's tools that the chat has not chosen. They are dropped if the web search accepts no tools. */
  readonly own?: readonly Tool[];
}

/**
 * Returns the tools of a chat, the function that runs a model's tool calls, the web search if the chat uses it, and what
 * is missing of the chosen tools. Rules do not count once texts of others are part of the chat: such a text could tell
 * the model to call tools (docs/security.md#t98).
 */
export async function toolsOf(session: ChatSession, { complete, thread = [], own = [] }: ReplyContext = {}) {
  const offered = await offerTo({ mask: session.mask, thread });
  const chosen = offered.tools.filter((tool) => isToolOn(tool, session));
  const { search, searchTool = [], missing: missingSearch } = await searchOf(session, chosen.length > 0);
  const { tools: named, dropped } = withUniqueNames([...searchTool, ...(search?.excludesTools ? [] : own), ...chosen]);
  const tools = search ? [...named, ...search.tools] : named;
  let hasQuotes = knowledgeOf(session).length > 0 || hasQuotedTexts(thread);
  const run = createRunCall({
    tools,
    approve: async (tool, { signal, onWaiting }) =>
      runsUnasked(tool) || useToolAsks.getState().ask({ sessionId: session.id, tool, hasQuotes, signal, onWaiting }),
    ask: useToolRequests.getState().ask,
    complete,
    keep: async (media) => (await import("@/store/tools/store-tool-media")).storeToolMedia(media, session.isTemporary),
  });
  const runCall: typeof run = async (call, context) => {
    const outcome = await run(call, context);
    const view = outcome.view && (await sealedView(call, outcome, tools));
    if (view) context.report({ view });
    hasQuotes ||= tools.some(({ name, returnsQuotes }) => name === call.name && returnsQuotes === true);
    return outcome;
  };
  return { tools, runCall, search, missing: missingOf(offered.unreachable, dropped, missingSearch) };
}

/** Returns the page of a call, with the seal of this device: its page gets no other results (docs/security.md#t912). */
async function sealedView({ name, argumentsText }: ToolCall, outcome: ToolOutcome, tools: readonly Tool[]) {
  const tool = tools.find((each) => each.name === name);
  if (!tool || !outcome.view) return undefined;
  const { source, host, serverHash, ownName } = tool;
  const { withSeal } = await import("@/store/tools/view-seals");
  return withSeal({
    server: { id: source.id, host, serverHash },
    ...{ ownName, argumentsText, view: outcome.view },
    // As the message stores them.
    ...{ text: outcome.text.slice(0, maxResultChars), isError: outcome.problem !== undefined },
  });
}

/** Whether a tool needs no permission. Only the app can declare that of its own tools. */
function runsUnasked({ source, runsUnasked: isDeclared }: Tool): boolean {
  return source.kind === "app" && isDeclared === true;
}

function missingOf(
  sources: readonly string[],
  dropped: readonly Tool[],
  search: MissingTools["search"],
): MissingTools | undefined {
  if (sources.length === 0 && dropped.length === 0 && !search) return undefined;
  const beyondLimit = dropped.slice(0, maxNamed).map(({ ownName }) => ownName);
  return { sources, ...(search && { search }), beyondLimit, more: dropped.length - beyondLimit.length };
}

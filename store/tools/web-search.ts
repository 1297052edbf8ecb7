import type { ChatSession } from "@/lib/chat/session";
import type { MissingTools, Tool, ToolDefinition } from "@/lib/chat/tool";
import { brand } from "@/lib/platform/brand";
import type { ChatCodec } from "@/lib/providers/provider";
import { placeInUse, useAccess } from "@/store/settings/access";

/** The web search of a reply. */
interface ReplySearch {
  /** Returns a codec whose requests have the search. */
  withSearch(codec: ChatCodec): ChatCodec;
  /** Tools that the model calls to search. */
  readonly tools: readonly Tool[];
}

/**
 * Returns the web search of a chat's model if the chat uses it, or the reason that the reply has none. Its code is
 * lazy-loaded, for chats that search.
 */
export async function searchOf(
  { mask }: Pick<ChatSession, "mask">,
  hasTools: boolean,
): Promise<{ readonly search?: ReplySearch; readonly missing?: NonNullable<MissingTools["search"]> }> {
  if (!mask.webSearch) return {};
  const { webSearchOf, withWebSearch } = await import("@/lib/providers/web-search");
  const { model, providerName } = mask.modelConfig;
  const search = webSearchOf(placeInUse(useAccess.getState(), providerName), model);
  if (!search) return { missing: "unsupported" };
  if (search.excludesTools && hasTools) return { missing: "with-tools" };
  const tools = search.echoedTool ? [echoTool(search.echoedTool)] : [];
  return { search: { withSearch: (codec) => withWebSearch(codec, search), tools } };
}

/** Returns a tool that answers with its own arguments: the provider searches when they arrive. */
function echoTool(definition: ToolDefinition): Tool {
  return {
    ...definition,
    source: { kind: "app", id: "search", name: brand.name },
    ownName: definition.name,
    host: "",
    isReading: true,
    runsUnasked: true,
    run: async (args) => ({ text: JSON.stringify(args) }),
  };
}

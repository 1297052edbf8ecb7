import type { ChatSession } from "@/lib/chat/session";
import type { MissingTools, Tool, ToolDefinition } from "@/lib/chat/tool";
import { brand } from "@/lib/platform/brand";
import type { ChatCodec } from "@/lib/providers/provider";
import { placeInUse, useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { searchTarget } from "@/store/tools/search-target";

/** The web search of a reply by the model's provider. */
interface ReplySearch {
  /** Returns a codec whose requests have the search. */
  withSearch(codec: ChatCodec): ChatCodec;
  /** Tools that the model calls to search. */
  readonly tools: readonly Tool[];
  /** Whether the model accepts no other tools with it. */
  readonly excludesTools: boolean;
}

/** The search of a reply by the provider or with a tool of the app, or the reason for its absence. */
interface SearchOffer {
  readonly search?: ReplySearch;
  /** The app's own search, as a list of one tool. */
  readonly searchTool?: readonly Tool[];
  readonly missing?: NonNullable<MissingTools["search"]>;
}

/**
 * Returns the web search of a chat if the chat uses it: that of the model's provider, or the app's own if the provider has
 * none or the user prefers it. Its code is lazy-loaded, for chats that search.
 */
export async function searchOf({ mask }: Pick<ChatSession, "mask">, hasTools: boolean): Promise<SearchOffer> {
  if (!mask.webSearch) return {};
  const { webSearchOf, withWebSearch } = await import("@/lib/providers/web-search");
  const { model, providerName } = mask.modelConfig;
  const search = webSearchOf(placeInUse(useAccess.getState(), providerName), model);
  const isBlocked = search?.excludesTools === true && hasTools;
  const isPreferred = useSettings.getState().searchConfig.isPreferred;
  if (searchTarget() && (!search || isBlocked || isPreferred)) {
    const { searchToolOfApp } = await import("@/store/tools/app-tools");
    return { searchTool: [await searchToolOfApp()] };
  }
  if (!search) return { missing: "unsupported" };
  if (isBlocked) return { missing: "with-tools" };
  const tools = search.echoedTool ? [echoTool(search.echoedTool)] : [];
  return {
    search: {
      withSearch: (codec) => withWebSearch(codec, search),
      tools,
      excludesTools: search.excludesTools === true,
    },
  };
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

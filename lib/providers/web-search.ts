import type { ToolDefinition } from "@/lib/chat/tool";
import { isRecord, type JsonRecord, listOf, parseJson, recordOf } from "@/lib/json";
import { baseName } from "@/lib/providers/model-families";
import type { ChatCodec } from "@/lib/providers/provider";

/** The web search of a provider. */
interface SearchRow {
  /** The provider's name (`placeOf`). */
  readonly place: string;
  /** The models that have it, tested against the name in lower case without the folder of a vendor. */
  readonly match: RegExp;
  /** Returns a request body with the search. */
  apply(body: JsonRecord): JsonRecord;
  /** Set if a request cannot have function tools as well. */
  readonly excludesTools?: true;
  /** A tool that the model calls for a search, and that is answered with its own arguments. */
  readonly echoedTool?: ToolDefinition;
}

const addTool =
  (tool: JsonRecord) =>
  (body: JsonRecord): JsonRecord => ({ ...body, tools: [...listOf(body.tools), tool] });

/**
 * The tool that Kimi calls for each search. The search itself runs when the call's arguments are sent back.
 * https://platform.moonshot.ai/docs/guide/use-web-search
 */
const kimiSearch: ToolDefinition = { name: "$web_search", description: "", parameters: { type: "object" } };

/** The web searches of providers; the first row with the place and the model counts. */
const searches: readonly SearchRow[] = [
  // https://platform.openai.com/docs/guides/tools-web-search
  {
    place: "OpenAI",
    match:
      /^(gpt-4o(-mini)?(-20|$)|gpt-4\.1(-mini)?(-20|$)|gpt-([5-9]|[1-9]\d)(?!.*(chat|image|audio|search))|o3(?!-mini)|o4)/,
    apply: addTool({ type: "web_search" }),
  },
  // https://docs.x.ai/docs/guides/tools/search-tools
  { place: "XAI", match: /^grok-([4-9]|[1-9]\d)/, apply: addTool({ type: "web_search" }) },
  // https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool
  {
    place: "Anthropic",
    match: /^claude-(?!2|instant|3-(opus|sonnet|haiku))/,
    apply: addTool({ type: "web_search_20250305", name: "web_search", max_uses: 5 }),
  },
  // Gemini rejects function tools beside the search. https://ai.google.dev/gemini-api/docs/google-search
  {
    place: "Google",
    match: /^gemini-([2-9]|[1-9]\d|(pro|flash)-latest)(?!.*(lite|image|tts|audio|live|embedding))/,
    apply: addTool({ googleSearch: {} }),
    excludesTools: true,
  },
  // https://openrouter.ai/docs/guides/features/server-tools/web-search
  { place: "OpenRouter", match: /./, apply: addTool({ type: "openrouter:web_search" }) },
  // https://help.aliyun.com/zh/model-studio/web-search
  {
    place: "Alibaba",
    match: /^(qwen-(max|plus|flash|turbo)|qwen3-max|qwen3\.\d+-(max|plus|flash)|qwq-plus)/,
    apply: (body) => ({
      ...body,
      parameters: { ...recordOf(body.parameters), enable_search: true, search_options: { enable_source: true } },
    }),
  },
  // https://docs.bigmodel.cn/cn/guide/tools/web-search
  {
    place: "ChatGLM",
    match: /^glm-(?!image)/,
    apply: addTool({
      type: "web_search",
      web_search: { enable: true, search_engine: "search_std", search_result: true },
    }),
  },
  // Kimi's newer models search only without thinking. https://platform.moonshot.ai/docs/guide/use-web-search
  {
    place: "Moonshot",
    match: /^(moonshot-v1|kimi-(latest|k2|k3))/,
    apply: (body) => ({
      ...body,
      tools: listOf(body.tools).map((tool) => (isKimiSearch(tool) ? builtinFunction : tool)),
      ...(/^kimi-k2\.[5-9]/.test(String(body.model)) ? { thinking: { type: "disabled" } } : {}),
    }),
    echoedTool: kimiSearch,
  },
];

const builtinFunction: JsonRecord = { type: "builtin_function", function: { name: kimiSearch.name } };

function isKimiSearch(tool: unknown): boolean {
  return recordOf(recordOf(tool).function).name === kimiSearch.name;
}

/** The web search of a model: how a request gets it. */
export type WebSearch = Pick<SearchRow, "excludesTools" | "echoedTool" | "apply">;

/** Returns the web search that a provider offers for a model; undefined without one. */
export function webSearchOf(place: string, model: string): WebSearch | undefined {
  const name = baseName(model).toLowerCase();
  return searches.find((row) => row.place === place && row.match.test(name));
}

/** Returns a codec that adds the web search to requests that ask for it. */
export function withWebSearch(codec: ChatCodec, { apply }: WebSearch): ChatCodec {
  return {
    ...codec,
    buildRequest(request, connection) {
      const call = codec.buildRequest(request, connection);
      if (!request.search) return call;
      const body = call.body === undefined ? undefined : parseJson(call.body);
      return isRecord(body) ? { ...call, body: JSON.stringify(apply(body)) } : call;
    },
  };
}

/** Settings that are checked together, as they were read: an empty text or list if unset. */
interface Settings {
  readonly enableDemo: boolean;
  readonly disableDemo: boolean;
  readonly disablePluginProxy: boolean;
  readonly PLUGIN_PROXY_HOSTS: readonly string[];
  readonly PLUGIN_PROXY_INTERNAL_HOSTS: readonly string[];
  readonly ENABLE_MCP: string;
  readonly MCP_ADMIN_SECRET: string;
  readonly UPSTASH_REDIS_REST_URL: string;
  readonly UPSTASH_REDIS_REST_TOKEN: string;
  readonly CLOUDFLARE_ACCOUNT_ID: string;
  readonly CLOUDFLARE_KV_NAMESPACE_ID: string;
  readonly CLOUDFLARE_KV_API_KEY: readonly string[];
  readonly LLAMACPP_URL: string;
  readonly LLAMACPP_API_KEY: readonly string[];
  readonly VLLM_URL: string;
  readonly VLLM_API_KEY: readonly string[];
  readonly codes: readonly string[];
  readonly CODE_SECRET: readonly string[];
  readonly CODE_LIMITS: string;
  readonly SEARCH_ENGINE: string;
  readonly SEARCH_API_KEY: string;
  readonly SEARCH_URL: string;
}

/** Pairs of settings of which one disables the other or requires it. */
const contradictions: readonly { isSo(read: Settings): boolean; words: string }[] = [
  {
    isSo: ({ enableDemo, disableDemo }) => enableDemo && disableDemo,
    words: "ENABLE_DEMO has no effect beside DISABLE_DEMO: leave one of them empty.",
  },
  {
    isSo: ({ disablePluginProxy, PLUGIN_PROXY_HOSTS, PLUGIN_PROXY_INTERNAL_HOSTS }) =>
      disablePluginProxy && PLUGIN_PROXY_HOSTS.length + PLUGIN_PROXY_INTERNAL_HOSTS.length > 0,
    words: "PLUGIN_PROXY_HOSTS and PLUGIN_PROXY_INTERNAL_HOSTS have no effect beside DISABLE_PLUGIN_PROXY.",
  },
  {
    isSo: ({ ENABLE_MCP, MCP_ADMIN_SECRET }) => ENABLE_MCP === "" && MCP_ADMIN_SECRET !== "",
    words: "MCP_ADMIN_SECRET has no effect without ENABLE_MCP=true.",
  },
  {
    isSo: ({ UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN }) =>
      (UPSTASH_REDIS_REST_URL === "") !== (UPSTASH_REDIS_REST_TOKEN === ""),
    words: "UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN are needed together.",
  },
  {
    isSo: ({ CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_KV_NAMESPACE_ID, CLOUDFLARE_KV_API_KEY }) => {
      const parts = [CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_KV_NAMESPACE_ID, CLOUDFLARE_KV_API_KEY.join()];
      return parts.includes("") && parts.some((part) => part !== "");
    },
    words: "CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_KV_NAMESPACE_ID and CLOUDFLARE_KV_API_KEY are needed together.",
  },
  {
    isSo: ({ LLAMACPP_URL, LLAMACPP_API_KEY }) => LLAMACPP_URL === "" && LLAMACPP_API_KEY.length > 0,
    words: "LLAMACPP_API_KEY has no effect without LLAMACPP_URL.",
  },
  {
    isSo: ({ VLLM_URL, VLLM_API_KEY }) => VLLM_URL === "" && VLLM_API_KEY.length > 0,
    words: "VLLM_API_KEY has no effect without VLLM_URL.",
  },
  {
    isSo: ({ codes, CODE_SECRET, CODE_LIMITS }) => CODE_LIMITS !== "" && codes.length + CODE_SECRET.length === 0,
    words: "CODE_LIMITS needs CODE or CODE_SECRET: without them, every code is refused.",
  },
  {
    isSo: ({ SEARCH_ENGINE, SEARCH_API_KEY, SEARCH_URL }) => SEARCH_ENGINE === "" && SEARCH_API_KEY + SEARCH_URL !== "",
    words: "SEARCH_API_KEY and SEARCH_URL have no effect without SEARCH_ENGINE.",
  },
];

/** Returns the contradictory or incomplete settings, each with the solution. */
export function contradictionsIn(read: Settings): string[] {
  return contradictions.filter(({ isSo }) => isSo(read)).map(({ words }) => words);
}

import { endpoint, secret, text } from "@/lib/fields/fields";
import { anthropicModelList } from "@/lib/providers/codecs/anthropic/anthropic-model-list";
import { anthropicVersion, anthropicVersionHeader } from "@/lib/providers/codecs/anthropic/anthropic-version";
import { defineProvider } from "@/lib/providers/provider";

/** Anthropic, the maker of Claude. */
export const anthropic = defineProvider({
  id: "anthropic",
  name: "Anthropic",
  fields: {
    url: endpoint("https://api.anthropic.com", "ANTHROPIC_URL", "BASE_URL"),
    apiKey: secret("ANTHROPIC_API_KEY"),
    apiVersion: text({ section: "access", default: anthropicVersion, env: "ANTHROPIC_API_VERSION" }),
  },
  cachesPrefixes: true,
  auth: ({ apiKey, apiVersion }) => ({
    ...(apiKey ? { "x-api-key": apiKey } : {}),
    ...anthropicVersionHeader(apiVersion),
  }),
  relayed: ["POST v1/messages", "POST v1/complete", "GET v1/models?limit,after_id"],
  relayedHeaders: ["anthropic-version", "anthropic-beta"],
  // Without this header, Anthropic's CORS policy blocks calls from the browser.
  directHeaders: { "anthropic-dangerous-direct-browser-access": "true" },
  models: [
    "claude-instant-1.2",
    "claude-2.0",
    "claude-2.1",
    "claude-3-sonnet-20240229",
    "claude-3-opus-20240229",
    "claude-3-opus-latest",
    "claude-3-haiku-20240307",
    "claude-3-5-haiku-20241022",
    "claude-3-5-haiku-latest",
    "claude-3-5-sonnet-20240620",
    "claude-3-5-sonnet-20241022",
    "claude-3-5-sonnet-latest",
    "claude-3-7-sonnet-20250219",
    "claude-3-7-sonnet-latest",
    "claude-sonnet-4-20250514",
    "claude-opus-4-20250514",
    // Models that became available later, until late 2026.
    "claude-fable-5-2",
    "claude-fable-5-1",
    "claude-fable-5",
    "claude-opus-5-5",
    "claude-sonnet-5-5",
    "claude-haiku-5-5",
    "claude-opus-5",
    "claude-sonnet-5",
    "claude-opus-4-8",
    "claude-opus-4-7",
    "claude-opus-4-6",
    "claude-sonnet-4-6",
    "claude-haiku-4-5",
    "claude-opus-4-5",
    "claude-sonnet-4-5-20250929",
  ],
  chat: async () => (await import("@/lib/providers/codecs/anthropic/anthropic-codec")).anthropicCodec,
  modelList: anthropicModelList,
});

import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { gatewayDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider } from "@/lib/providers/provider";

/** OpenRouter, a gateway to the models of many other providers. It sends token counts by default. */
export const openrouter = defineProvider({
  id: "openrouter",
  name: "OpenRouter",
  fields: {
    url: endpoint("https://openrouter.ai/api", "OPENROUTER_URL"),
    apiKey: secret("OPENROUTER_API_KEY"),
  },
  auth: bearer,
  relayed: ["POST v1/chat/completions", "GET v1/models", "GET v1/credits"],
  models: ["openai/gpt-6-luna", "anthropic/claude-opus-5.5"],
  chat: (model) => gatewayDialect(model, { path: "v1/chat/completions", sendsFiles: true, sendsToolNames: false }),
  modelList: openAIModelList({ path: "v1/models" }),
  listsModelsAtStart: true,
  balance: async () => (await import("@/lib/providers/balance")).openRouterBalance,
});

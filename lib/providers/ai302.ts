import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { gatewayDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider } from "@/lib/providers/provider";

/** 302.AI, a gateway to the models of many other providers. */
export const ai302 = defineProvider({
  id: "ai302",
  route: "302ai",
  name: "302.AI",
  fields: {
    url: endpoint("https://api.302.ai", "AI302_URL"),
    apiKey: secret("AI302_API_KEY"),
  },
  auth: bearer,
  relayed: ["POST v1/chat/completions", "GET v1/models?llm", "POST jina/v1/embeddings"],
  models: [
    "deepseek-chat",
    "gpt-4o",
    "chatgpt-4o-latest",
    "llama3.3-70b",
    "deepseek-reasoner",
    "gemini-2.0-flash",
    "claude-3-7-sonnet-20250219",
    "claude-3-7-sonnet-latest",
    "grok-3-beta",
    "grok-3-mini-beta",
    "gpt-4.1",
    "gpt-4.1-mini",
    "o3",
    "o4-mini",
    "qwen3-235b-a22b",
    "qwen3-32b",
    "gemini-2.5-pro-preview-05-06",
    "llama-4-maverick",
    "gemini-2.5-flash",
    "claude-sonnet-4-20250514",
    "claude-opus-4-20250514",
    "gemini-2.5-pro",
  ],
  chat: (model) => gatewayDialect(model, { path: "v1/chat/completions", sendsUsageOption: true }),
  modelList: openAIModelList({ path: "v1/models?llm=1" }),
  listsModelsAtStart: true,
});

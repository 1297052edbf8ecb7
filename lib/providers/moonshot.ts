import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider } from "@/lib/providers/provider";

/** Moonshot with its Kimi models. Keys of the Chinese site need its URL, https://api.moonshot.cn. */
export const moonshot = defineProvider({
  id: "moonshot",
  name: "Moonshot",
  fields: {
    url: endpoint("https://api.moonshot.ai", "MOONSHOT_URL"),
    apiKey: secret("MOONSHOT_API_KEY"),
  },
  auth: bearer,
  relayed: ["POST v1/chat/completions", "GET v1/models", "GET v1/users/me/balance"],
  models: [
    "moonshot-v1-auto",
    "moonshot-v1-8k",
    "moonshot-v1-32k",
    "moonshot-v1-128k",
    "moonshot-v1-8k-vision-preview",
    "moonshot-v1-32k-vision-preview",
    "moonshot-v1-128k-vision-preview",
    "kimi-thinking-preview",
    "kimi-k2-0711-preview",
    "kimi-latest",
    "kimi-k3",
    "kimi-k2.7-code",
    "kimi-k2.7-code-highspeed",
    "kimi-k2.6",
  ],
  chat: async (model) =>
    openAIDialect({
      path: "v1/chat/completions",
      // Kimi accepts one temperature, one top_p and no penalties; other values return 400.
      sendsSampling: !model.startsWith("kimi-"),
      temperatureRange: [0, 1],
      echoesReasoning: true,
      fixHistory: (await import("@/lib/providers/codecs/fix-history")).mergeAssistant,
      errorKinds: (await import("@/lib/providers/codecs/openai/dialect-errors")).moonshotErrors,
    }),
  modelList: openAIModelList({ path: "v1/models" }),
  balance: async () => (await import("@/lib/providers/balance")).moonshotBalance,
});

import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider } from "@/lib/providers/provider";

/** DeepSeek. Thinking is on by default and must be sent back with the tool calls that follow it. */
export const deepseek = defineProvider({
  id: "deepseek",
  name: "DeepSeek",
  fields: {
    url: endpoint("https://api.deepseek.com", "DEEPSEEK_URL"),
    apiKey: secret("DEEPSEEK_API_KEY"),
  },
  auth: bearer,
  cachesPrefixes: true,
  relayed: ["POST chat/completions", "GET models", "GET user/balance"],
  models: ["deepseek-chat", "deepseek-coder", "deepseek-reasoner", "deepseek-flash", "deepseek-v4-pro"],
  chat: async (model) =>
    openAIDialect({
      path: "chat/completions",
      sendsUsageOption: true,
      sendsImages: /flash|vision/.test(model),
      echoesReasoning: true,
      fixHistory: (await import("@/lib/providers/codecs/fix-history")).dropBeforeFirstUser,
    }),
  modelList: openAIModelList({ path: "models" }),
  balance: async () => (await import("@/lib/providers/balance")).deepseekBalance,
});

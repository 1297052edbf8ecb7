import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider } from "@/lib/providers/provider";

/** SiliconFlow, which serves open models of many makers; its model list is the only current source. */
export const siliconflow = defineProvider({
  id: "siliconflow",
  name: "SiliconFlow",
  fields: {
    url: endpoint("https://api.siliconflow.cn", "SILICONFLOW_URL"),
    apiKey: secret("SILICONFLOW_API_KEY"),
  },
  auth: bearer,
  relayed: ["POST v1/chat/completions", "GET v1/models?sub_type", "GET v1/user/info"],
  models: [
    "Qwen/Qwen2.5-7B-Instruct",
    "Qwen/Qwen2.5-72B-Instruct",
    "deepseek-ai/DeepSeek-R1",
    "deepseek-ai/DeepSeek-R1-Distill-Llama-70B",
    "deepseek-ai/DeepSeek-R1-Distill-Llama-8B",
    "deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B",
    "deepseek-ai/DeepSeek-R1-Distill-Qwen-14B",
    "deepseek-ai/DeepSeek-R1-Distill-Qwen-32B",
    "deepseek-ai/DeepSeek-R1-Distill-Qwen-7B",
    "deepseek-ai/DeepSeek-V3",
    "meta-llama/Llama-3.3-70B-Instruct",
    "THUDM/glm-4-9b-chat",
    "Pro/deepseek-ai/DeepSeek-R1",
    "Pro/deepseek-ai/DeepSeek-V3",
  ],
  chat: async () =>
    openAIDialect({
      path: "v1/chat/completions",
      errorKinds: (await import("@/lib/providers/codecs/openai/dialect-errors")).siliconflowErrors,
    }),
  modelList: openAIModelList({ path: "v1/models?sub_type=chat" }),
  listsModelsAtStart: true,
  balance: async () => (await import("@/lib/providers/balance")).siliconflowBalance,
});

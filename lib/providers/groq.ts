import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider } from "@/lib/providers/provider";

/** Groq, which serves open models fast. It sends token counts by default, in its own field. */
export const groq = defineProvider({
  id: "groq",
  name: "Groq",
  fields: {
    url: endpoint("https://api.groq.com/openai", "GROQ_URL"),
    apiKey: secret("GROQ_API_KEY"),
  },
  auth: bearer,
  relayed: ["POST v1/chat/completions", "POST v1/audio/transcriptions", "GET v1/models"],
  otherModels: ["whisper-large-v3-turbo"],
  models: [
    "openai/gpt-oss-120b",
    "openai/gpt-oss-20b",
    "qwen/qwen3.6-27b",
    "minimaxai/minimax-m2.7",
    "groq/compound",
    "groq/compound-mini",
  ],
  chat: () =>
    openAIDialect({
      path: "v1/chat/completions",
      sendsToolNames: false,
      // Status 498: the flex capacity is exhausted for now. https://console.groq.com/docs/errors
      errorKinds: { capacityexceeded: "overloaded" },
    }),
  modelList: openAIModelList({ path: "v1/models" }),
});

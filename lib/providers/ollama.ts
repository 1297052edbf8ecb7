import { endpoint } from "@/lib/fields/fields";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider } from "@/lib/providers/provider";

/** Ollama on the user's computer. It accepts calls from other origins only if `OLLAMA_ORIGINS` allows them. */
export const ollama = defineProvider({
  id: "ollama",
  name: "Ollama",
  isLocal: true,
  takesNoWebp: true,
  fields: { url: endpoint("http://localhost:11434") },
  auth: () => ({}),
  relayed: [],
  models: [],
  chat: () => openAIDialect({ path: "v1/chat/completions", sendsUsageOption: true }),
  modelList: openAIModelList({ path: "v1/models", server: "ollama" }),
});

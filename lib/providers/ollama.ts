import { endpoint } from "@/lib/fields/fields";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider } from "@/lib/providers/provider";

/** Ollama on the user's computer. It accepts calls from other origins only if `OLLAMA_ORIGINS` allows them. */
export const ollama = defineProvider({
  id: "ollama",
  name: "Ollama",
  isLocal: true,
  hasOllamaApi: true,
  takesNoWebp: true,
  fields: { url: endpoint("http://localhost:11434") },
  auth: () => ({}),
  relayed: [],
  models: [],
  chat: async () => (await import("@/lib/providers/codecs/ollama-wire")).ollamaCodec(),
  modelList: openAIModelList({ path: "v1/models", server: "ollama" }),
});

import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider } from "@/lib/providers/provider";

/** A llama.cpp server on the user's computer; it needs a key only if it was started with one. */
export const llamaCpp = defineProvider({
  id: "llamacpp",
  name: "llama.cpp",
  isLocal: true,
  takesNoWebp: true,
  fields: { url: endpoint("http://localhost:8080"), apiKey: secret() },
  auth: bearer,
  relayed: [],
  models: [],
  chat: () => openAIDialect({ path: "v1/chat/completions", sendsUsageOption: true }),
  modelList: openAIModelList({ path: "v1/models", server: "llama.cpp" }),
});

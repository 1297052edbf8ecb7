import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider } from "@/lib/providers/provider";

/** LM Studio on the user's computer; it needs a token only if its settings require one. */
export const lmStudio = defineProvider({
  id: "lmstudio",
  name: "LM Studio",
  isLocal: true,
  takesNoWebp: true,
  fields: { url: endpoint("http://localhost:1234"), apiKey: secret() },
  auth: bearer,
  relayed: [],
  models: [],
  chat: () => openAIDialect({ path: "v1/chat/completions", sendsUsageOption: true }),
  modelList: openAIModelList({ path: "v1/models", server: "lm-studio" }),
});

import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider } from "@/lib/providers/provider";

/** A vLLM server on the user's computer; it accepts browser calls only if it was started with `--allowed-origins`. */
export const vllm = defineProvider({
  id: "vllm",
  name: "vLLM",
  isLocal: true,
  takesNoWebp: true,
  fields: { url: endpoint("http://localhost:8000"), apiKey: secret() },
  auth: bearer,
  relayed: [],
  models: [],
  chat: () => openAIDialect({ path: "v1/chat/completions", sendsUsageOption: true }),
  modelList: openAIModelList({ path: "v1/models" }),
});

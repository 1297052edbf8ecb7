import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider } from "@/lib/providers/provider";

/** Mistral. It rejects unknown fields, including `stream_options`, and sends token counts without it. */
export const mistral = defineProvider({
  id: "mistral",
  name: "Mistral",
  fields: {
    url: endpoint("https://api.mistral.ai", "MISTRAL_URL"),
    apiKey: secret("MISTRAL_API_KEY"),
  },
  auth: bearer,
  relayed: ["POST v1/chat/completions", "POST v1/audio/transcriptions", "POST v1/embeddings", "GET v1/models"],
  otherModels: ["voxtral-mini-latest", "mistral-embed"],
  models: [
    "mistral-large-latest",
    "mistral-large-2512",
    "mistral-medium-latest",
    "mistral-medium-2604",
    "mistral-small-latest",
    "mistral-small-2603",
    "magistral-medium-latest",
    "devstral-medium-latest",
    "codestral-2508",
    "ministral-14b-latest",
    "ministral-8b-latest",
    "ministral-3b-latest",
  ],
  chat: () => openAIDialect({ path: "v1/chat/completions", temperatureRange: [0, 1.5] }),
  modelList: openAIModelList({ path: "v1/models" }),
});

import { endpoint, secret, text } from "@/lib/fields/fields";
import { openai } from "@/lib/providers/openai";
import { defineProvider } from "@/lib/providers/provider";

/** OpenAI's models at Azure, each in a deployment of the user's resource. Azure has no public URL. */
export const azure = defineProvider({
  id: "azure",
  name: "Azure",
  fields: {
    url: endpoint("", "AZURE_URL"),
    apiKey: secret("AZURE_API_KEY"),
    apiVersion: text({ section: "access", default: "2023-08-01-preview", env: "AZURE_API_VERSION" }),
  },
  cachesPrefixes: true,
  auth: ({ apiKey }): Record<string, string> => (apiKey ? { "api-key": apiKey } : {}),
  isComplete: ({ url, apiKey, apiVersion }) => Boolean(url && apiKey && apiVersion),
  incompleteText: "incomplete azure config, please check it in your settings page",
  relayed: [
    "POST deployments/{deployment}/chat/completions?api-version",
    "POST deployments/{deployment}/images/generations?api-version",
    "POST deployments/{deployment}/images/edits?api-version",
    "POST deployments/{deployment}/audio/speech?api-version",
    "POST deployments/{deployment}/embeddings?api-version",
    "POST v1/chat/completions?api-version",
    "POST v1/responses?api-version",
    "POST v1/images/generations?api-version",
    "POST v1/images/edits?api-version",
    "POST v1/audio/speech?api-version",
    "POST v1/embeddings?api-version",
  ],
  models: openai.models,
  modelNames: "deployments",
  servesUnboundModels: true,
  chat: async (model) => (await import("@/lib/providers/codecs/azure-codec")).azureCodec(model),
  speech: async () => (await import("@/lib/providers/codecs/azure-audio")).azureSpeech,
});

import { choice, endpoint, secret, text } from "@/lib/fields/fields";
import { googleModelList } from "@/lib/providers/codecs/google/google-model-list";
import { defaultSafetyLevel, safetyLevels } from "@/lib/providers/codecs/google/google-safety";
import { defineProvider } from "@/lib/providers/provider";

/** Google's Gemini API. */
export const google = defineProvider({
  id: "google",
  name: "Google",
  fields: {
    url: endpoint("https://generativelanguage.googleapis.com", "GOOGLE_URL"),
    apiKey: secret("GOOGLE_API_KEY"),
    // Stored but not part of any path: only v1beta supports thoughts and tools.
    apiVersion: text({ section: "access", default: "v1" }),
    safetySettings: choice({ section: "access", default: defaultSafetyLevel, options: safetyLevels }),
  },
  cachesPrefixes: true,
  auth: ({ apiKey }): Record<string, string> => (apiKey ? { "x-goog-api-key": apiKey } : {}),
  relayed: [
    "POST v1beta/models/{model}:streamGenerateContent?alt",
    "POST v1beta/models/{model}:generateContent",
    "POST v1beta/models/{model}:batchEmbedContents",
    "GET v1beta/models?pageSize,pageToken",
  ],
  otherModels: ["gemini-embedding-001"],
  models: [
    "gemini-1.5-pro-latest",
    "gemini-1.5-pro",
    "gemini-1.5-pro-002",
    "gemini-1.5-flash-latest",
    "gemini-1.5-flash-8b-latest",
    "gemini-1.5-flash",
    "gemini-1.5-flash-8b",
    "gemini-1.5-flash-002",
    "learnlm-1.5-pro-experimental",
    "gemini-exp-1206",
    "gemini-2.0-flash",
    "gemini-2.0-flash-exp",
    "gemini-2.0-flash-lite-preview-02-05",
    "gemini-2.0-flash-thinking-exp",
    "gemini-2.0-flash-thinking-exp-1219",
    "gemini-2.0-flash-thinking-exp-01-21",
    "gemini-2.0-pro-exp",
    "gemini-2.0-pro-exp-02-05",
    "gemini-2.5-pro-preview-06-05",
    "gemini-2.5-pro",
    // Models that became available later, until late 2026.
    "gemini-4-argon",
    "gemini-3.8-flash",
    "gemini-3.6-flash",
    "gemini-3.5-flash-lite",
    "gemini-3.1-pro-preview",
    "gemini-3.1-flash-lite",
    "gemini-3-flash-preview",
    "gemini-2.5-flash",
    "gemini-2.5-flash-lite",
    "gemini-3.1-flash-image",
    "gemini-3-pro-image",
    "gemma-4-31b-it",
  ],
  chat: async () => (await import("@/lib/providers/codecs/google/google-codec")).googleCodec,
  modelList: googleModelList,
});

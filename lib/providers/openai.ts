import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/openai-dialect";
import { openAIModelList } from "@/lib/providers/openai-model-list";
import { isImageModel, isListed, modelRules } from "@/lib/providers/openai-rules";
import { defineProvider } from "@/lib/providers/provider";

/** OpenAI, whose chat dialect most others speak as well. */
export const openai = defineProvider({
  id: "openai",
  name: "OpenAI",
  fields: {
    url: endpoint("https://api.openai.com", "BASE_URL"),
    apiKey: secret("OPENAI_API_KEY"),
  },
  auth: bearer,
  relayed: [
    "POST v1/chat/completions",
    "POST v1/audio/speech",
    "POST v1/images/generations",
    "GET dashboard/billing/usage?start_date&end_date",
    "GET dashboard/billing/subscription",
    "GET v1/models",
  ],
  models: [
    "gpt-3.5-turbo",
    "gpt-3.5-turbo-1106",
    "gpt-3.5-turbo-0125",
    "gpt-4",
    "gpt-4-0613",
    "gpt-4-32k",
    "gpt-4-32k-0613",
    "gpt-4-turbo",
    "gpt-4-turbo-preview",
    "gpt-4.1",
    "gpt-4.1-2025-04-14",
    "gpt-4.1-mini",
    "gpt-4.1-mini-2025-04-14",
    "gpt-4.1-nano",
    "gpt-4.1-nano-2025-04-14",
    "gpt-4.5-preview",
    "gpt-4.5-preview-2025-02-27",
    "gpt-5-chat",
    "gpt-5-mini",
    "gpt-5-nano",
    "gpt-5",
    "gpt-5-chat-2025-01-01-preview",
    "gpt-4o",
    "gpt-4o-2024-05-13",
    "gpt-4o-2024-08-06",
    "gpt-4o-2024-11-20",
    "chatgpt-4o-latest",
    "gpt-4o-mini",
    "gpt-4o-mini-2024-07-18",
    "gpt-4-vision-preview",
    "gpt-4-turbo-2024-04-09",
    "gpt-4-1106-preview",
    "dall-e-3",
    "o1-mini",
    "o1-preview",
    "o3-mini",
    "o3",
    "o4-mini",
    "gpt-6-astra",
    "gpt-6.1-sol",
    "gpt-6.1-terra",
    "gpt-6-sol",
    "gpt-6-luna",
    "gpt-5.6-sol",
    "gpt-5.6-terra",
    "gpt-5.6-luna",
    "gpt-5.5",
    "gpt-5.4",
    "gpt-5.4-mini",
    "gpt-5.4-nano",
    "gpt-5.2",
    "gpt-5.1",
    "chat-latest",
    "gpt-image-2.5-flare",
    "gpt-image-2.5-sunburst",
    "gpt-image-2",
  ],
  chat: async (model) => {
    if (!isImageModel(model)) {
      return openAIDialect({ path: "v1/chat/completions", sendsUsageOption: true, ...modelRules(model) });
    }
    const { openAIImages } = await import("@/lib/providers/openai-images");
    return openAIImages({ path: "v1/images/generations" });
  },
  modelList: openAIModelList({ path: "v1/models", keeps: isListed }),
  speech: async () => (await import("@/lib/providers/openai-speech")).openAISpeech,
  balance: async () => (await import("@/lib/providers/balance")).openAIBalance,
});

import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider } from "@/lib/providers/provider";

/** xAI with its Grok models. */
export const xai = defineProvider({
  id: "xai",
  name: "xAI",
  boundName: "XAI",
  fields: {
    url: endpoint("https://api.x.ai", "XAI_URL"),
    apiKey: secret("XAI_API_KEY"),
  },
  auth: bearer,
  relayed: ["POST v1/chat/completions", "POST v1/responses", "GET v1/models"],
  models: [
    "grok-beta",
    "grok-2",
    "grok-2-1212",
    "grok-2-latest",
    "grok-vision-beta",
    "grok-2-vision-1212",
    "grok-2-vision",
    "grok-2-vision-latest",
    "grok-3-mini-fast-beta",
    "grok-3-mini-fast",
    "grok-3-mini-fast-latest",
    "grok-3-mini-beta",
    "grok-3-mini",
    "grok-3-mini-latest",
    "grok-3-fast-beta",
    "grok-3-fast",
    "grok-3-fast-latest",
    "grok-3-beta",
    "grok-3",
    "grok-3-latest",
    "grok-4",
    "grok-4-0709",
    "grok-4-fast-non-reasoning",
    "grok-4-fast-reasoning",
    "grok-code-fast-1",
    "grok-4.6",
    "grok-4.5",
    "grok-4.3",
    "grok-4.20-0309-reasoning",
    "grok-4.20-0309-non-reasoning",
    "grok-build-0.1",
  ],
  chat: async (model) => {
    const chat = await openAIDialect({
      path: "v1/chat/completions",
      sendsUsageOption: true,
      // Grok 3 mini and later reject penalties, even if they are 0. https://github.com/lobehub/lobehub/issues/13332
      sendsPenalties: /^grok-(beta|vision|2|3(?!-mini))/.test(model),
    });
    const { responsesForSearch } = await import("@/lib/providers/codecs/openai/openai-wire");
    const { openAIResponses } = await import("@/lib/providers/codecs/openai/openai-responses");
    const sampling = ["temperature", "top_p"] as const;
    return responsesForSearch(chat, openAIResponses({ path: "v1/responses", asksForReasoning: false, sampling }));
  },
  modelList: openAIModelList({ path: "v1/models" }),
});

import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import type { ErrorWords } from "@/lib/providers/codecs/reply-error";
import { defineProvider } from "@/lib/providers/provider";

/** ByteDance's Ark with the Doubao models. Users enter current models by their dated id or by an endpoint id. */
export const bytedance = defineProvider({
  id: "bytedance",
  name: "ByteDance",
  fields: {
    url: endpoint("https://ark.cn-beijing.volces.com", "BYTEDANCE_URL"),
    apiKey: secret("BYTEDANCE_API_KEY"),
  },
  auth: bearer,
  relayed: ["POST api/v3/chat/completions", "POST api/v3/bots/chat/completions"],
  models: [
    "Doubao-lite-4k",
    "Doubao-lite-32k",
    "Doubao-lite-128k",
    "Doubao-pro-4k",
    "Doubao-pro-32k",
    "Doubao-pro-128k",
  ],
  modelNames: "endpoints",
  chat: (model) =>
    openAIDialect({
      // Apps built on a model (bots) have a separate path.
      path: model.startsWith("bot-") ? "api/v3/bots/chat/completions" : "api/v3/chat/completions",
      sendsUsageOption: true,
      errorWords,
    }),
});

/** Error kinds by code. https://www.volcengine.com/docs/82379/1299023 */
const errorWords: ErrorWords = {
  sensitivecontentdetected: "content-filter",
  inputtextriskdetection: "content-filter",
  inputimageriskdetection: "content-filter",
  outputtextriskdetection: "content-filter",
  quotaexceeded: "quota",
};

import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { defineProvider } from "@/lib/providers/provider";

/** ByteDance's Ark with the Doubao models. Users enter other models by their dated id or by an endpoint id. */
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
    // Models that became available later, until late 2026. https://www.volcengine.com/docs/82379/1330310
    "doubao-seed-2-1-pro-260628",
    "doubao-seed-2-1-turbo-260628",
    "doubao-seed-2-0-pro-260215",
    "doubao-seed-2-0-lite-260428",
    "doubao-seed-2-0-mini-260428",
    "doubao-seed-2-0-code-preview-260215",
    "doubao-seed-1-8-251228",
  ],
  modelNames: "endpoints",
  chat: async (model) =>
    openAIDialect({
      // Apps built on a model (bots) have a separate path.
      path: model.startsWith("bot-") ? "api/v3/bots/chat/completions" : "api/v3/chat/completions",
      sendsUsageOption: true,
      errorKinds: (await import("@/lib/providers/codecs/openai/dialect-errors")).bytedanceErrors,
    }),
});

import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { defineProvider } from "@/lib/providers/provider";

/** Alibaba's Model Studio, in its own dialect (DashScope). A key is valid for one region only; the others reject it. */
export const alibaba = defineProvider({
  id: "alibaba",
  name: "Alibaba",
  fields: {
    url: endpoint("https://dashscope.aliyuncs.com/api/", "ALIBABA_URL"),
    apiKey: secret("ALIBABA_API_KEY"),
  },
  auth: bearer,
  relayed: [
    "POST v1/services/aigc/text-generation/generation",
    "POST v1/services/aigc/multimodal-generation/generation",
  ],
  relayedHeaders: ["x-dashscope-sse"],
  models: [
    "qwen-turbo",
    "qwen-plus",
    "qwen-max",
    "qwen-max-0428",
    "qwen-max-0403",
    "qwen-max-0107",
    "qwen-max-longcontext",
    "qwen-omni-turbo",
    "qwen-vl-plus",
    "qwen-vl-max",
    "qwen-max-latest",
    "qwen3.8-max",
    "qwen3.8-flash",
    "qwen3.7-max",
    "qwen3.7-plus",
    "qwen3.7-flash",
    "qwen3.6-flash",
    "qwen3-coder-plus",
    "qwen3-coder-next",
    "qwen3-vl-plus",
    "qwen-flash",
  ],
  chat: async () => (await import("@/lib/providers/codecs/dashscope")).dashScope,
});

import { endpoint, secret } from "@/lib/fields/fields";
import { defineProvider } from "@/lib/providers/provider";

/** iFlytek's Spark models; the credential has two parts, joined in the header. */
export const iflytek = defineProvider({
  id: "iflytek",
  name: "iFLYTEK",
  boundName: "Iflytek",
  fields: {
    url: endpoint("https://spark-api-open.xf-yun.com", "IFLYTEK_URL"),
    apiKey: secret("IFLYTEK_API_KEY"),
    apiSecret: secret("IFLYTEK_API_SECRET"),
  },
  auth: ({ apiKey, apiSecret }): Record<string, string> =>
    apiKey && apiSecret ? { Authorization: `Bearer ${apiKey}:${apiSecret}` } : {},
  relayed: ["POST v1/chat/completions", "POST v2/chat/completions", "POST x2/chat/completions"],
  models: ["general", "generalv3", "pro-128k", "generalv3.5", "4.0Ultra", "lite", "max-32k", "spark-x"],
  chat: async (model) => (await import("@/lib/providers/codecs/iflytek-codec")).iflytekCodec(model),
});

import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { defineProvider } from "@/lib/providers/provider";

/** Zhipu, with models for text (GLM), images (CogView) and videos (CogVideoX). */
export const chatglm = defineProvider({
  id: "chatglm",
  name: "ChatGLM",
  fields: {
    url: endpoint("https://open.bigmodel.cn", "CHATGLM_URL"),
    apiKey: secret("CHATGLM_API_KEY"),
  },
  auth: bearer,
  relayed: [
    "POST api/paas/v4/chat/completions",
    "POST api/paas/v4/images/generations",
    "POST api/paas/v4/videos/generations",
    "GET api/paas/v4/async-result/{id}",
  ],
  models: [
    "glm-4-plus",
    "glm-4-0520",
    "glm-4",
    "glm-4-air",
    "glm-4-airx",
    "glm-4-long",
    "glm-4-flashx",
    "glm-4-flash",
    "glm-4v-plus",
    "glm-4v",
    "glm-4v-flash",
    "cogview-3-plus",
    "cogview-3",
    "cogview-3-flash",
    "glm-5.3",
    "glm-5.3-flash",
    "glm-5.2",
    "glm-5.1",
    "glm-5",
    "glm-5-turbo",
    "glm-4.7",
    "glm-4.7-flash",
    "glm-5v-turbo",
    "glm-4.6v",
    "cogview-4",
    "glm-image",
    "cogvideox-3",
  ],
  chat: async (model) => (await import("@/lib/providers/codecs/chatglm-codec")).chatGLMCodec(model),
});

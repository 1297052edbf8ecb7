import { anthropicVersionHeader } from "@/lib/providers/codecs/anthropic/anthropic-version";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import type { ModelListCodec } from "@/lib/providers/provider";

/** The codec of Anthropic's model list. The format is OpenAI's, and one page of 1,000 contains all models. */
export const anthropicModelList: ModelListCodec = {
  ...openAIModelList({ path: "v1/models" }),
  buildRequest: ({ baseUrl, headers, options }) => ({
    method: "GET",
    url: `${joinAddress(baseUrl, "v1/models")}?limit=1000`,
    headers: { ...anthropicVersionHeader(options?.apiVersion), ...headers, Accept: "application/json" },
  }),
};

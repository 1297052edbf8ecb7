import { parseJson } from "@/lib/json";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { pathSegment } from "@/lib/providers/codecs/path-segment";
import { errorOfResponse, isSuccess } from "@/lib/providers/codecs/reply-error";
import { checkedEmbeddings, type EmbeddingCodec, vectorSchema } from "@/lib/providers/embedding";
import * as z from "@/lib/zod";

/** Numbers of a vector: a quarter of the default, with nearly the same ranking. */
const dimensions = 768;

const responseSchema = z.object({
  embeddings: z.array(z.object({ values: vectorSchema })),
  usageMetadata: z.catch(z.optional(z.object({ promptTokenCount: z.optional(z.number()) })), {}),
});

/**
 * The codec of Gemini's embeddings API. Each text names the model again, and says whether it is a question or is searched.
 * https://ai.google.dev/api/embeddings#method:-models.batchembedcontents
 * https://ai.google.dev/gemini-api/docs/embeddings
 */
export const googleEmbeddings: EmbeddingCodec = {
  buildRequest: ({ model, inputs, purpose }, { baseUrl, headers }) => ({
    method: "POST",
    url: joinAddress(baseUrl, `v1beta/models/${pathSegment(model)}:batchEmbedContents`),
    headers: { ...headers, "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({
      requests: inputs.map((text) => ({
        model: `models/${model}`,
        content: { parts: [{ text }] },
        taskType: purpose === "query" ? "RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT",
        outputDimensionality: dimensions,
      })),
    }),
  }),
  parseResponse(response, count) {
    if (!isSuccess(response)) return errorOfResponse(response);
    const { data: read } = z.safeParse(responseSchema, parseJson(response.body));
    return checkedEmbeddings(
      read?.embeddings.map(({ values }) => values),
      count,
      read?.usageMetadata?.promptTokenCount,
    );
  },
};

import { parseJson } from "@/lib/json";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { errorOfResponse, isSuccess } from "@/lib/providers/codecs/reply-error";
import { checkedEmbeddings, type EmbeddingCodec, vectorSchema } from "@/lib/providers/embedding";
import * as z from "@/lib/zod";

const responseSchema = z.object({
  data: z.array(z.object({ index: z.optional(z.number()), embedding: vectorSchema })),
  usage: z.catch(
    z.optional(z.object({ prompt_tokens: z.optional(z.number()), total_tokens: z.optional(z.number()) })),
    {},
  ),
});

/**
 * The codec of OpenAI's embeddings API, which Mistral, Ollama, LM Studio, llama.cpp and vLLM have as well.
 * https://platform.openai.com/docs/api-reference/embeddings/create
 * https://docs.mistral.ai/api/endpoint/embeddings
 */
export const openAIEmbeddings: EmbeddingCodec = {
  buildRequest: ({ model, inputs }, { baseUrl, headers }) => ({
    method: "POST",
    url: joinAddress(baseUrl, "v1/embeddings"),
    headers: { ...headers, "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({ model, input: inputs }),
  }),
  parseResponse(response, count) {
    if (!isSuccess(response)) return errorOfResponse(response);
    const { data: read } = z.safeParse(responseSchema, parseJson(response.body));
    // Vectors are listed in the order of the inputs; `index` tells the input if a server lists them otherwise.
    const sorted = read?.data.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0));
    const tokens = read?.usage?.prompt_tokens ?? read?.usage?.total_tokens;
    return checkedEmbeddings(
      sorted?.map(({ embedding }) => embedding),
      count,
      tokens,
    );
  },
};

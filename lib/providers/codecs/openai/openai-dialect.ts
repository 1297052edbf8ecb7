import type { OpenAIDialect } from "@/lib/providers/codecs/openai/openai-compatible";
import type { ChatCodec } from "@/lib/providers/provider";

/** Lazy-loads the OpenAI dialect and creates the codec of a provider with these differences. */
export async function openAIDialect(options: OpenAIDialect): Promise<ChatCodec> {
  const { openAICompatible } = await import("@/lib/providers/codecs/openai/openai-compatible");
  return openAICompatible(options);
}

import type { OpenAIDialect } from "@/lib/providers/codecs/openai/openai-compatible";
import type { ChatCodec } from "@/lib/providers/provider";

/** Loads the OpenAI dialect when it is first spoken, and makes the codec of a provider that differs from it so. */
export async function openAIDialect(options: OpenAIDialect): Promise<ChatCodec> {
  const { openAICompatible } = await import("@/lib/providers/codecs/openai/openai-compatible");
  return openAICompatible(options);
}

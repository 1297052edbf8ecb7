import type { OpenAIDialect } from "@/lib/providers/codecs/openai/openai-compatible";
import type { ChatCodec } from "@/lib/providers/provider";

/** Lazy-loads the OpenAI dialect and creates the codec of a model behind a gateway, with the model's request rules. */
export async function gatewayDialect(model: string, options: OpenAIDialect): Promise<ChatCodec> {
  const { gatewayRules } = await import("@/lib/providers/codecs/openai/gateway-rules");
  return openAIDialect({ ...options, ...gatewayRules(model) });
}

/** Lazy-loads the OpenAI dialect and creates the codec of a provider with these differences. */
export async function openAIDialect(options: OpenAIDialect): Promise<ChatCodec> {
  const { openAICompatible } = await import("@/lib/providers/codecs/openai/openai-compatible");
  return openAICompatible(options);
}

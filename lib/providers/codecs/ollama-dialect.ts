import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import type { ChatCodec } from "@/lib/providers/provider";

/** Creates the codec of Ollama's OpenAI dialect. It alone serves servers at which requests may not load models. */
export function ollamaDialect(): Promise<ChatCodec> {
  return openAIDialect({ path: "v1/chat/completions", sendsUsageOption: true });
}

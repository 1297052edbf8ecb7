import type { OpenAIDialect } from "@/lib/providers/codecs/openai/openai-compatible";
import { reasoningRules } from "@/lib/providers/codecs/openai/openai-reasoning";
import { looksVisual } from "@/lib/providers/vision-patterns";

/** Models that answer a question about images are cut short by OpenAI's own limit, so they get at least this one. */
const leastVisionTokens = 4000;

/** Returns how one of OpenAI's models is asked, at OpenAI's or at Azure's. */
export function modelRules(model: string): Partial<OpenAIDialect> {
  const reasoning = reasoningRules(model);
  if (reasoning) return reasoning;
  return {
    // https://platform.openai.com/docs/guides/tools-web-search
    ...(model.includes("-search-preview") ? { sendsSampling: false } : {}),
    ...(looksVisual(model) ? { tokenLimitField: "max_tokens", leastTokenLimit: leastVisionTokens } : {}),
  };
}

/** Whether a model draws: it is asked at another address, and never answers in a stream of text. */
export function isImageModel(model: string): boolean {
  return /^(dall-e|gpt-image|chatgpt-image)/i.test(model);
}

/** Whether a model of OpenAI's list can be used here: one for chats or images, and not for sound. */
export function isListed(id: string): boolean {
  return /^(gpt-|chatgpt-)/.test(id) && !/audio|realtime|transcribe|tts/.test(id);
}

import type { OpenAIDialect } from "@/lib/providers/codecs/openai/openai-compatible";
import { reasoningRules } from "@/lib/providers/codecs/openai/openai-reasoning";
import { modelFact } from "@/lib/providers/model-families";

/** Minimum token limit of vision models: OpenAI's default limit would cut off answers about images. */
const minVisionTokens = 4000;

/** Returns the request rules of an OpenAI model, at OpenAI or Azure. */
export function modelRules(model: string): Partial<OpenAIDialect> {
  const reasoning = reasoningRules(model);
  if (reasoning) return reasoning;
  return {
    // https://platform.openai.com/docs/guides/tools-web-search
    ...(model.includes("-search-preview") ? { sendsSampling: false } : {}),
    ...(modelFact(model, "sees") ? { tokenLimitField: "max_tokens", minTokenLimit: minVisionTokens } : {}),
  };
}

/** Whether a model generates images: it has another endpoint and never streams text. */
export function isImageModel(model: string): boolean {
  return /^(dall-e|gpt-image|chatgpt-image)/i.test(model);
}

/** Whether a model of OpenAI's list can be used here: models for chats and images, not for audio. */
export function isListed(id: string): boolean {
  return /^(gpt-|chatgpt-)/.test(id) && !/audio|realtime|transcribe|tts/.test(id);
}

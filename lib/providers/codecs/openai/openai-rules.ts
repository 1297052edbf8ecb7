import type { OpenAIDialect } from "@/lib/providers/codecs/openai/openai-compatible";
import { reasoningRules } from "@/lib/providers/codecs/openai/openai-reasoning";
import { acceptsImages } from "@/lib/providers/model-families";

/** Minimum token limit of vision models: OpenAI's default limit would cut off answers about images. */
const minVisionTokens = 4000;

/** Returns the request rules of an OpenAI model, at OpenAI or Azure. */
export function modelRules(model: string): Partial<OpenAIDialect> {
  // https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create
  const common = { sendsToolNames: false };
  const reasoning = reasoningRules(model);
  if (reasoning) return { ...common, ...reasoning };
  return {
    ...common,
    // https://platform.openai.com/docs/guides/tools-web-search
    ...(model.includes("-search-preview") ? { sendsSampling: false } : {}),
    ...(acceptsImages(model) ? { tokenLimitField: "max_tokens", minTokenLimit: minVisionTokens } : {}),
  };
}

import { claudeRules } from "@/lib/providers/codecs/anthropic/anthropic-models";
import type { OpenAIDialect } from "@/lib/providers/codecs/openai/openai-compatible";
import { reasoningRules } from "@/lib/providers/codecs/openai/openai-reasoning";
import { baseName } from "@/lib/providers/model-families";

/**
 * Returns the request rules of a model behind a gateway or on the user's own server, by its name without the vendor's
 * folder (`openai/gpt-5`). Gateways pass sampling fields on, and the model's vendor rejects them.
 * https://docs.litellm.ai/docs/completion/drop_params
 *
 * The role `developer` and a fixed temperature are left to the gateway: other servers may serve a model of that name.
 */
export function gatewayRules(model: string): Partial<OpenAIDialect> {
  const name = baseName(model);
  const reasoning = reasoningRules(name);
  if (reasoning) return { sendsSampling: false, tokenLimitField: "max_completion_tokens" };
  if (name.includes("-search-preview")) return { sendsSampling: false };
  if (!name.startsWith("claude-")) return {};
  const { sampling } = claudeRules(name);
  if (sampling === "none") return { sendsSampling: false };
  return { sendsPenalties: false, ...(sampling === "one" ? { sendsTopP: false } : {}) };
}

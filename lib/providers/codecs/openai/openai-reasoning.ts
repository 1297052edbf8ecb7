import type { OpenAIDialect } from "@/lib/providers/codecs/openai/openai-compatible";

type ReasoningRules = Pick<
  OpenAIDialect,
  "sendsSampling" | "fixedTemperature" | "tokenLimitField" | "developerMessage"
>;

const newest: ReasoningRules = { sendsSampling: false, tokenLimitField: "max_completion_tokens" };

/**
 * Request rules of OpenAI's reasoning models by id prefix; the first matching row applies.
 *
 * All of them reject sampling fields. Older ones are sent the only temperature they accept; later ones reject even
 * that. The developer message re-enables Markdown in the o-series. Version numbers stop below 30, so that the
 * deployment name `gpt-35-turbo` counts as an ordinary model. https://platform.openai.com/docs/guides/reasoning
 */
const rulesByPrefix: readonly (readonly [RegExp, ReasoningRules])[] = [
  [/^(o1|o3|o4-mini)/, { ...newest, fixedTemperature: 1, developerMessage: "Formatting re-enabled" }],
  [/^gpt-5(?![.\d])/, { ...newest, fixedTemperature: 1 }],
  [/^(o\d|gpt-([5-9]|[12]\d)(?!\d)|chat-latest)/, newest],
];

/** Returns the request rules of an OpenAI reasoning model; undefined for other models. */
export function reasoningRules(model: string): ReasoningRules | undefined {
  const id = model.toLowerCase();
  return rulesByPrefix.find(([prefix]) => prefix.test(id))?.[1];
}

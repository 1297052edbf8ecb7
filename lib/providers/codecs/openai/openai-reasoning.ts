import type { OpenAIDialect } from "@/lib/providers/codecs/openai/openai-compatible";

type ReasoningRules = Pick<
  OpenAIDialect,
  "sendsSampling" | "fixedTemperature" | "tokenLimitField" | "developerMessage"
>;

const newest: ReasoningRules = { sendsSampling: false, tokenLimitField: "max_completion_tokens" };

/**
 * How OpenAI's reasoning models want to be asked, by the beginning of their ids; the first row that fits counts.
 *
 * All of them refuse sampling. The specified ones are sent the one temperature they accept; later ones refuse even
 * that. The developer's phrase gives the o-series its Markdown back. Numbers stop below 30, so that the deployment name
 * `gpt-35-turbo` stays an ordinary model. https://platform.openai.com/docs/guides/reasoning
 */
const rulesByPrefix: readonly (readonly [RegExp, ReasoningRules])[] = [
  [/^(o1|o3|o4-mini)/, { ...newest, fixedTemperature: 1, developerMessage: "Formatting re-enabled" }],
  [/^gpt-5(?![.\d])/, { ...newest, fixedTemperature: 1 }],
  [/^(o\d|gpt-([5-9]|[12]\d)(?!\d)|chat-latest)/, newest],
];

/** Returns how a reasoning model of OpenAI is asked; nothing for ordinary models. */
export function reasoningRules(model: string): ReasoningRules | undefined {
  const id = model.toLowerCase();
  return rulesByPrefix.find(([prefix]) => prefix.test(id))?.[1];
}

/** Keys of the models that are listed first: older ones, then current models of the same providers. */
export const featuredModels: readonly string[] = [
  "gpt-5-mini@openai",
  "gpt-5@openai",
  "gemini-2.5-pro@google",
  "grok-4@xai",
  "deepseek-chat@deepseek",
  "deepseek-reasoner@deepseek",
  "qwen-max-latest@alibaba",
  "gpt-6-luna@openai",
  "gpt-6.1-terra@openai",
  "gemini-3.8-flash@google",
  "claude-sonnet-5-5@anthropic",
  "claude-opus-5-5@anthropic",
];

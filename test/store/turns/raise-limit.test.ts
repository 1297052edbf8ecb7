import { findHigherLimit } from "@/store/turns/raise-limit";
import { usualSettings } from "../../support/chat-samples";

test.each([
  ["gpt-5", "OpenAI", 4000, undefined, 8000],
  ["gpt-6-astra", "OpenAI", 4000, undefined, 8000],
  ["gpt-4o", "OpenAI", 4000, undefined, 8000],
  // Requests to models with vision have a limit of at least 4000.
  ["gpt-4o", "OpenAI", 500, 4000, 8000],
  ["gpt-4o", "OpenAI", 16_384, undefined, undefined],
  ["claude-haiku-4-5", "Anthropic", 4000, undefined, 8000],
  ["gemini-3.8-flash", "Google", 40_000, undefined, 65_536],
  // These requests contain no limit.
  ["gpt-4", "OpenAI", 4000, undefined, undefined],
  ["deepseek-chat", "DeepSeek", 4000, undefined, undefined],
  ["any", "Nobody", 4000, undefined, undefined],
])(
  "%s of %s with the limit %d, cut after %p tokens, can have %p",
  async (model, providerName, max_tokens, used, limit) => {
    const settings = { ...usualSettings, model, providerName, max_tokens };
    expect(await findHigherLimit(settings, used === undefined ? {} : { usage: { outputTokens: used } })).toBe(limit);
  },
);

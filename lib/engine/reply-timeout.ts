import { reasoningRules } from "@/lib/providers/codecs/openai/openai-reasoning";

const defaultTimeoutMs = 60_000;
const thinkingTimeoutMs = 300_000;

/** Minimum idle times by the setting `replyTimeout`, in milliseconds: a large local model may load for minutes. */
export const minTimeouts = { auto: 0, minutes5: 300_000, minutes15: 900_000, minutes60: 3_600_000 } as const;

/**
 * Returns the maximum idle time of a model, in milliseconds; it is longer for models that think or generate images
 * first. `isThinking` is set for models that are known to think by more than their name.
 */
export function replyTimeoutMs(model: string, isThinking = false): number {
  const id = model.toLowerCase();
  const isSlow =
    isThinking ||
    /^(dall-?e|gpt-image|chatgpt-image|cogview|cogvideo|glm-image)/.test(id) ||
    /deepseek-r|-thinking/.test(id) ||
    reasoningRules(id) !== undefined;
  return isSlow ? thinkingTimeoutMs : defaultTimeoutMs;
}

import { modelSettings } from "@/lib/chat/model-settings";
import type { Abilities } from "@/lib/models/abilities";

/**
 * Returns twice the token limit of a reply that reached it, up to the maximum of the model; undefined if it is as high as
 * it can be. `usedTokens` counts if it is more than the limit: some requests have a higher one than the settings.
 */
export function higherLimit(
  limit: number,
  { maxOutput, window }: Pick<Abilities, "maxOutput" | "window">,
  usedTokens = 0,
): number | undefined {
  const max = Math.min(maxOutput ?? window ?? modelSettings.max_tokens.max, modelSettings.max_tokens.max);
  const current = Math.max(limit, usedTokens);
  return current < max ? Math.min(2 * current, max) : undefined;
}

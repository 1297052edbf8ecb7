/** The version of the interface that this codec speaks; there has been no later one. */
export const anthropicVersion = "2023-06-01";

/** Returns the header without which Anthropic refuses every call; no version, or a blank one, means ours. */
export function anthropicVersionHeader(version = ""): Record<string, string> {
  return { "anthropic-version": version.trim() || anthropicVersion };
}

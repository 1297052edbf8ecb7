/** The API version that this codec implements; Anthropic has not released a later one. */
export const anthropicVersion = "2023-06-01";

/** Returns the version header, which Anthropic requires in every call. A missing or blank version means our default. */
export function anthropicVersionHeader(version = ""): Record<string, string> {
  return { "anthropic-version": version.trim() || anthropicVersion };
}

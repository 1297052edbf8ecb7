/** The servers of `public/mcp-servers.json`, whose texts the app translates. */
export const builtinPresetIds = [
  "deepwiki",
  "context7",
  "hugging-face",
  "microsoft-learn",
  "linear",
  "notion",
  "filesystem",
  "memory",
  "sequential-thinking",
  "everything",
] as const;

/** Their tags. */
export const builtinPresetTags = [
  "code",
  "documentation",
  "models",
  "research",
  "work",
  "notes",
  "files",
  "thinking",
  "test",
] as const;

/** Request rules of a model. */
export interface ClaudeRules {
  /** The accepted sampling fields: all of them, temperature or top_p but not both, or none. */
  readonly sampling: "all" | "one" | "none";
  /** Whether the model thinks by default. It returns its thoughts only if the request asks for them. */
  readonly thinks: boolean;
  /** Whether a conversation may end with an assistant message, which the model continues (prefill). */
  readonly takesPrefill: boolean;
}

/**
 * Request rules by id; the first matching row applies. Digits are bounded so that a date does not match as a version.
 *
 * From Opus 4.7 on, every sampling field is an error; from the fifth generation on, models think by default.
 * https://platform.claude.com/docs/en/about-claude/models/migration-guide
 */
const rulesById: readonly (readonly [RegExp, ClaudeRules])[] = [
  [/claude-(instant|v?[23])(?!\d)/, { sampling: "all", thinks: false, takesPrefill: true }],
  [/claude-opus-4-[78](?!\d)/, { sampling: "none", thinks: false, takesPrefill: false }],
  [/claude-[a-z]+-4-6(?!\d)/, { sampling: "one", thinks: false, takesPrefill: false }],
  [/claude-[a-z]+-4(?!\d)/, { sampling: "one", thinks: false, takesPrefill: true }],
  [/claude-[a-z]+-([5-9]|[1-9]\d)(?!\d)/, { sampling: "none", thinks: true, takesPrefill: false }],
];

/** Rules of unknown models: omit everything that some model rejects. */
const unknown: ClaudeRules = { sampling: "none", thinks: false, takesPrefill: false };

/**
 * Returns the request rules of a model by its id, as Anthropic or a gateway spells it (`anthropic/claude-opus-5.5`).
 */
export function claudeRules(model: string): ClaudeRules {
  const id = model.toLowerCase().replaceAll(".", "-");
  return rulesById.find(([pattern]) => pattern.test(id))?.[1] ?? unknown;
}

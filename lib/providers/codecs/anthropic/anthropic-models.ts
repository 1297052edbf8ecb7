/** How a model wants to be asked. */
export interface ClaudeRules {
  /** Which sampling is accepted: all of it, temperature or top_p but not both, or none. */
  readonly sampling: "all" | "one" | "none";
  /** True where the model thinks unless told otherwise; its thoughts it shows only when asked to. */
  readonly thinks: boolean;
  /** False where a conversation must not end with the assistant's words. */
  readonly takesPrefill: boolean;
}

/**
 * The rules by id; the first row that fits counts. Numbers are bounded so that a date is no version.
 *
 * From Opus 4.7 on every sampling field is an error; from the fifth generation on thinking is the rule.
 * https://platform.claude.com/docs/en/about-claude/models/migration-guide
 */
const rulesById: readonly (readonly [RegExp, ClaudeRules])[] = [
  [/claude-(instant|v?[23])(?!\d)/, { sampling: "all", thinks: false, takesPrefill: true }],
  [/claude-opus-4-[78](?!\d)/, { sampling: "none", thinks: false, takesPrefill: false }],
  [/claude-[a-z]+-4-6(?!\d)/, { sampling: "one", thinks: false, takesPrefill: false }],
  [/claude-[a-z]+-4(?!\d)/, { sampling: "one", thinks: false, takesPrefill: true }],
  [/claude-[a-z]+-([5-9]|[1-9]\d)(?!\d)/, { sampling: "none", thinks: true, takesPrefill: false }],
];

/** A model that nobody knows is sent nothing that some model refuses. */
const unknown: ClaudeRules = { sampling: "none", thinks: false, takesPrefill: false };

/** Returns how a model is asked, by its id as Anthropic or a gateway spells it (`anthropic/claude-opus-5.5`). */
export function claudeRules(model: string): ClaudeRules {
  const id = model.toLowerCase().replaceAll(".", "-");
  return rulesById.find(([pattern]) => pattern.test(id))?.[1] ?? unknown;
}

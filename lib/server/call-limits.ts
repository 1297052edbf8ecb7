import { recordOf } from "@/lib/json";
import { refuse } from "@/lib/server/error-response";
import { foldedName } from "@/lib/server/field-name";

/** Maximum values in a call with the operator's key (docs/security.md#c36). */
export interface CallLimits {
  readonly outputTokens: number;
  readonly images: number;
}

type Body = Readonly<Record<string, unknown>>;

/** Names of the limiting fields, as `foldedName` returns them. */
interface LimitFields {
  readonly tokens: readonly string[];
  readonly images: readonly string[];
}

const topFields: LimitFields = {
  tokens: [
    "max_tokens",
    "max_completion_tokens",
    "max_output_tokens",
    // Anthropic's first API
    "max_tokens_to_sample",
    // Tencent
    "maxtokens",
    "thinking_budget",
  ],
  images: ["n", "best_of"],
};

const google: LimitFields = {
  tokens: ["maxoutputtokens", "max_output_tokens"],
  images: ["candidatecount", "candidate_count"],
};

/** Nested objects with limits, by name. */
const nested: ReadonlyMap<string, LimitFields> = new Map([
  // Google accepts both spellings.
  ["generationconfig", google],
  ["generation_config", google],
  // Alibaba
  ["parameters", { tokens: ["max_tokens", "thinking_budget"], images: ["n"] }],
]);

/** Returns the body with its limits clamped. Throws `malformed` if a limit is not a number of at least 0. */
export function withinLimits(body: Body, limits: CallLimits): Body {
  const deeper = Object.entries(body).map(([name, part]) => {
    const fields = nested.get(foldedName(name));
    if (fields === undefined || part === undefined || part === null) return [name, part];
    if (typeof part !== "object" || Array.isArray(part)) throw refuse("malformed");
    return [name, clamped({ ...part }, fields, limits)];
  });
  return withSmallerBudget(clamped(Object.fromEntries(deeper), topFields, limits));
}

/** Maximum number of replies of one call. */
const maxReplies = 128;

/** Returns the maximum length of each reply that a body requests, in tokens, and the number of replies. */
export function requestedOutput(body: Body): { readonly tokens: number | undefined; readonly replies: number } {
  const parts: (readonly [Body, LimitFields])[] = [[body, topFields]];
  for (const [name, part] of Object.entries(body)) {
    const fields = nested.get(foldedName(name));
    if (fields) parts.push([recordOf(part), fields]);
  }
  const valuesOf = (kind: keyof LimitFields) =>
    parts.flatMap(([record, fields]) =>
      Object.entries(record).flatMap(([field, value]) =>
        fields[kind].includes(foldedName(field)) && typeof value === "number" && value > 0 ? [value] : [],
      ),
    );
  const tokens = valuesOf("tokens");
  const replies = Math.min(maxReplies, Math.ceil(Math.max(1, ...valuesOf("images"))));
  return { tokens: tokens.length > 0 ? Math.ceil(Math.max(...tokens)) : undefined, replies };
}

/** Minimum of Claude's budget for thinking, in tokens. */
const minBudget = 1024;

/**
 * Returns a body whose budget for Claude's thinking is below the limit, which covers thinking too: Anthropic rejects
 * others. It becomes half of a limit that was lowered; if that is too little, the model does not think.
 */
function withSmallerBudget(body: Body): Body {
  const { thinking, max_tokens, ...others } = body;
  const budget = recordOf(thinking).budget_tokens;
  if (typeof budget !== "number" || typeof max_tokens !== "number" || budget < max_tokens) return body;
  const smaller = Math.floor(max_tokens / 2);
  if (smaller < minBudget) return { ...others, max_tokens };
  return { ...body, thinking: { ...recordOf(thinking), budget_tokens: smaller } };
}

function clamped(record: Body, { tokens, images }: LimitFields, limits: CallLimits): Body {
  const entries = Object.entries(record).map(([field, value]) => {
    const name = foldedName(field);
    if (tokens.includes(name)) return [field, atMost(value, limits.outputTokens)];
    return [field, images.includes(name) ? atMost(value, limits.images) : value];
  });
  return Object.fromEntries(entries);
}

/** Clamps a limit. Negative numbers are rejected because some servers read them as unlimited. */
function atMost(value: unknown, max: number): unknown {
  if (value === undefined || value === null) return value;
  if (typeof value !== "number" || value < 0) throw refuse("malformed");
  return Math.min(value, max);
}

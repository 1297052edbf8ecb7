import { refuse } from "@/lib/server/error-response";

/** How much a call with the operator's key may ask for (C3.6). */
export interface CallLimits {
  readonly outputTokens: number;
  readonly images: number;
}

type Body = Readonly<Record<string, unknown>>;

const tokenFields = ["max_tokens", "max_completion_tokens", "max_output_tokens"] as const;

/** Where bodies keep their limits deeper down, and by which names. */
const nested: Readonly<Record<string, { readonly tokens: readonly string[]; readonly images: readonly string[] }>> = {
  // Google
  generationConfig: { tokens: ["maxOutputTokens"], images: ["candidateCount"] },
  // Alibaba
  parameters: { tokens: ["max_tokens"], images: ["n"] },
};

/** Answers a body that asks for no more than it may; throws `malformed` where a limit is no number. */
export function withinLimits(body: Body, { outputTokens, images }: CallLimits): Body {
  const limited: Record<string, unknown> = { ...body };
  clamp(limited, tokenFields, outputTokens);
  clamp(limited, ["n"], images);
  for (const [name, fields] of Object.entries(nested)) {
    const part = limited[name];
    if (part === undefined || part === null) continue;
    if (typeof part !== "object" || Array.isArray(part)) throw refuse("malformed");
    const copy: Record<string, unknown> = { ...part };
    clamp(copy, fields.tokens, outputTokens);
    clamp(copy, fields.images, images);
    limited[name] = copy;
  }
  return limited;
}

function clamp(record: Record<string, unknown>, names: readonly string[], most: number): void {
  for (const name of names) {
    const value = record[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== "number") throw refuse("malformed");
    record[name] = Math.min(value, most);
  }
}

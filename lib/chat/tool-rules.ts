import * as v from "valibot";
import type { ToolIdentity } from "@/lib/chat/tool";
import { isRecord } from "@/lib/fields/fields";
import { finiteNumber } from "@/lib/fields/strict-schemas";

/** A person's word that a tool may run without being asked for again. */
export interface ToolRule {
  readonly id: string;
  readonly sourceKind: "plugin" | "mcp";
  readonly sourceId: string;
  /** The name of the source when the rule was made. */
  readonly source: string;
  readonly ownName: string;
  readonly host: string;
  readonly isReading: boolean;
  /** Of the definition that was shown: a changed one is shown again (T9.2). */
  readonly fingerprint: string;
  /** The chat in which it holds; absent: in all. */
  readonly sessionId?: string;
  /** When it was made, in milliseconds since the epoch. */
  readonly since: number;
}

/** What the rules say of a tool: `changed` where one was made for another definition of it. */
export type RuleAnswer = "allowed" | "changed" | "unknown";

/** Returns what the rules say of a tool in a chat. */
export function ruleAnswer(
  rules: readonly ToolRule[],
  tool: ToolIdentity & { readonly fingerprint: string },
  sessionId: string,
): RuleAnswer {
  const holding = rules.filter((rule) => isFor(rule, tool) && (rule.sessionId ?? sessionId) === sessionId);
  if (holding.some(({ fingerprint }) => fingerprint === tool.fingerprint)) return "allowed";
  return holding.length > 0 ? "changed" : "unknown";
}

function isFor(rule: ToolRule, { source, ownName, host }: ToolIdentity): boolean {
  const { sourceKind, sourceId } = rule;
  return sourceKind === source.kind && sourceId === source.id && rule.ownName === ownName && rule.host === host;
}

/** Returns the rules with one more; what was said of the same tool for the same chats before is replaced. */
export function withRule(rules: readonly ToolRule[], rule: ToolRule): ToolRule[] {
  const { sourceKind, sourceId, ownName, host, sessionId } = rule;
  const identity = { source: { kind: sourceKind, id: sourceId, name: "" }, ownName, host, isReading: false };
  return [...rules.filter((each) => !(isFor(each, identity) && each.sessionId === sessionId)), rule];
}

const ruleSchema = v.object({
  id: v.string(),
  sourceKind: v.picklist(["plugin", "mcp"]),
  sourceId: v.string(),
  source: v.string(),
  ownName: v.string(),
  host: v.string(),
  isReading: v.boolean(),
  fingerprint: v.string(),
  sessionId: v.optional(v.string()),
  since: finiteNumber,
});

/** Reads stored rules; one that does not fit in every field allows nothing. Never throws. */
export function readToolRules(stored: unknown): ToolRule[] {
  const list = isRecord(stored) && Array.isArray(stored.rules) ? stored.rules : [];
  return list.flatMap((rule: unknown) => {
    const read = v.safeParse(ruleSchema, rule);
    return read.success ? [read.output] : [];
  });
}

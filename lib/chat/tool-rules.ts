import { type ToolIdentity, type ToolSource, toolSourceKinds } from "@/lib/chat/tool";
import { isRecord } from "@/lib/json";
import * as z from "@/lib/zod";

/** The user's permission to run a tool without asking again. */
export interface ToolRule {
  readonly id: string;
  readonly sourceKind: ToolSource["kind"];
  readonly sourceId: string;
  /** Name of the source when the rule was created. */
  readonly source: string;
  readonly ownName: string;
  readonly host: string;
  readonly isReading: boolean;
  /**
   * Fingerprint of the definition that was displayed: after a change, the user is asked again (docs/security.md#t92).
   */
  readonly fingerprint: string;
  /** The only chat to which the rule applies; absent: all chats. */
  readonly sessionId?: string;
  /** Time of creation, in milliseconds since the epoch. */
  readonly since: number;
}

/** The user's permissions for the interactive pages of an MCP server. */
export interface ViewRule {
  readonly id: string;
  readonly sourceId: string;
  /** Name of the server when the rule was created. */
  readonly source: string;
  /** Host of the server, as displayed. */
  readonly host: string;
  /** Hash of the server's command or address: another one needs another rule. */
  readonly serverHash?: string | undefined;
  /** Whether its pages start without a question, during the call. */
  readonly opens: boolean;
  /** The origins to which its pages may connect. */
  readonly origins: readonly string[];
  /** Time of the last change, in milliseconds since the epoch. */
  readonly since: number;
}

/** The server to whose pages a rule applies. */
interface RuledServer {
  readonly id: string;
  readonly host: string;
  readonly serverHash?: string | undefined;
}

/** Returns the rule for the pages of a server. */
export function viewRule(views: readonly ViewRule[], { id, host, serverHash }: RuledServer): ViewRule | undefined {
  return views.find((rule) => rule.sourceId === id && rule.host === host && rule.serverHash === serverHash);
}

/** Returns the rules with one added, which replaces the rule for the same server, also with another command or path. */
export function withViewRule(views: readonly ViewRule[], rule: ViewRule): ViewRule[] {
  return [...views.filter(({ sourceId, host }) => sourceId !== rule.sourceId || host !== rule.host), rule];
}

/** Result of the rules for a tool; `changed` if a rule exists for another version of its definition. */
export type RuleAnswer = "allowed" | "changed" | "unknown";

/** Returns the result of the rules for a tool in a chat. */
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

/** Returns the rules with one added, which replaces the rule for the same tool and chats. */
export function withRule(rules: readonly ToolRule[], rule: ToolRule): ToolRule[] {
  const { sourceKind, sourceId, ownName, host, sessionId } = rule;
  const identity = { source: { kind: sourceKind, id: sourceId, name: "" }, ownName, host, isReading: false };
  return [...rules.filter((each) => !(isFor(each, identity) && each.sessionId === sessionId)), rule];
}

const ruleSchema = z.object({
  id: z.string(),
  sourceKind: z.enum(toolSourceKinds),
  sourceId: z.string(),
  source: z.string(),
  ownName: z.string(),
  host: z.string(),
  isReading: z.boolean(),
  fingerprint: z.string(),
  sessionId: z.optional(z.string()),
  since: z.number(),
});

/** Reads stored rules. Rules with any invalid field are dropped. Never throws. */
export function readToolRules(stored: unknown): ToolRule[] {
  const list = isRecord(stored) && Array.isArray(stored.rules) ? stored.rules : [];
  return list.flatMap((rule: unknown) => {
    const read = z.safeParse(ruleSchema, rule);
    return read.success ? [read.data] : [];
  });
}

const viewRuleSchema = z.object({
  id: z.string(),
  sourceId: z.string(),
  source: z.string(),
  host: z.string(),
  serverHash: z.optional(z.string()),
  opens: z.boolean(),
  origins: z.array(z.string()),
  since: z.number(),
});

/** Reads the stored rules for interactive pages. Rules with any invalid field are dropped. Never throws. */
export function readViewRules(stored: unknown): ViewRule[] {
  const list = isRecord(stored) && Array.isArray(stored.views) ? stored.views : [];
  return list.flatMap((rule: unknown) => {
    const read = z.safeParse(viewRuleSchema, rule);
    return read.success ? [read.data] : [];
  });
}

import { create } from "zustand";
import type { ToolIdentity } from "@/lib/chat/tool";
import { type RuleAnswer, readToolRules, ruleAnswer, type ToolRule, withRule } from "@/lib/chat/tool-rules";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { catalogue } from "@/lib/storage/catalogue";
import { documentStore } from "@/store/records/document-store";

interface ToolRulesStore {
  /** Oldest first. */
  readonly rules: readonly ToolRule[];
  hydrate(stored: unknown): void;
  /** Allows a tool to run without a question, in one chat or in all. */
  allow(tool: ToolIdentity & { readonly fingerprint: string }, sessionId?: string): void;
  remove(id: string): void;
  answer(tool: ToolIdentity & { readonly fingerprint: string }, sessionId: string): RuleAnswer;
}

/** Creates the store of rules that let tools run without a question. */
export function createToolRules({ env }: { env: Pick<Environment, "now" | "newId"> }) {
  return create<ToolRulesStore>()((set, get) => ({
    rules: [],
    hydrate(stored) {
      set({ rules: readToolRules(stored) });
    },
    allow({ source, ownName, host, isReading, fingerprint }, sessionId) {
      const rule: ToolRule = {
        id: env.newId(),
        ...{ sourceKind: source.kind, sourceId: source.id, source: source.name },
        ...{ ownName, host, isReading, fingerprint },
        ...(sessionId === undefined ? {} : { sessionId }),
        since: env.now(),
      };
      set(({ rules }) => ({ rules: withRule(rules, rule) }));
    },
    remove(id) {
      set(({ rules }) => ({ rules: rules.filter((rule) => rule.id !== id) }));
    },
    answer: (tool, sessionId) => ruleAnswer(get().rules, tool, sessionId),
  }));
}

export const useToolRules = documentStore(
  createToolRules({ env: browserEnvironment }),
  catalogue.toolRules,
  ({ rules }) => ({ rules }),
);

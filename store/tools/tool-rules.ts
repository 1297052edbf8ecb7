import { create } from "zustand";
import type { ToolIdentity } from "@/lib/chat/tool";
import {
  type RuleAnswer,
  readToolRules,
  readViewRules,
  ruleAnswer,
  type ToolRule,
  type ViewRule,
  viewRule,
  withRule,
  withViewRule,
} from "@/lib/chat/tool-rules";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { catalogue } from "@/lib/storage/catalogue";
import { documentStore } from "@/store/records/document-store";

interface ToolRulesStore {
  /** Oldest first. */
  readonly rules: readonly ToolRule[];
  /** The permissions for interactive pages, oldest first. */
  readonly views: readonly ViewRule[];
  hydrate(stored: unknown): void;
  /** Allows a tool to run without a question, in one chat or in all. */
  allow(tool: ToolIdentity & { readonly fingerprint: string }, sessionId?: string): void;
  /** Changes the permissions for the pages of a server. */
  allowView(
    server: {
      readonly id: string;
      readonly name: string;
      readonly host: string;
      readonly serverHash?: string | undefined;
    },
    patch: Partial<Pick<ViewRule, "opens" | "origins">>,
  ): void;
  /** Removes the permissions for the pages of a server. Returns the function that restores them. */
  removeViews(serverId: string): () => void;
  remove(id: string): void;
  answer(tool: ToolIdentity & { readonly fingerprint: string }, sessionId: string): RuleAnswer;
}

/** Creates the store of rules that let tools run without a question. */
export function createToolRules({ env }: { env: Pick<Environment, "now" | "newId"> }) {
  return create<ToolRulesStore>()((set, get) => ({
    rules: [],
    views: [],
    hydrate(stored) {
      set({ rules: readToolRules(stored), views: readViewRules(stored) });
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
    allowView({ id, name, host, serverHash }, patch) {
      set(({ views }) => {
        const known = viewRule(views, { id, host, serverHash }) ?? { id: env.newId(), opens: false, origins: [] };
        const server = { sourceId: id, source: name, host, ...(serverHash !== undefined && { serverHash }) };
        const rule: ViewRule = { ...known, ...server, ...patch, since: env.now() };
        return { views: withViewRule(views, rule) };
      });
    },
    removeViews(serverId) {
      const removed = get().views.filter(({ sourceId }) => sourceId === serverId);
      if (removed.length === 0) return () => {};
      set(({ views }) => ({ views: views.filter((rule) => !removed.includes(rule)) }));
      return () => set(({ views }) => ({ views: [...views, ...removed] }));
    },
    remove(id) {
      const isOther = (rule: { readonly id: string }) => rule.id !== id;
      set(({ rules, views }) => ({ rules: rules.filter(isOther), views: views.filter(isOther) }));
    },
    answer: (tool, sessionId) => ruleAnswer(get().rules, tool, sessionId),
  }));
}

export const useToolRules = documentStore(
  createToolRules({ env: browserEnvironment }),
  catalogue.toolRules,
  ({ rules, views }) => ({ rules, views }),
);

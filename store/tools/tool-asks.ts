import { create } from "zustand";
import type { Tool } from "@/lib/chat/tool";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { toolFingerprint } from "@/lib/tools/tool-fingerprint";
import { useToolRules } from "@/store/tools/tool-rules";

/** The user's decision whether a tool may run. */
export type ToolDecision = "once" | "chat" | "always" | "refuse";

/** A call that waits for the user's decision. */
interface ToolAsk {
  readonly sessionId: string;
  readonly tool: Tool;
  /** True if the tool was allowed before, but its description has changed. */
  readonly isChanged: boolean;
  /** True if a rule allows the tool, but the reply has read texts of others. A rule then changes nothing. */
  readonly isQuoting: boolean;
}

interface ToolAsksStore {
  /** By id. */
  readonly asks: Readonly<Record<string, ToolAsk>>;
  /** Resolves a waiting call. A decision for the chat or for always also resolves the same tool's other calls. */
  decide(id: string, decision: ToolDecision): void;
  /**
   * Resolves with the decision on a call: at once if a rule matches, unless the reply has read texts of others; false if
   * the signal aborts. Calls `onWaiting` with the id of the waiting call.
   */
  ask(asked: {
    readonly sessionId: string;
    readonly tool: Tool;
    readonly hasQuotes?: boolean;
    readonly signal: AbortSignal;
    readonly onWaiting: (id: string) => void;
  }): Promise<boolean>;
}

/** The stored rules. */
type Rules = Pick<ReturnType<typeof useToolRules.getState>, "answer" | "allow">;

/** Creates the store of calls that wait for a decision. */
export function createToolAsks({ env, rules }: { env: Pick<Environment, "newId">; rules: () => Rules }) {
  /** Resolvers of waiting calls. Not in the state, because functions are not plain data and nothing renders them. */
  const answers = new Map<string, (isAllowed: boolean) => void>();

  return create<ToolAsksStore>()((set, get) => {
    function close(id: string, isAllowed: boolean) {
      const answer = answers.get(id);
      answers.delete(id);
      set(({ asks: { [id]: _closed, ...asks } }) => ({ asks }));
      answer?.(isAllowed);
    }

    return {
      asks: {},
      decide(id, decision) {
        const decided = get().asks[id];
        if (!decided) return;
        const { tool, sessionId } = decided;
        const fingerprinted = { ...tool, fingerprint: toolFingerprint(tool) };
        if (decision === "chat") rules().allow(fingerprinted, sessionId);
        if (decision === "always") rules().allow(fingerprinted);
        close(id, decision !== "refuse");
        for (const [other, ask] of Object.entries(get().asks)) {
          if (!ask.isQuoting && answerOf(ask, rules()) === "allowed") close(other, true);
        }
      },
      ask({ sessionId, tool, hasQuotes = false, signal, onWaiting }) {
        const answer = answerOf({ sessionId, tool }, rules());
        if (answer === "allowed" && !hasQuotes) return Promise.resolve(true);
        if (signal.aborted) return Promise.resolve(false);
        const id = env.newId();
        return new Promise((resolve) => {
          answers.set(id, resolve);
          signal.addEventListener("abort", () => close(id, false), { once: true });
          const asked = { sessionId, tool, isChanged: answer === "changed", isQuoting: answer === "allowed" };
          set(({ asks }) => ({ asks: { ...asks, [id]: asked } }));
          onWaiting(id);
        });
      },
    };
  });
}

function answerOf({ tool, sessionId }: Pick<ToolAsk, "tool" | "sessionId">, rules: Rules) {
  return rules.answer({ ...tool, fingerprint: toolFingerprint(tool) }, sessionId);
}

export const useToolAsks = createToolAsks({
  env: browserEnvironment,
  rules: useToolRules.getState,
});

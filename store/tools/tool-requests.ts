import { create } from "zustand";
import type { Tool } from "@/lib/chat/tool";
import type { ToolReply, ToolRequest } from "@/lib/chat/tool-request";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";

/** A request of a tool's source that waits for the user. */
interface WaitingRequest {
  readonly request: ToolRequest;
  /** Name and host of the source. */
  readonly source: string;
  readonly host: string;
}

interface ToolRequestsStore {
  /** By id. */
  readonly requests: Readonly<Record<string, WaitingRequest>>;
  /** Resolves a waiting request. */
  reply(id: string, reply: ToolReply): void;
  /**
   * Resolves with the user's reply; with `cancel` if the signal aborts. Calls `onWaiting` with the id of the waiting
   * request.
   */
  ask(
    tool: Pick<Tool, "source" | "host">,
    asked: {
      readonly request: ToolRequest;
      readonly signal: AbortSignal;
      readonly onWaiting: (id: string) => void;
    },
  ): Promise<ToolReply>;
}

/** Creates the store of requests to the user that tools' sources make during a call. */
export function createToolRequests({ env }: { env: Pick<Environment, "newId"> }) {
  /** Resolvers of waiting requests. Not in the state, because functions are not plain data and nothing renders them. */
  const resolvers = new Map<string, (reply: ToolReply) => void>();

  return create<ToolRequestsStore>()((set, get) => ({
    requests: {},
    reply(id, reply) {
      const resolve = resolvers.get(id);
      resolvers.delete(id);
      set(({ requests: { [id]: _closed, ...requests } }) => ({ requests }));
      resolve?.(reply);
    },
    ask({ source, host }, { request, signal, onWaiting }) {
      if (signal.aborted) return Promise.resolve({ action: "cancel" });
      const id = env.newId();
      return new Promise((resolve) => {
        resolvers.set(id, resolve);
        signal.addEventListener("abort", () => get().reply(id, { action: "cancel" }), { once: true });
        set(({ requests }) => ({ requests: { ...requests, [id]: { request, source: source.name, host } } }));
        onWaiting(id);
      });
    },
  }));
}

export const useToolRequests = createToolRequests({ env: browserEnvironment });

import { create } from "zustand";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { catalogue } from "@/lib/storage/catalogue";
import { type McpServer, type McpServerDraft, readMcpServers } from "@/lib/tools/mcp/server";
import { removeWithUndo } from "@/store/base/remove-with-undo";
import { documentStore } from "@/store/records/document-store";

interface McpStore {
  /** The user's remote servers, newest first. */
  readonly servers: readonly McpServer[];
  hydrate(stored: unknown): void;
  /** Adds a server; returns it. */
  add(draft: McpServerDraft): McpServer;
  /** Changes a server. Its headers are bound to the host of its new address. */
  change(id: string, patch: Partial<McpServerDraft & Pick<McpServer, "isOn">>): void;
  /** Deletes a server. Returns the function that restores it. */
  remove(id: string): () => void;
}

/** Creates the store of the user's remote MCP servers (`mcp-store`). */
export function createMcp({ env }: { env: Pick<Environment, "now" | "newId"> }) {
  return create<McpStore>()((set, get) => ({
    servers: [],
    hydrate(stored) {
      set({ servers: readMcpServers(stored) });
    },
    add(draft) {
      const server = { ...draft, id: env.newId(), createdAt: env.now(), headersHost: hostOf(draft), isOn: true };
      set({ servers: [server, ...get().servers] });
      return server;
    },
    change(id, patch) {
      const changed = (server: McpServer): McpServer => ({
        ...server,
        ...patch,
        ...(patch.headers && { headersHost: hostOf({ ...server, ...patch }) }),
      });
      set({ servers: get().servers.map((server) => (server.id === id ? changed(server) : server)) });
    },
    remove(id) {
      return removeWithUndo(get().servers, id, {
        store: (servers) => set({ servers }),
        restore(removed) {
          const others = get().servers.filter((server) => server.id !== id);
          set({ servers: [...others, removed].toSorted((one, other) => other.createdAt - one.createdAt) });
        },
      });
    },
  }));
}

function hostOf({ url }: Pick<McpServer, "url">): string {
  return new URL(url).host;
}

export const useMcp = documentStore(createMcp({ env: browserEnvironment }), catalogue.mcp, ({ servers }) => ({
  servers: Object.fromEntries(servers.map((server) => [server.id, server])),
}));

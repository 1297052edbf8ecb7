import { create } from "zustand";
import type { ChatSession } from "@/lib/chat/session";
import type { Tool } from "@/lib/chat/tool";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { codeHeaders } from "@/lib/settings/connect";
import { McpFailure } from "@/lib/tools/mcp/failure";
import { listTools } from "@/lib/tools/mcp/listings";
import { mcpTools } from "@/lib/tools/mcp/mcp-tools";
import {
  changeOperatorServers,
  createOperatorPeer,
  listOperatorServers,
  type McpCommand,
  type OperatorAction,
  type OperatorServer,
  type OperatorWire,
  readOperatorCommands,
  readOperatorLog,
} from "@/lib/tools/mcp/operator-wire";
import type { McpPeer } from "@/lib/tools/mcp/peer";
import { useAccess } from "@/store/settings/access";
import { mcpChoice } from "@/store/tools/mcp-choice";

interface OperatorStore {
  readonly servers: readonly OperatorServer[];
  /** True if the operator lets a holder of the secret change the servers. */
  readonly canManage: boolean;
  /** The administrator's secret, only in memory until the page reloads. */
  readonly secret: string;
  setSecret(secret: string): void;
  /** Fetches the states of the servers. On failure the known states stay. */
  refresh(): Promise<void>;
  /** Changes the servers. Throws McpFailure; a rejected secret is dropped. */
  change(action: OperatorAction): Promise<void>;
  /** Reads the commands of the servers. Throws McpFailure, as `change` does. */
  readCommands(): Promise<Readonly<Record<string, McpCommand>>>;
  /** Reads the last error output of a server. Throws McpFailure, as `change` does. */
  readLog(id: string): Promise<readonly string[]>;
}

const wire: OperatorWire = {
  env: browserEnvironment,
  route: () => {
    const { reach, accessCode, flags } = useAccess.getState();
    if (reach.relay === undefined || !flags?.enableMcp) return undefined;
    return { url: `${reach.relay}/mcp`, headers: codeHeaders({ accessCode }, true) };
  },
};

export const useMcpOperator = create<OperatorStore>()((set) => ({
  servers: [],
  canManage: false,
  secret: "",
  setSecret(secret) {
    set({ secret });
  },
  async refresh() {
    if (!wire.route()) return;
    try {
      set(await listOperatorServers(wire));
    } catch (thrown) {
      console.warn("Could not list the operator's MCP servers.", thrown);
    }
  },
  async change(action) {
    set(await withSecret((secret) => changeOperatorServers(wire, action, secret)));
  },
  readCommands: () => withSecret((secret) => readOperatorCommands(wire, secret)),
  readLog: (id) => withSecret((secret) => readOperatorLog(wire, id, secret)),
}));

/** Runs an action with the secret; a rejected secret is dropped. */
async function withSecret<T>(ask: (secret: string) => Promise<T>): Promise<T> {
  try {
    return await ask(useMcpOperator.getState().secret);
  } catch (thrown) {
    if (thrown instanceof McpFailure && thrown.kind === "refused") useMcpOperator.setState({ secret: "" });
    throw thrown;
  }
}

/** Returns the peer for one of the operator's servers. */
export function operatorPeer(id: string): McpPeer {
  return createOperatorPeer(wire, id);
}

/** Returns the operator's servers that a chat has chosen. */
export function chosenOperatorServers({ mask }: Pick<ChatSession, "mask">): readonly OperatorServer[] {
  return useMcpOperator.getState().servers.filter(({ id }) => mask.plugin.includes(mcpChoice(id)));
}

/** Returns the tools of the operator's servers that a chat has chosen. Unreachable servers offer none. */
export async function toolsOfOperatorServers(session: Pick<ChatSession, "mask">): Promise<Tool[]> {
  await useMcpOperator.getState().refresh();
  const offered = await Promise.all(
    chosenOperatorServers(session)
      .filter(({ status }) => status !== "paused")
      .map(async ({ id }) => {
        const peer = operatorPeer(id);
        try {
          return mcpTools(await listTools(peer), { id, name: id, host: location.host, peer });
        } catch (thrown) {
          console.warn("Could not list the tools of an MCP server.", thrown);
          return [];
        }
      }),
  );
  return offered.flat();
}

import { create } from "zustand";
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
import { useMcp } from "@/store/tools/mcp";
import { isMcpChoice, mcpChoice } from "@/store/tools/mcp-choice";
import type { ConnectedServer, ServerIdentity } from "@/store/tools/mcp-connections";
import type { ToolChoice, ToolOffer } from "@/store/tools/tool-offer";

interface OperatorStore {
  readonly servers: readonly OperatorServer[];
  /** True if the operator lets a holder of the secret change the servers. */
  readonly canManage: boolean;
  /** The administrator's secret, only in memory until the page reloads. */
  readonly secret: string;
  setSecret(secret: string): void;
  /** Fetches the states of the servers. On failure the known states stay, and false is returned. */
  refresh(): Promise<boolean>;
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
    if (!wire.route()) return true;
    try {
      set(await listOperatorServers(wire));
      return true;
    } catch (thrown) {
      console.warn("Could not list the operator's MCP servers.", thrown);
      return false;
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
export function chosenOperatorServers({ mask }: ToolChoice): readonly OperatorServer[] {
  return useMcpOperator.getState().servers.filter(({ id }) => mask.plugin.includes(mcpChoice(id)));
}

/**
 * Returns the tools of the operator's servers that a chat has chosen. Paused servers are not reachable. Without the list
 * of servers, neither are chosen servers that are not the user's own.
 */
export async function toolsOfOperatorServers({ mask }: ToolChoice): Promise<ToolOffer> {
  const isListed = await useMcpOperator.getState().refresh();
  const chosen = chosenOperatorServers({ mask });
  const lists = await Promise.all(
    chosen.map(({ id, status }) => (status === "paused" ? undefined : toolsOfServer(id))),
  );
  const known = new Set([...chosen, ...useMcp.getState().servers].map(({ id }) => mcpChoice(id)));
  const unlisted = isListed ? [] : mask.plugin.filter((choice) => isMcpChoice(choice) && !known.has(choice));
  return {
    tools: lists.flatMap((list) => list ?? []),
    unreachable: [
      ...chosen.filter((_, place) => !lists[place]).map(({ id }) => id),
      ...unlisted.map((choice) => choice.slice(mcpChoice("").length)),
    ],
  };
}

async function toolsOfServer(id: string): Promise<Tool[] | undefined> {
  const server = await connectedTo(id);
  return server && mcpTools(server.definitions, server);
}

/** Returns one of the operator's servers with its tools; undefined if it cannot be reached. */
export async function connectedOperatorServer(id: string): Promise<ConnectedServer | undefined> {
  await useMcpOperator.getState().refresh();
  const server = listed(id);
  return server && server.status !== "paused" ? connectedTo(id) : undefined;
}

/** Returns the identity of one of the operator's servers. */
export async function identifyOperatorServer(id: string): Promise<ServerIdentity | undefined> {
  if (!listed(id)) await useMcpOperator.getState().refresh();
  return listed(id) && identityOf(id);
}

function listed(id: string): OperatorServer | undefined {
  return useMcpOperator.getState().servers.find((each) => each.id === id);
}

function identityOf(id: string): ServerIdentity {
  return { id, name: id, host: location.host, serverHash: listed(id)?.programHash };
}

async function connectedTo(id: string): Promise<ConnectedServer | undefined> {
  const peer = operatorPeer(id);
  try {
    return { ...identityOf(id), peer, definitions: await listTools(peer) };
  } catch (thrown) {
    console.warn("Could not list the tools of an MCP server.", thrown);
    return undefined;
  }
}

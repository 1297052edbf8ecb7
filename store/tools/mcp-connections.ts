import { create } from "zustand";
import type { Tool } from "@/lib/chat/tool";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { McpFailure, type McpFailureKind } from "@/lib/tools/mcp/failure";
import { listTools, type McpToolDefinition } from "@/lib/tools/mcp/listings";
import { mcpTools } from "@/lib/tools/mcp/mcp-tools";
import type { McpPeer } from "@/lib/tools/mcp/peer";
import { createRemotePeer } from "@/lib/tools/mcp/remote-peer";
import { headersOf, type McpServer } from "@/lib/tools/mcp/server";
import { addressHash } from "@/lib/tools/mcp/server-hash";
import { useMcp } from "@/store/tools/mcp";
import { mcpChoice } from "@/store/tools/mcp-choice";
import { noteChallenge, signedIn } from "@/store/tools/mcp-sign-in";
import { pluginRelay } from "@/store/tools/plugins";
import type { ToolChoice, ToolOffer } from "@/store/tools/tool-offer";

/** The connection state of a server, until the page reloads. */
export type McpStatus =
  | { readonly state: "connecting" }
  | { readonly state: "ready"; readonly tools: readonly McpToolDefinition[] }
  | { readonly state: "failed"; readonly kind: McpFailureKind; readonly message: string };

/** The states of the servers that were connected since the page was loaded, by id. */
export const useMcpStatuses = create<{ readonly statuses: Readonly<Record<string, McpStatus>> }>()(() => ({
  statuses: {},
}));

/** The identity of a server, as it is displayed. */
export interface ServerIdentity {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  /** Hash of the command of a program, or of the address of a remote server. Another one is another server. */
  readonly serverHash?: string | undefined;
}

/** Whether two identities are of the same server, at the same address or with the same command. */
export function isSameServer(one: ServerIdentity, other: ServerIdentity): boolean {
  return one.id === other.id && one.host === other.host && one.serverHash === other.serverHash;
}

/** A server with its tools, as it describes them. */
export interface ConnectedServer extends ServerIdentity {
  readonly peer: McpPeer;
  readonly definitions: readonly McpToolDefinition[];
}

interface Connection {
  /** The server when the connection was made; a changed address needs a new connection. */
  readonly server: McpServer;
  readonly peer: McpPeer;
}

const connections = new Map<string, Connection>();

/** Returns the peer for a server. Its session belongs to this tab. */
export function peerOf(server: McpServer): McpPeer {
  const known = connections.get(server.id);
  if (known && isSame(known.server, server)) return known.peer;
  void known?.peer.close();
  const { id, url, transport, plainHost, allowsSampling = false } = server;
  const peer = createRemotePeer({
    env: browserEnvironment,
    ...{ url, transport, plainHost, headers: headersOf(server), clientName: brand.name, relay: pluginRelay },
    allowsSampling,
    auth: () => signedIn(url),
    onChallenge: (response) => noteChallenge(url, response),
    onToolsChanged: () => void connect(server),
  });
  connections.set(id, { server, peer });
  return peer;
}

function isSame(one: McpServer, other: McpServer): boolean {
  const facts = ({ url, transport, headers, headersHost, plainHost, allowsSampling }: McpServer) =>
    JSON.stringify([url, transport, headers, headersHost, plainHost, allowsSampling]);
  return facts(one) === facts(other);
}

/** Connects a server and lists its tools. An error becomes its status. */
export async function connect(server: McpServer): Promise<McpStatus> {
  const { id } = server;
  setStatus(id, { state: "connecting" });
  try {
    return setStatus(id, { state: "ready", tools: await listTools(peerOf(server)) });
  } catch (thrown) {
    if (!(thrown instanceof McpFailure)) throw thrown;
    return setStatus(id, { state: "failed", kind: thrown.kind, message: thrown.message });
  }
}

/** Closes the session of a server and drops its status. */
export function disconnect(id: string): void {
  void connections.get(id)?.peer.close();
  connections.delete(id);
  dropStatus(id);
}

/** Removes the status of a server. */
export function dropStatus(id: string): void {
  const { [id]: _, ...others } = useMcpStatuses.getState().statuses;
  useMcpStatuses.setState({ statuses: others });
}

/** Sets the status of a server and returns it. */
export function setStatus(id: string, status: McpStatus): McpStatus {
  useMcpStatuses.setState(({ statuses }) => ({ statuses: { ...statuses, [id]: status } }));
  return status;
}

/** Returns the user's enabled servers that a chat has chosen. */
export async function chosenServers({ mask }: ToolChoice): Promise<readonly McpServer[]> {
  await useMcp.whenRead();
  return useMcp.getState().servers.filter(({ id, isOn }) => isOn && mask.plugin.includes(mcpChoice(id)));
}

/** Returns the tools of the remote servers that a chat has chosen. */
export async function toolsOfMcpServers(session: ToolChoice): Promise<ToolOffer> {
  const servers = await chosenServers(session);
  const lists = await Promise.all(servers.map(toolsOfServer));
  return {
    tools: lists.flatMap((list) => list ?? []),
    unreachable: servers.filter((_, place) => !lists[place]).map(({ name, url }) => name || new URL(url).host),
  };
}

/** Returns a server that the user has not switched off, with its tools; undefined if it cannot be reached. */
export async function connectedServer(id: string): Promise<ConnectedServer | undefined> {
  await useMcp.whenRead();
  const server = useMcp.getState().servers.find((each) => each.id === id);
  return server?.isOn ? connected(server) : undefined;
}

/** Returns the identity of one of the user's servers. */
export async function identifyRemoteServer(id: string): Promise<ServerIdentity | undefined> {
  await useMcp.whenRead();
  const server = useMcp.getState().servers.find((each) => each.id === id);
  return server && identityOf(server);
}

function identityOf({ id, url, name }: McpServer): ServerIdentity {
  const { host } = new URL(url);
  return { id, name: name || host, host, serverHash: addressHash(url) };
}

async function connected(server: McpServer): Promise<ConnectedServer | undefined> {
  const known = useMcpStatuses.getState().statuses[server.id];
  const status = known?.state === "ready" && connections.has(server.id) ? known : await connect(server);
  if (status.state !== "ready") return undefined;
  return { ...identityOf(server), peer: peerOf(server), definitions: status.tools };
}

/** Returns the current tools of a server, or the previous list if they cannot be fetched; undefined without either. */
async function toolsOfServer(server: McpServer): Promise<Tool[] | undefined> {
  const found = await connected(server);
  if (!found) return undefined;
  return mcpTools(found.definitions, found).map((tool) => ({
    ...tool,
    asNow: async () => (await toolsOfServer(server))?.find(({ ownName }) => ownName === tool.ownName) ?? tool,
  }));
}

import { emptyDraft, joinDrafts } from "@/lib/chat/draft";
import type { ChatSession } from "@/lib/chat/session";
import { promptText, resourceText } from "@/lib/tools/mcp/content-text";
import { listPrompts, listResources, type McpPrompt, type McpResource } from "@/lib/tools/mcp/listings";
import type { McpPeer } from "@/lib/tools/mcp/peer";
import { attachTexts } from "@/store/chats/attach";
import { useDrafts } from "@/store/chats/drafts";
import { chosenServers, peerOf } from "@/store/tools/mcp-connections";
import { chosenOperatorServers, operatorPeer, useMcpOperator } from "@/store/tools/mcp-operator";

/** The resources and prompts of a chat's server. */
export interface ServerContent {
  readonly id: string;
  readonly name: string;
  readonly peer: McpPeer;
  readonly resources: readonly McpResource[];
  readonly prompts: readonly McpPrompt[];
}

/**
 * Returns the resources and prompts of the servers that a chat has chosen. A server that supports neither is skipped.
 */
export async function contentOfServers(session: ChatSession): Promise<ServerContent[]> {
  await useMcpOperator.getState().refresh();
  const servers = [
    ...(await chosenServers(session)).map((server) => ({
      id: server.id,
      name: server.name || new URL(server.url).host,
      peer: peerOf(server),
    })),
    ...chosenOperatorServers(session).map(({ id }) => ({ id, name: id, peer: operatorPeer(id) })),
  ];
  return Promise.all(
    servers.map(async (server) => ({
      ...server,
      resources: await orNone(listResources(server.peer)),
      prompts: await orNone(listPrompts(server.peer)),
    })),
  );
}

/** Returns an empty list after an error: servers reject requests that they do not support. */
async function orNone<T>(listed: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await listed;
  } catch (thrown) {
    console.warn("Could not list the content of an MCP server.", thrown);
    return [];
  }
}

/** Reads a resource and attaches it to the draft of a chat. Throws McpFailure. */
export async function attachResource(sessionId: string, { peer }: ServerContent, { uri }: McpResource): Promise<void> {
  attachTexts(sessionId, [resourceText(await peer.request("resources/read", { uri }))]);
}

/** Appends the text of a prompt to the draft of a chat. Throws McpFailure. */
export async function insertPrompt(
  sessionId: string,
  { peer }: ServerContent,
  { name }: McpPrompt,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const text = promptText(await peer.request("prompts/get", { name, arguments: values }));
  useDrafts.getState().change(sessionId, (draft) => joinDrafts([draft, { ...emptyDraft, text }]));
}

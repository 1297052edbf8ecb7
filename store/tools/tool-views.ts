import { emptyDraft, joinDrafts } from "@/lib/chat/draft";
import { fileBlock, safeFileName } from "@/lib/chat/file-block";
import type { MessageTool } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import type { Tool } from "@/lib/chat/tool";
import { answerForModel } from "@/lib/chat/tool-answer";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { McpFailure } from "@/lib/tools/mcp/failure";
import { resourceTool, resourceToolName, toolForView } from "@/lib/tools/mcp/mcp-tools";
import { readViewPage, type ViewPage } from "@/lib/tools/mcp/view-page";
import { RejectedViewRequest } from "@/lib/tools/mcp/view-session";
import { createRunCall } from "@/lib/tools/run-tool";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { messageNow, sessionOf } from "@/store/chats/chats-state";
import { useDrafts } from "@/store/chats/drafts";
import { sessionInUse } from "@/store/settings/models";
import { knowledgeOf } from "@/store/settings/project-knowledge";
import { isProjectUnread } from "@/store/settings/projects";
import { mcpChoice } from "@/store/tools/mcp-choice";
import {
  type ConnectedServer,
  connectedServer,
  identifyRemoteServer,
  isSameServer,
  type ServerIdentity,
} from "@/store/tools/mcp-connections";
import { connectedOperatorServer, identifyOperatorServer } from "@/store/tools/mcp-operator";
import { hasQuotedTexts, viewHeading } from "@/store/tools/quoted-texts";
import { useToolAsks } from "@/store/tools/tool-asks";
import { useToolRequests } from "@/store/tools/tool-requests";
import { isToolOn } from "@/store/tools/tools";

/** The server of a page: its identity, to which permissions apply. */
export type ViewServer = ServerIdentity;

/** A page that is ready to be shown. */
export interface LoadedView {
  readonly server: ViewServer;
  readonly page: ViewPage;
}

/** Finds an MCP server by its id: the user's, the operator's, or a program; undefined if it cannot be reached. */
async function findServer(id: string): Promise<ConnectedServer | undefined> {
  const remote = (await connectedServer(id)) ?? (await connectedOperatorServer(id));
  if (remote || !process.env.BUILD_APP) return remote;
  const { connectedProgram } = await import("@/store/tools/program-connections");
  return connectedProgram(id);
}

/**
 * Returns the identity of an MCP server without a connection to it; undefined if the app does not have it. The names in a
 * message may be those of another server, because chats can be imported.
 */
export async function identifyServer(id: string): Promise<ViewServer | undefined> {
  const remote = (await identifyRemoteServer(id)) ?? (await identifyOperatorServer(id));
  if (remote || !process.env.BUILD_APP) return remote;
  const { identifyProgram } = await import("@/store/tools/program-connections");
  return identifyProgram(id);
}

/** Returns a chat with the tools of its project; undefined if it does not use a server. */
function sessionWith(server: string, sessionId: string): ChatSession | undefined {
  const session = sessionOf(useChats.getState(), sessionId);
  const inUse = session && !isProjectUnread(session) ? sessionInUse(session) : undefined;
  return inUse?.mask.plugin.includes(mcpChoice(server)) ? inUse : undefined;
}

interface ViewAddress {
  readonly sessionId: string;
  readonly server: string;
  readonly uri: string;
}

/** Loads the page of a call from its server. Throws McpFailure; RejectedViewRequest if the chat does not use the server. */
export async function loadView(view: ViewAddress): Promise<LoadedView> {
  if (!sessionWith(view.server, view.sessionId)) throw new RejectedViewRequest("The chat does not use the server");
  const server = await findServer(view.server);
  if (!server) throw new McpFailure("network");
  const { id, name, host, serverHash, peer } = server;
  return {
    server: { id, name, host, ...(serverHash !== undefined && { serverHash }) },
    page: await readViewPage(peer, view.uri, { ownHost: location.hostname }),
  };
}

interface ViewCallsOptions {
  readonly sessionId: string;
  readonly server: ViewServer;
  /** Called with the requests of the page to its server, oldest first, after each change. */
  readonly onChange: (calls: readonly MessageTool[]) => void;
}

/**
 * Creates the requests of a page to its server. They need the same permission as a call of a model, and only the page's own
 * server is reached (docs/security.md#t913).
 */
export function createViewCalls({ sessionId, server, onChange }: ViewCallsOptions) {
  let calls: readonly MessageTool[] = [];

  function change(id: string, patch: Partial<MessageTool>) {
    calls = calls.map((call) => (call.id === id ? { ...call, ...patch } : call));
    onChange(calls);
  }

  function add(name: string, argumentsText: string): string {
    const id = browserEnvironment.newId();
    const { host, name: source } = server;
    calls = [...calls, { id, name, argumentsText, kind: "mcp", source, host, state: "running" }];
    onChange(calls);
    return id;
  }

  /** Returns the server, and the chat that uses it. */
  async function reachServer() {
    const found = await findServer(server.id);
    // A changed address or command is another server.
    if (!found || !isSameServer(found, server)) throw new RejectedViewRequest("The server is not connected");
    const session = sessionWith(server.id, sessionId);
    if (!session) throw new RejectedViewRequest("The chat does not use the server");
    return { found, session };
  }

  /** Returns a tool that the page may call now, and the chat. */
  async function reachTool(name: string, onResult: (result: unknown) => void) {
    const { found, session } = await reachServer();
    const definition = found.definitions.find((each) => each.name === name);
    const tool = definition?.view.isForView && toolForView(definition, found, onResult);
    if (!tool || !isToolOn(tool, session)) throw new RejectedViewRequest("Unknown tool");
    return { tool, session };
  }

  /** Returns the request for a resource, and the chat. */
  async function reachResources(onResult: (result: unknown) => void) {
    const { found, session } = await reachServer();
    return { tool: resourceTool(found, onResult), session };
  }

  /**
   * Runs a request of the page through the steps of a model's call.
   *
   * @param name name of the request in its row
   * @param reach returns the request as the server and the chat allow it now
   */
  async function run(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { signal, reach }: { readonly signal: AbortSignal; readonly reach: typeof reachResources },
  ): Promise<unknown> {
    let result: unknown;
    const onResult = (given: unknown) => {
      result = given;
    };
    const { tool: reached, session } = await reach(onResult);
    // The server, the chat or its project may change the tool while the user decides.
    const tool: Tool = { ...reached, asNow: async () => (await reach(onResult)).tool };
    const hasQuotes = knowledgeOf(session).length > 0 || hasQuotedTexts(threadOf(sessionId));
    const runCall = createRunCall({
      tools: [tool],
      approve: (shown, asked) => useToolAsks.getState().ask({ sessionId, tool: shown, hasQuotes, ...asked }),
      ask: useToolRequests.getState().ask,
      keep: async () => [],
    });
    const id = add(name, JSON.stringify(args));
    const startedAt = browserEnvironment.now();
    const outcome = await runCall(
      { id, name: tool.name, argumentsText: JSON.stringify(args) },
      { signal, report: ({ view: _view, ...changed }) => change(id, changed) },
    ).catch((thrown: unknown) => {
      change(id, { state: "failed", isError: true, problem: "unknown-tool" });
      throw thrown;
    });
    const isError = outcome.problem !== undefined;
    change(id, {
      state: isError ? "failed" : "done",
      result: outcome.text,
      isError,
      ...(outcome.problem && { problem: outcome.problem }),
      ms: browserEnvironment.now() - startedAt,
    });
    if (result === undefined) throw new RejectedViewRequest(answerForModel(outcome));
    return result;
  }

  return {
    callTool: (name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown> =>
      run(name, args, { signal, reach: (onResult) => reachTool(name, onResult) }),
    readResource: (uri: string, signal: AbortSignal): Promise<unknown> =>
      run(resourceToolName, { uri }, { signal, reach: reachResources }),
  };
}

function threadOf(sessionId: string) {
  const chats = useChats.getState();
  return (chats.threads[sessionId]?.ids ?? []).flatMap((id) => messageNow(chats, id) ?? []);
}

/** Appends a text of a page to the message box of a chat. The user sends it, or not. */
export function addViewText(sessionId: string, text: string): void {
  useDrafts.getState().change(sessionId, (draft) => joinDrafts([draft, { ...emptyDraft, text }]));
}

interface ViewContextOptions {
  readonly sessionId: string;
  /** Identifies the call in its chat. */
  readonly call: string;
  readonly server: ViewServer;
}

/** The last text of each call's page, by chat and call: another frame of the page replaces it, too. */
const lastTexts = new Map<string, string>();

/**
 * Creates the function that sets the text of a page for the model. It is attached to the draft, where the user sees it and
 * can remove it, and replaces the previous one that has not been sent.
 */
export function createViewContext({ sessionId, call, server: { name } }: ViewContextOptions) {
  const key = `${sessionId} ${call}`;
  return (text: string) => {
    const previous = lastTexts.get(key);
    const file = { name: safeFileName(`${name}.txt`), text: `${viewHeading}${name}\n\n${text}` };
    const block = text.trim() === "" ? undefined : fileBlock(file);
    if (block === previous) return;
    useDrafts.getState().change(sessionId, ({ texts }) => ({
      texts: [...texts.filter((each) => each !== previous), ...(block === undefined ? [] : [block])],
    }));
    if (block === undefined) lastTexts.delete(key);
    else lastTexts.set(key, block);
  };
}

/** Maximum length of an address that a page may ask to open, in characters. */
const maxAddressChars = 2000;

/** Asks the user whether a link of a page may open. Throws RejectedViewRequest if the address is not one of the web. */
export function openViewLink(address: string, { name }: Pick<ViewServer, "name">): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isWeb = url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (!isWeb || url.href.length > maxAddressChars) throw new RejectedViewRequest("Invalid URL");
  const { dialog, openDialog } = useUi.getState();
  if (dialog?.isOpen) throw new RejectedViewRequest("Another question is open");
  openDialog({ kind: "open-link", address: url.href, concern: "page", source: name });
}

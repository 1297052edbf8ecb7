import type { Tool, ToolCallContext, ToolOutcome, ToolProblem, ToolView } from "@/lib/chat/tool";
import { outcomeOf } from "@/lib/tools/mcp/content-text";
import { McpFailure, type McpFailureKind } from "@/lib/tools/mcp/failure";
import type { McpToolDefinition } from "@/lib/tools/mcp/listings";
import type { McpPeer } from "@/lib/tools/mcp/peer";
import { offerRequiredPages } from "@/lib/tools/mcp/required-pages";
import { viewWithResult } from "@/lib/tools/mcp/tool-view";
import { nameFrom } from "@/lib/tools/unique-names";

/** Maximum length of a description for models, in characters; OpenAI rejects longer ones. */
const maxDescriptionChars = 1024;

interface Origin {
  /** The server's id, and its displayed name. */
  readonly id: string;
  readonly name: string;
  readonly host: string;
  /** Hash of the server's command or address; absent for servers of an older version of the app. */
  readonly serverHash?: string | undefined;
  readonly peer: McpPeer;
}

/** Returns the tools of a server that models may call, in the form that chats use. */
export function mcpTools(definitions: readonly McpToolDefinition[], origin: Origin): Tool[] {
  const { peer } = origin;
  return definitions
    .filter(({ view }) => view.isForModel)
    .map((definition) => ({
      ...shownTool(definition, origin),
      run: (args, context) => callTool(peer, definition, args, { ...context, view: viewOf(definition, origin) }),
    }));
}

/**
 * Returns a tool that a page of the same server calls.
 *
 * @param onResult called with the server's complete result
 */
export function toolForView(definition: McpToolDefinition, origin: Origin, onResult: (result: unknown) => void): Tool {
  return {
    ...shownTool(definition, origin),
    run: (args, context) => callTool(origin.peer, definition, args, { ...context, onResult }),
  };
}

/** The method that reads a resource, as the name of a request. */
export const resourceToolName = "resources/read";

/**
 * Returns the request of a page for a resource of its server, as a tool: it needs a permission like one
 * (docs/security.md#t913).
 *
 * @param onResult called with the server's complete result
 */
export function resourceTool({ id, name, host, serverHash, peer }: Origin, onResult: (result: unknown) => void): Tool {
  return {
    name: nameFrom(resourceToolName),
    description: "",
    parameters: { type: "object", properties: { uri: { type: "string" } }, required: ["uri"] },
    source: { kind: "mcp", id, name },
    ownName: resourceToolName,
    host,
    isReading: true,
    ...(serverHash !== undefined && { serverHash }),
    onlyCaller: "view",
    run: (args, { signal }) =>
      outcomeOrProblem({ signal }, async () => {
        onResult(await peer.request(resourceToolName, args, { signal }));
        return { text: "" };
      }),
  };
}

function shownTool(definition: McpToolDefinition, origin: Origin): Omit<Tool, "run"> {
  const { id, name, host, serverHash } = origin;
  const view = viewOf(definition, origin);
  const { isForModel, isForView } = definition.view;
  return {
    name: nameFrom(definition.name),
    description: definition.description.slice(0, maxDescriptionChars),
    // Some servers omit fields that the models' providers require.
    parameters: { type: "object", properties: {}, ...definition.inputSchema },
    source: { kind: "mcp", id, name },
    ownName: definition.name,
    host,
    isReading: definition.annotations.readOnlyHint,
    ...(serverHash !== undefined && { serverHash }),
    ...(view && { view }),
    ...(isForModel !== isForView && { onlyCaller: isForModel ? "model" : "view" }),
  };
}

function viewOf({ view: { uri } }: McpToolDefinition, { id }: Origin): ToolView | undefined {
  return uri === undefined ? undefined : { server: id, uri };
}

interface CallContext extends ToolCallContext {
  readonly view?: ToolView | undefined;
  readonly onResult?: (result: unknown) => void;
}

/** Calls a tool. Never throws. */
async function callTool(
  peer: McpPeer,
  { name, execution }: McpToolDefinition,
  args: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<ToolOutcome> {
  const params = { name, arguments: args };
  const { view, onResult } = context;
  return outcomeOrProblem(context, async () => {
    if (execution.taskSupport !== "required" || !peer.takesTasks)
      return withView(await peer.request("tools/call", params, context));
    const { callAsTask } = await import("@/lib/tools/mcp/task-call");
    return withView(await callAsTask(peer, params, context));
  });

  function withView(result: unknown): ToolOutcome {
    onResult?.(result);
    return { ...outcomeOf(result), ...(view && { view: viewWithResult(view, result) }) };
  }
}

/** Returns the outcome of a request, or the problem with its failure. */
async function outcomeOrProblem(
  context: Pick<ToolCallContext, "signal" | "requests">,
  request: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  try {
    return await request();
  } catch (thrown) {
    if (context.signal.aborted) return { text: "", problem: "stopped" };
    if (!(thrown instanceof McpFailure)) throw thrown;
    await offerRequiredPages(thrown, context);
    return { text: thrown.message, problem: problems[thrown.kind] };
  }
}

const problems = {
  "sign-in": "not-connected",
  network: "network",
  "not-found": "not-connected",
  refused: "not-connected",
  protocol: "failed",
  timeout: "timeout",
  "too-large": "too-large",
  stopped: "stopped",
} as const satisfies Record<McpFailureKind, ToolProblem>;

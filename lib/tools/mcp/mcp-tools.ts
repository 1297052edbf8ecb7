import type { Tool, ToolCallContext, ToolOutcome, ToolProblem, ToolSource } from "@/lib/chat/tool";
import { outcomeOf } from "@/lib/tools/mcp/content-text";
import { McpFailure, type McpFailureKind } from "@/lib/tools/mcp/failure";
import type { McpToolDefinition } from "@/lib/tools/mcp/listings";
import type { McpPeer } from "@/lib/tools/mcp/peer";
import { offerRequiredPages } from "@/lib/tools/mcp/required-pages";
import { nameFrom } from "@/lib/tools/unique-names";

/** Maximum length of a description for models, in characters; OpenAI rejects longer ones. */
const maxDescriptionChars = 1024;

interface Origin {
  /** The server's id, and its displayed name. */
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly peer: McpPeer;
}

/** Returns the tools of a server in the form that chats use. */
export function mcpTools(definitions: readonly McpToolDefinition[], { id, name, host, peer }: Origin): Tool[] {
  const source: ToolSource = { kind: "mcp", id, name };
  return definitions.map((definition) => ({
    name: nameFrom(definition.name),
    description: definition.description.slice(0, maxDescriptionChars),
    // Some servers omit fields that the models' providers require.
    parameters: { type: "object", properties: {}, ...definition.inputSchema },
    source,
    ownName: definition.name,
    host,
    isReading: definition.annotations.readOnlyHint,
    run: (args, context) => callTool(peer, definition, args, context),
  }));
}

/** Calls a tool. Never throws. */
async function callTool(
  peer: McpPeer,
  { name, execution }: McpToolDefinition,
  args: Readonly<Record<string, unknown>>,
  context: ToolCallContext,
): Promise<ToolOutcome> {
  const params = { name, arguments: args };
  try {
    if (execution.taskSupport !== "required" || !peer.takesTasks)
      return outcomeOf(await peer.request("tools/call", params, context));
    const { callAsTask } = await import("@/lib/tools/mcp/task-call");
    return outcomeOf(await callAsTask(peer, params, context));
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

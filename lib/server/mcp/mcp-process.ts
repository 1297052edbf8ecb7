import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  ListToolsResultSchema,
  McpError,
  ResultSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { errorCode } from "@/lib/server/mcp/error-code";
import { createErrorLog } from "@/lib/server/mcp/error-log";
import type { RpcError, RpcRequest } from "@/lib/server/mcp/json-rpc";
import { serverError } from "@/lib/server/mcp/json-rpc";
import type { McpCommand } from "@/lib/server/mcp/mcp-config";
import { createStdioTransport } from "@/lib/server/mcp/stdio-transport";

/** How far a local MCP server is. */
export type McpState =
  | { readonly status: "initializing" }
  | { readonly status: "active"; readonly tools: number }
  /** `hasRun`: it was active before. */
  | { readonly status: "error"; readonly error: string; readonly hasRun: boolean };

/** A local MCP server that runs as a process of ours, or has failed to. */
export interface McpProcess {
  state(): McpState;
  /** Resolves when it is active or has failed. */
  readonly settled: Promise<void>;
  /** Asks it for something. Never throws. */
  ask(request: RpcRequest, signal: AbortSignal): Promise<{ readonly result: unknown } | { readonly error: RpcError }>;
  /** The last lines of its error output. */
  lines(): readonly string[];
  /** Ends it: first by a word, then by force. */
  stop(): Promise<void>;
  /** Ends it by force and at once, when this server itself ends. */
  kill(): void;
}

/** How long it may take to start and to say what it can do, and to answer one request, in milliseconds. */
const startMs = 60_000;
const answerMs = 120_000;
/** Longer messages end the process: nobody could read them. In bytes. */
const maxMessageBytes = 10_000_000;
const maxListPages = 20;

/** What a process is told of this computer; never the rest of this server's environment, where the keys are (T9.1). */
const passedVariables = ["PATH", "HOME", "LANG", "TMPDIR"];

/** Starts a local MCP server in a folder and begins to ask it what it can do. */
export function startMcpProcess(id: string, { command, args, env = {} }: McpCommand, cwd: string): McpProcess {
  const log = createErrorLog(Object.values(env));
  const decoder = new TextDecoder();
  const transport = createStdioTransport({
    ...{ command, args, cwd, maxMessageBytes },
    env: { ...passedEnvironment(), ...env },
    onErrorOutput: (bytes) => log.append(decoder.decode(bytes, { stream: true })),
  });
  const client = new Client({ name: `mcp-client-${id}`, version: "1.0.0" });
  let state: McpState = { status: "initializing" };

  const fail = (error: string) => {
    if (state.status !== "error") state = { status: "error", error, hasRun: state.status === "active" };
  };
  client.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
    const tools = await countTools(client);
    if (state.status === "active") state = { status: "active", tools };
  });
  client.onclose = () => fail("The process has ended.");

  async function start(): Promise<void> {
    try {
      await client.connect(transport, { timeout: startMs });
      state = { status: "active", tools: await countTools(client) };
    } catch (thrown) {
      fail(log.masked(reasonOf(thrown)));
      await client.close();
    }
  }

  return {
    state: () => state,
    settled: start(),
    lines: log.lines,
    async ask({ method, params }, signal) {
      try {
        const options = { signal, timeout: answerMs, maxTotalTimeout: answerMs };
        return { result: await client.request({ method, ...(params && { params }) }, ResultSchema, options) };
      } catch (thrown) {
        return { error: errorOf(thrown) };
      }
    },
    stop: () => client.close(),
    kill: transport.kill,
  };
}

function passedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    passedVariables.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function countTools(client: Client): Promise<number> {
  if (!client.getServerCapabilities()?.tools) return 0;
  let count = 0;
  let cursor: string | undefined;
  for (let page = 0; page < maxListPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const request = { method: "tools/list", params } as const;
    const { tools, nextCursor } = await client.request(request, ListToolsResultSchema, { timeout: startMs });
    count += tools.length;
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  return count;
}

/** What is said of a failed start. Paths of this computer are none of the caller's. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof McpError) return `The process did not answer as an MCP server: ${thrown.message}`;
  return `The command cannot be started (${errorCode(thrown) ?? "unknown"}).`;
}

/** The server's own error as it wrote it: the SDK puts a mark before the message. */
function errorOf(thrown: unknown): RpcError {
  if (!(thrown instanceof McpError)) return { code: serverError, message: "The server gave no answer." };
  const { code, data } = thrown;
  const message = thrown.message.replace(`MCP error ${code}: `, "");
  return { code, message, ...(data === undefined ? {} : { data }) };
}

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
import { StdioTransport } from "@/lib/server/mcp/stdio-transport";

/** The state of a local MCP server. */
export type McpState =
  | { readonly status: "initializing" }
  | { readonly status: "active"; readonly tools: number }
  /** `hasRun`: whether it was active before. */
  | { readonly status: "error"; readonly error: string; readonly hasRun: boolean };

/** The process of a local MCP server, which is running or has failed. */
export interface McpProcess {
  state(): McpState;
  /** Resolves when the server is active or has failed. */
  readonly settled: Promise<void>;
  /** Sends a request to the server. Never throws. */
  ask(request: RpcRequest, signal: AbortSignal): Promise<{ readonly result: unknown } | { readonly error: RpcError }>;
  /** Returns the last lines of its error output. */
  lines(): readonly string[];
  /** Stops the process, first gracefully, then by force. */
  stop(): Promise<void>;
  /** Kills the process immediately, when this server itself exits. */
  kill(): void;
}

/** Maximum time to start and list the tools, and to respond to one request, in milliseconds. */
const startMs = 60_000;
const answerMs = 120_000;
/** Maximum size of a message, in bytes; longer messages end the process. */
const maxMessageBytes = 10_000_000;
const maxListPages = 20;

/**
 * Environment variables that a process inherits; never the rest of this server's environment, which contains the keys
 * (docs/security.md#t91).
 */
const passedVariables = ["PATH", "HOME", "LANG", "TMPDIR"];

/** Starts a local MCP server in a folder and requests its tools. */
export function startMcpProcess(id: string, { command, args, env = {} }: McpCommand, cwd: string): McpProcess {
  const log = createErrorLog(Object.values(env));
  const decoder = new TextDecoder();
  const transport = new StdioTransport({
    ...{ command, args, cwd, maxMessageBytes },
    env: { ...passedEnvironment(), ...env },
    onErrorOutput: (bytes) => log.append(decoder.decode(bytes, { stream: true })),
  });
  // The app shows interactive pages of servers (docs/decisions/0094).
  const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
  const client = new Client({ name: `mcp-client-${id}`, version: "1.0.0" }, { capabilities: { extensions } });
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
    kill: () => transport.kill(),
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

/** Returns the reason of a failed start. It contains no paths, because they are not for the caller. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof McpError) return `The process did not answer as an MCP server: ${thrown.message}`;
  return `The command cannot be started (${errorCode(thrown) ?? "unknown"}).`;
}

/** Returns the server's own error, without the prefix that the SDK adds to the message. */
function errorOf(thrown: unknown): RpcError {
  if (!(thrown instanceof McpError)) return { code: serverError, message: "The server gave no answer." };
  const { code, data } = thrown;
  const message = thrown.message.replace(`MCP error ${code}: `, "");
  return { code, message, ...(data === undefined ? {} : { data }) };
}

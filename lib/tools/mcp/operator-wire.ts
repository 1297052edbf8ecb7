import type { Environment } from "@/lib/environment";
import { isRecord } from "@/lib/json";
import { McpFailure } from "@/lib/tools/mcp/failure";
import type { McpPeer } from "@/lib/tools/mcp/peer";
import type { PluginRelay } from "@/lib/tools/send-plugin-call";
import * as z from "@/lib/zod";

/** States of an operator's server. */
export const operatorStates = ["initializing", "active", "paused", "error"] as const;
export type OperatorState = (typeof operatorStates)[number];

const serverSchema = z.object({
  id: z.string().check(z.minLength(1)),
  status: z.catch(z.enum(operatorStates), "error"),
  error: z.catch(z.string(), ""),
  /** Number of its tools. */
  tools: z.catch(z.optional(z.number()), undefined),
  /** Hash of its command; absent on older servers of the app. */
  programHash: z.catch(z.optional(z.string()), undefined),
});
/** A server that the operator runs beside the app. */
export type OperatorServer = z.output<typeof serverSchema>;

const listSchema = z.object({ servers: z.array(serverSchema), canManage: z.catch(z.boolean(), false) });
export type OperatorList = z.output<typeof listSchema>;

/** The command that starts a program. */
export interface McpCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Actions that require the administrator's secret. */
export type OperatorAction =
  | { readonly action: "add"; readonly id: string; readonly config: McpCommand }
  | { readonly action: "pause" | "resume" | "remove"; readonly id: string }
  | { readonly action: "restart" };

/** The route to the operator's servers and its credentials. */
export interface OperatorWire {
  readonly env: Pick<Environment, "fetch">;
  /** The route, such as `/api/mcp`. */
  readonly route: () => PluginRelay | undefined;
}

/** Returns the operator's servers. Throws McpFailure. */
export async function listOperatorServers(wire: OperatorWire, signal?: AbortSignal): Promise<OperatorList> {
  return z.parse(listSchema, await answerOf(wire, "", { ...(signal && { signal }) }));
}

/** Changes the operator's servers and returns their new state. Throws McpFailure, `refused` if the secret is wrong. */
export async function changeOperatorServers(
  wire: OperatorWire,
  action: OperatorAction,
  secret: string,
): Promise<OperatorList> {
  return z.parse(listSchema, await post(wire, action, secret));
}

const commandSchema = z.object({
  command: z.string(),
  args: z.catch(z.array(z.string()), []),
  env: z.catch(z.record(z.string(), z.string()), {}),
});
const configSchema = z.object({ mcpServers: z.record(z.string(), commandSchema) });

/**
 * Returns the commands of the operator's servers. Values of environments are masked; a masked value that is sent back
 * keeps the stored value. Throws McpFailure.
 */
export async function readOperatorCommands(wire: OperatorWire, secret: string): Promise<Record<string, McpCommand>> {
  return z.parse(configSchema, await post(wire, { action: "config" }, secret)).mcpServers;
}

const logSchema = z.object({ lines: z.array(z.string()) });

/** Returns the last lines of a server's error output. Throws McpFailure. */
export async function readOperatorLog(wire: OperatorWire, id: string, secret: string): Promise<readonly string[]> {
  return z.parse(logSchema, await post(wire, { action: "log", id }, secret)).lines;
}

/** Sends a request that requires the administrator's secret. */
function post(wire: OperatorWire, asked: object, secret: string): Promise<unknown> {
  return answerOf(wire, "", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-MCP-Admin-Secret": secret },
    body: JSON.stringify(asked),
  });
}

/** Creates the peer of an operator's server. */
export function createOperatorPeer(wire: OperatorWire, id: string): McpPeer {
  let last = 0;
  return {
    async request(method, params, { signal } = {}) {
      last += 1;
      const answer = await answerOf(wire, `/${encodeURIComponent(id)}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: last, method, params }),
        ...(signal && { signal }),
      });
      if (isRecord(answer) && isRecord(answer.error)) {
        throw new McpFailure("protocol", typeof answer.error.message === "string" ? answer.error.message : "");
      }
      return isRecord(answer) ? answer.result : undefined;
    },
    close: async () => {},
  };
}

async function answerOf({ env, route }: OperatorWire, path: string, init: RequestInit): Promise<unknown> {
  const to = route();
  if (!to) throw new McpFailure("network");
  let response: Response;
  try {
    response = await env.fetch(to.url + path, { ...init, headers: { ...to.headers, ...init.headers } });
  } catch (thrown) {
    if (init.signal?.aborted) throw new McpFailure("stopped");
    throw new McpFailure("network", thrown instanceof Error ? thrown.message : "");
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new McpFailure("refused", refusalOf(answer) || `HTTP ${response.status}`);
  return answer;
}

/** Returns the message of a refusal; our routes use one of two formats. */
function refusalOf(answer: unknown): string {
  if (!isRecord(answer)) return "";
  if (typeof answer.msg === "string") return answer.msg;
  return isRecord(answer.error) && typeof answer.error.message === "string" ? answer.error.message : "";
}

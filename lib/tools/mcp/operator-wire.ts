import * as v from "valibot";
import type { Environment } from "@/lib/environment";
import { isRecord } from "@/lib/fields/fields";
import { McpFailure } from "@/lib/tools/mcp/failure";
import type { McpPeer } from "@/lib/tools/mcp/peer";
import type { PluginRelay } from "@/lib/tools/send-plugin-call";

/** How a server of the operator's stands. */
export const operatorStates = ["initializing", "active", "paused", "error"] as const;
export type OperatorState = (typeof operatorStates)[number];

const serverSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  status: v.fallback(v.picklist(operatorStates), "error"),
  error: v.fallback(v.string(), ""),
  /** How many tools it offers. */
  tools: v.fallback(v.optional(v.number()), undefined),
});
/** A server that the operator runs beside the app. */
export type OperatorServer = v.InferOutput<typeof serverSchema>;

const listSchema = v.object({ servers: v.array(serverSchema), canManage: v.fallback(v.boolean(), false) });
export type OperatorList = v.InferOutput<typeof listSchema>;

/** How a program is started. */
export interface McpCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What a holder of the administrator's secret may ask for. */
export type OperatorAction =
  | { readonly action: "add"; readonly id: string; readonly config: McpCommand }
  | { readonly action: "pause" | "resume" | "remove"; readonly id: string }
  | { readonly action: "restart" };

/** Where the operator's servers are asked, and what lets the caller in. */
export interface OperatorWire {
  readonly env: Pick<Environment, "fetch">;
  /** Such as `/api/mcp`. */
  readonly route: () => PluginRelay | undefined;
}

/** Lists the operator's servers. Throws McpFailure. */
export async function listOperatorServers(wire: OperatorWire, signal?: AbortSignal): Promise<OperatorList> {
  return v.parse(listSchema, await answerOf(wire, "", { ...(signal && { signal }) }));
}

/** Changes the operator's servers; returns how they are then. Throws McpFailure, `refused` where the secret is wrong. */
export async function changeOperatorServers(
  wire: OperatorWire,
  action: OperatorAction,
  secret: string,
): Promise<OperatorList> {
  return v.parse(listSchema, await post(wire, action, secret));
}

const commandSchema = v.object({
  command: v.string(),
  args: v.fallback(v.array(v.string()), []),
  env: v.fallback(v.record(v.string(), v.string()), {}),
});
const configSchema = v.object({ mcpServers: v.record(v.string(), commandSchema) });

/**
 * Reads how the operator's servers are started; values of environments come masked, and stay as they are where they are
 * sent back so. Throws McpFailure.
 */
export async function readOperatorCommands(wire: OperatorWire, secret: string): Promise<Record<string, McpCommand>> {
  return v.parse(configSchema, await post(wire, { action: "config" }, secret)).mcpServers;
}

const logSchema = v.object({ lines: v.array(v.string()) });

/** Reads the last lines that one of the operator's servers wrote of its errors. Throws McpFailure. */
export async function readOperatorLog(wire: OperatorWire, id: string, secret: string): Promise<readonly string[]> {
  return v.parse(logSchema, await post(wire, { action: "log", id }, secret)).lines;
}

/** Asks for something that only a holder of the administrator's secret may. */
function post(wire: OperatorWire, asked: object, secret: string): Promise<unknown> {
  return answerOf(wire, "", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-MCP-Admin-Secret": secret },
    body: JSON.stringify(asked),
  });
}

/** Makes what asks one of the operator's servers. */
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

/** Our routes say why in one of two shapes. */
function refusalOf(answer: unknown): string {
  if (!isRecord(answer)) return "";
  if (typeof answer.msg === "string") return answer.msg;
  return isRecord(answer.error) && typeof answer.error.message === "string" ? answer.error.message : "";
}

import { isRecord } from "@/lib/json";
import * as z from "@/lib/zod";

/**
 * Methods of a local MCP server that may be called from outside. Initialization and requests to the client are
 * excluded.
 */
export const relayedMethods = [
  "tools/list",
  "tools/call",
  "prompts/list",
  "prompts/get",
  "resources/list",
  "resources/read",
  "resources/templates/list",
] as const;

const rpcId = z.union([z.string().check(z.maxLength(200)), z.number()]);

/** A JSON-RPC 2.0 request (https://www.jsonrpc.org/specification). */
export const rpcRequestSchema = z.strictObject({
  jsonrpc: z.literal("2.0"),
  id: rpcId,
  method: z.string().check(z.maxLength(200)),
  // The MCP server validates the content; a schema that walks many members would block the event loop.
  params: z.optional(z.custom<Readonly<Record<string, unknown>>>(isRecord)),
});
export type RpcRequest = z.output<typeof rpcRequestSchema>;

/** The response to a request: a result or an error. */
export type RpcResponse = { readonly jsonrpc: "2.0"; readonly id: RpcRequest["id"] } & (
  | { readonly result: unknown }
  | { readonly error: RpcError }
);

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Error codes: the first is defined by JSON-RPC, the second is for errors of the server. */
export const methodNotFound = -32601;
export const serverError = -32000;

/** Whether a method may be forwarded. */
export function isRelayed(method: string): boolean {
  return (relayedMethods as readonly string[]).includes(method);
}

/** Creates an error response. */
export function rpcFailure({ id }: Pick<RpcRequest, "id">, error: RpcError): RpcResponse {
  return { jsonrpc: "2.0", id, error };
}

import * as v from "valibot";
import { isRecord } from "@/lib/providers/json";

/** What of a local MCP server may be asked for from outside; how it is set up and what it may ask of us is not. */
export const relayedMethods = [
  "tools/list",
  "tools/call",
  "prompts/list",
  "prompts/get",
  "resources/list",
  "resources/read",
  "resources/templates/list",
] as const;

const rpcId = v.union([v.pipe(v.string(), v.maxLength(200)), v.pipe(v.number(), v.finite())]);

/** One request as JSON-RPC 2.0 writes it (https://www.jsonrpc.org/specification). */
export const rpcRequestSchema = v.strictObject({
  jsonrpc: v.literal("2.0"),
  id: rpcId,
  method: v.pipe(v.string(), v.maxLength(200)),
  // The MCP server validates the content; a schema that walks many members would block the event loop.
  params: v.optional(v.custom<Readonly<Record<string, unknown>>>(isRecord)),
});
export type RpcRequest = v.InferOutput<typeof rpcRequestSchema>;

/** The answer to a request: a result, or what went wrong. */
export type RpcResponse = { readonly jsonrpc: "2.0"; readonly id: RpcRequest["id"] } & (
  | { readonly result: unknown }
  | { readonly error: RpcError }
);

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Codes of errors: the first is the specification's, the second the one that servers have for their own. */
export const methodNotFound = -32601;
export const serverError = -32000;

/** Whether a method may be passed on. */
export function isRelayed(method: string): boolean {
  return (relayedMethods as readonly string[]).includes(method);
}

/** Makes the answer that says what went wrong. */
export function rpcFailure({ id }: Pick<RpcRequest, "id">, error: RpcError): RpcResponse {
  return { jsonrpc: "2.0", id, error };
}

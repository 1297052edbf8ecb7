import { requireAdmin, requireCode } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { refuse } from "@/lib/server/error-response";
import { rpcRequestSchema } from "@/lib/server/mcp/json-rpc";
import { mcpCommandSchema, mcpIdSchema } from "@/lib/server/mcp/mcp-config";
import type { McpServers } from "@/lib/server/mcp/mcp-servers";
import { requireNamedHost } from "@/lib/server/named-host";
import { capBody, readJsonBody } from "@/lib/server/request-body";
import { currentServer, type Server } from "@/lib/server/server";
import * as z from "@/lib/zod";

/** Maximum size of a request, in bytes. */
const maxRequestBytes = 10_000_000;

const actionSchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("add"), id: mcpIdSchema, config: mcpCommandSchema }),
  z.strictObject({ action: z.enum(["pause", "resume", "remove", "log"]), id: mcpIdSchema }),
  z.strictObject({ action: z.enum(["restart", "config"]) }),
]);
type Action = z.output<typeof actionSchema>;

/**
 * `/api/mcp`: the local MCP servers of a self-hosted server, their state, and the operator's changes to them;
 * `/api/mcp/{id}`: one JSON-RPC request to one of them. Returns 404 if they are not enabled.
 */
export function mcpRoute(request: ApiRequest, path: readonly string[], server = currentServer()): Promise<Response> {
  const methods = path.length === 0 ? ["GET", "POST"] : ["POST"];
  return apiRoute(request, server, methods, () => answer(request, path, server), { sent: /^x-mcp-admin-secret$/ });
}

async function answer(request: ApiRequest, [id, ...more]: readonly string[], server: Server): Promise<Response> {
  const servers = await server.mcp();
  if (servers === undefined || more.length > 0) throw refuse("not-found");
  requireNamedHost(request.headers, server.config);
  await requireCode(request.headers, server, "tools");
  if (id !== undefined) return relayRequest(id, request, servers, server);
  if (request.method === "GET") return statusReply(servers, server);
  await requireAdmin(request.headers, server);
  return carryOut(await readJson(request, actionSchema, server), servers, server);
}

async function relayRequest(id: string, request: ApiRequest, servers: McpServers, server: Server): Promise<Response> {
  if (!z.validate(mcpIdSchema, id)) throw refuse("not-found");
  const rpcRequest = await readJson(request, rpcRequestSchema, server);
  return Response.json(await servers.ask(id, rpcRequest, request.signal));
}

async function carryOut(action: Action, servers: McpServers, server: Server): Promise<Response> {
  switch (action.action) {
    case "config":
      return Response.json(await servers.config());
    case "log":
      return Response.json({ lines: await servers.log(action.id) });
    case "add":
      await servers.add(action.id, action.config);
      break;
    case "restart":
      await servers.restart();
      break;
    default:
      await servers[action.action](action.id);
  }
  return statusReply(servers, server);
}

async function statusReply(servers: McpServers, { config }: Server): Promise<Response> {
  return Response.json({ servers: await servers.statuses(), canManage: config.mcpAdminSecret !== "" });
}

/**
 * Reads a JSON body. Requiring the JSON type means that a page of another site needs a CORS preflight
 * (docs/security.md#h52).
 */
async function readJson<T>(request: ApiRequest, schema: z.ZodMiniType<T>, { config }: Server): Promise<T> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw refuse("not-json");
  if (request.body === null) throw refuse("malformed");
  const body = await readJsonBody(capBody(request.body, Math.min(maxRequestBytes, config.maxBodyBytes)).source);
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) throw refuse("malformed");
  return parsed.data;
}

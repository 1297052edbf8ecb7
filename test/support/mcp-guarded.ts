import { createHash } from "node:crypto";
import { bodyOf, type LocalUpstream, startUpstream } from "./local-upstream";

/** An MCP server with one tool that wants a sign-in, and the authorisation server that gives it (OAuth 2.1). */
export interface GuardedServer extends LocalUpstream {
  /** What it gave tokens for: the verifiers fitted their challenges. */
  readonly granted: readonly string[];
}

/** Starts both on one free port; whoever starts them closes them. */
export async function startGuarded(): Promise<GuardedServer> {
  const challenges = new Map<string, string>();
  const granted: string[] = [];
  const upstream: LocalUpstream = await startUpstream(async (request, response) => {
    const url = new URL(request.url ?? "/", upstream.url);
    const body = await bodyOf(request);
    const json = (value: unknown, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    };
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*, authorization");
    response.setHeader("access-control-allow-methods", "*");
    response.setHeader("access-control-expose-headers", "www-authenticate");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    switch (url.pathname) {
      case "/.well-known/oauth-protected-resource/mcp":
        return json({ resource: `${upstream.url}/mcp`, authorization_servers: [upstream.url] });
      case "/.well-known/oauth-authorization-server":
        return json({
          issuer: upstream.url,
          authorization_endpoint: `${upstream.url}/authorize`,
          token_endpoint: `${upstream.url}/token`,
          registration_endpoint: `${upstream.url}/register`,
          response_types_supported: ["code"],
          grant_types_supported: ["authorization_code", "refresh_token"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
        });
      case "/register":
        return json({ ...JSON.parse(body), client_id: "client-1" }, 201);
      case "/authorize": {
        const { searchParams: asked } = url;
        const code = `code-${challenges.size}`;
        challenges.set(code, asked.get("code_challenge") ?? "");
        const back = new URL(asked.get("redirect_uri") ?? "");
        back.searchParams.set("code", code);
        back.searchParams.set("state", asked.get("state") ?? "");
        return void response.writeHead(302, { location: back.href }).end();
      }
      case "/token": {
        const form = new URLSearchParams(body);
        const challenge = createHash("sha256")
          .update(form.get("code_verifier") ?? "")
          .digest("base64url");
        if (challenges.get(form.get("code") ?? "") !== challenge) return json({ error: "invalid_grant" }, 400);
        granted.push(form.get("resource") ?? "");
        return json({ access_token: "tide-token", token_type: "Bearer", expires_in: 3600 });
      }
      case "/mcp": {
        if (request.headers.authorization !== "Bearer tide-token") {
          const metadata = `${upstream.url}/.well-known/oauth-protected-resource/mcp`;
          response.setHeader("www-authenticate", `Bearer resource_metadata="${metadata}"`);
          return json({ error: "invalid_token" }, 401);
        }
        if (request.method !== "POST") return void response.writeHead(405).end();
        return void answerRpc(JSON.parse(body), json, () => response.writeHead(202).end());
      }
      default:
        return json({ error: "not_found" }, 404);
    }
  });
  return { ...upstream, granted };
}

interface Rpc {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string };
}

function answerRpc({ id, method, params }: Rpc, json: (value: unknown) => void, accept: () => void): void {
  if (id === undefined) {
    accept();
    return;
  }
  const results: Readonly<Record<string, unknown>> = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "guarded", version: "1" },
    },
    "tools/list": { tools: [{ name: "tide", description: "The next tide", inputSchema: { type: "object" } }] },
  };
  json({ jsonrpc: "2.0", id, result: results[method] ?? {} });
}

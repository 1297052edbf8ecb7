import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { type LocalUpstream, startUpstream } from "./local-upstream";

/** A server of the protocol's own library with one tool, `tide`, whose description can be changed while it runs. */
export interface OwnMcpServer extends LocalUpstream {
  /** The address of its sessions. */
  readonly address: string;
  /** Describes the tool otherwise, and tells so whoever is connected. */
  describe(description: string): Promise<void>;
  /** Forgets all sessions, as a server does that is started anew. */
  forget(): void;
}

interface OwnMcpOptions {
  /** False: no page of another origin may read its answers. */
  readonly letsPagesIn: boolean;
}

const crossOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-expose-headers": "mcp-session-id",
} as const;

/** Starts it on a free port; whoever starts it closes it. */
export async function startOwnMcp({ letsPagesIn }: OwnMcpOptions): Promise<OwnMcpServer> {
  const sessions = new Map<string, { readonly server: Server; readonly transport: StreamableHTTPServerTransport }>();
  let description = "The next tide";

  async function transportOf(request: IncomingMessage): Promise<StreamableHTTPServerTransport> {
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    if (known) return known.transport;
    const server = new Server({ name: "own", version: "1" }, { capabilities: { tools: { listChanged: true } } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [{ name: "tide", description, inputSchema: { type: "object" } }],
    }));
    server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: "text", text: description }] }));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { server, transport }),
    });
    await server.connect(transport as Transport);
    return transport;
  }

  const upstream = await startUpstream(async (request: IncomingMessage, response: ServerResponse) => {
    if (letsPagesIn) for (const [name, value] of Object.entries(crossOrigin)) response.setHeader(name, value);
    if (request.method === "OPTIONS") return void response.writeHead(letsPagesIn ? 204 : 405).end();
    await (await transportOf(request)).handleRequest(request, response);
  });
  return {
    ...upstream,
    address: `${upstream.url}/mcp`,
    async describe(changed) {
      description = changed;
      await Promise.all([...sessions.values()].map(({ server }) => server.sendToolListChanged()));
    },
    forget: () => sessions.clear(),
  };
}

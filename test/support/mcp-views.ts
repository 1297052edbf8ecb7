import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  type ClientCapabilities,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { type LocalUpstream, startUpstream } from "./local-upstream";

/** A server whose tool `tides` has an interactive page, which is built with the SDK of the specification's authors. */
export interface ViewServer extends LocalUpstream {
  /** The address of its sessions. */
  readonly address: string;
  /** The calls of its tools, in order. */
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
  /** The addresses of the resources that were requested, in order. */
  readonly reads: readonly string[];
  /** The capabilities that the newest client announced. */
  capabilities(): ClientCapabilities | undefined;
  /** Whether its pages can be read. */
  hasPages: boolean;
}

interface ViewServerOptions {
  /** The code of the page, after the connection `app` is open; `say` shows a line. */
  readonly script?: string;
  /** The whole page instead of one with the SDK. */
  readonly html?: string;
  readonly csp?: object;
}

const uri = "ui://tides/chart";
const schema = { type: "object" } as const;
const tools: readonly Tool[] = [
  { name: "tides", description: "Tides of a place", inputSchema: schema, _meta: { ui: { resourceUri: uri } } },
  {
    name: "refresh",
    description: "Reads the newest tide",
    inputSchema: schema,
    annotations: { readOnlyHint: true },
    _meta: { ui: { resourceUri: uri, visibility: ["app"] } },
  },
  { name: "report", description: "For models only", inputSchema: schema, _meta: { ui: { visibility: ["model"] } } },
];

const crossOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-expose-headers": "mcp-session-id",
} as const;

/** Starts it on a free port; whoever starts it closes it. */
export async function startViewServer({ script = "", html, csp }: ViewServerOptions = {}): Promise<ViewServer> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const calls: { name: string; args: unknown }[] = [];
  const reads: string[] = [];
  let newest: Server | undefined;

  async function transportOf(request: IncomingMessage): Promise<StreamableHTTPServerTransport> {
    const known = transports.get(String(request.headers["mcp-session-id"]));
    if (known) return known;
    const server = new Server({ name: "tides", version: "1" }, { capabilities: { tools: {}, resources: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }));
    server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args } }) => {
      calls.push({ name, args });
      const count = calls.length;
      return { content: [{ type: "text", text: `${name} ${count}` }], structuredContent: { level: count } };
    });
    server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => {
      reads.push(params.uri);
      if (params.uri !== uri || !started.hasPages) throw new Error("Resource not found");
      const text = html ?? pageWith(script);
      return {
        contents: [{ uri, mimeType: "text/html;profile=mcp-app", text, ...(csp && { _meta: { ui: { csp } } }) }],
      };
    });
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    await server.connect(transport as Transport);
    newest = server;
    return transport;
  }

  const upstream = await startUpstream(async (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(crossOrigin)) response.setHeader(name, value);
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    await (await transportOf(request)).handleRequest(request, response);
  });
  const started: ViewServer = {
    ...upstream,
    address: `${upstream.url}/mcp`,
    calls,
    reads,
    hasPages: true,
    capabilities: () => newest?.getClientCapabilities(),
  };
  return started;
}

/** Returns a page that connects with the SDK and shows what it gets, a line each. */
function pageWith(script: string): string {
  const sdk = readFileSync("node_modules/@modelcontextprotocol/ext-apps/dist/src/app-with-deps.js").toString("base64");
  return `<!doctype html>
<html lang="en">
  <head><title>Tides</title></head>
  <body>
    <main><h1>Tides</h1><ol id="lines"></ol></main>
    <script type="module">
      import { App } from "data:text/javascript;base64,${sdk}";
      const say = (text) => {
        const line = document.createElement("li");
        line.textContent = text;
        document.getElementById("lines").append(line);
      };
      const app = new App({ name: "tides", version: "1" }, { availableDisplayModes: ["inline", "fullscreen"] });
      app.ontoolinput = ({ arguments: input }) => say("input " + JSON.stringify(input));
      app.ontoolresult = ({ structuredContent }) => say("result " + JSON.stringify(structuredContent));
      app.ontoolcancelled = () => say("cancelled");
      app.onhostcontextchanged = ({ theme }) => theme && say("theme " + theme);
      await app.connect();
      say("theme " + app.getHostContext().theme);
      ${script}
    </script>
  </body>
</html>`;
}

import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";
import type { McpTransport } from "@/lib/tools/mcp/server";
import { RejectedRequest, type ServerRequests } from "@/lib/tools/mcp/server-requests";
import { viewMimeType } from "@/lib/tools/mcp/view-page";

/** Timeout of the first request, in milliseconds. */
const connectMs = 20_000;

export interface SessionOptions {
  readonly url: string;
  readonly transport: McpTransport;
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Absent if the user is not signed in. */
  readonly auth?: OAuthClientProvider;
  /** The client name that is sent to the server. */
  readonly clientName: string;
  readonly onToolsChanged: () => void;
  /** Whether the server may ask the chat's model to write a text. */
  readonly allowsSampling?: boolean | undefined;
  /** Responds to the server's requests to the user. */
  readonly serverRequests: ServerRequests;
  /** Called when the session ends, for any reason. */
  readonly onClosed: () => void;
  /** Opens the connection to a program on this computer, instead of one over HTTP. */
  readonly openTransport?: (() => Promise<Transport>) | undefined;
}

/**
 * Opens a session with a remote server over streamable HTTP or the older SSE transport, or with a program. Throws what the protocol's
 * library throws.
 */
export async function openSession(options: SessionOptions): Promise<Client> {
  if (options.openTransport) return openOver(options, await options.openTransport());
  if (options.transport === "sse") return openOver(options, await sseTransport(options));
  const { StreamableHTTPClientTransport, StreamableHTTPError } = await import(
    "@modelcontextprotocol/sdk/client/streamableHttp.js"
  );
  const { url, fetch, auth } = options;
  try {
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      fetch,
      ...(auth && { authProvider: auth }),
    });
    return await openOver(options, transport as Transport);
  } catch (thrown) {
    const isOlder = thrown instanceof StreamableHTTPError && olderServers.includes(thrown.code ?? 0);
    if (options.transport === "http" || !isOlder) throw thrown;
    return openOver(options, await sseTransport(options));
  }
}

/**
 * Statuses that servers of the older protocol return for the first request of the newer one.
 * https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#backwards-compatibility
 */
const olderServers: readonly number[] = [400, 404, 405];

async function openOver(options: SessionOptions, transport: Transport): Promise<Client> {
  const [{ Client }, { CfWorkerJsonSchemaValidator }, { ToolListChangedNotificationSchema }] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/validation/cfworker"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  const client = new Client(
    { name: options.clientName, version: "1" },
    // The library's default validator compiles schemas to code, which the page's Content Security Policy forbids.
    { capabilities: capabilitiesOf(options), jsonSchemaValidator: new CfWorkerJsonSchemaValidator() },
  );
  client.setNotificationHandler(ToolListChangedNotificationSchema, options.onToolsChanged);
  await handleRequests(client, options);
  try {
    await client.connect(transport, { timeout: connectMs });
  } catch (thrown) {
    await client.close();
    throw thrown;
  }
  client.onclose = options.onClosed;
  return client;
}

/**
 * Returns the client's abilities. The browser grants access to no files, so the list of roots is empty and never changes.
 */
function capabilitiesOf({ allowsSampling }: SessionOptions): ClientCapabilities {
  return {
    ...{ roots: {}, elicitation: { form: {}, url: {} }, ...(allowsSampling && { sampling: {} }) },
    extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [viewMimeType] } },
  };
}

/** The protocol's example of an error code for requests that the user rejects. */
const rejectedByUser = -1;

/** Responds to the requests of the server. */
async function handleRequests(client: Client, { allowsSampling, serverRequests }: SessionOptions): Promise<void> {
  const types = await import("@modelcontextprotocol/sdk/types.js");
  const { CreateMessageRequestSchema, ElicitRequestSchema, ErrorCode, ListRootsRequestSchema, McpError } = types;

  /** Runs a response; a rejection becomes an error of the protocol. */
  async function respond<T>(response: Promise<T>): Promise<T> {
    try {
      return await response;
    } catch (thrown) {
      if (thrown instanceof RejectedRequest)
        throw new McpError(thrown.isByUser ? rejectedByUser : ErrorCode.InvalidParams, thrown.message);
      // The server learns nothing about errors of the app or of the model's provider.
      throw new McpError(ErrorCode.InternalError, "The request failed.");
    }
  }

  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [] }));
  client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) =>
    respond(serverRequests.elicit(params, signal)),
  );
  if (!allowsSampling) return;
  client.setRequestHandler(CreateMessageRequestSchema, ({ params }, { signal }) =>
    respond(serverRequests.sample(params, signal)),
  );
}

async function sseTransport({ url, fetch, auth, onClosed }: SessionOptions): Promise<Transport> {
  const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
  const transport = new SSEClientTransport(new URL(url), {
    fetch,
    ...(auth && { authProvider: auth }),
  });
  // A reopened stream would be another, uninitialized session, so this session ends.
  transport.onerror = () => {
    onClosed();
    // The stream schedules its reconnection after the error event; closing it in a microtask cancels that.
    queueMicrotask(() => void transport.close());
  };
  return transport as Transport;
}

import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { isRecord } from "@/lib/json";
import { type CallTimeouts, type CallTimer, startCallTimer } from "@/lib/tools/mcp/call-timer";
import { McpFailure } from "@/lib/tools/mcp/failure";
import { createMcpFetch, type McpFetchOptions } from "@/lib/tools/mcp/mcp-fetch";
import { openSession, type SessionOptions } from "@/lib/tools/mcp/open-session";
import type { McpPeer, McpRequestOptions } from "@/lib/tools/mcp/peer";
import { createServerRequests } from "@/lib/tools/mcp/server-requests";

/** The timeouts of a request. */
const defaultTimeouts: CallTimeouts = { silenceMs: 120_000, totalMs: 600_000 };

/** The library's own timeout is switched off by the longest one, because it would also run while the user is asked. */
const neverMs = 2 ** 31 - 1;

/** Maximum length of a progress text, in characters. */
const maxProgressChars = 300;

type RemoteOptions = Pick<
  SessionOptions,
  "url" | "transport" | "clientName" | "onToolsChanged" | "allowsSampling" | "openTransport"
> &
  Pick<McpFetchOptions, "env" | "relay" | "plainHost"> & {
    /** The server's own headers, which are never sent to the sign-in server. */
    readonly headers: Readonly<Record<string, string>>;
    /** Returns the authentication of requests; undefined while the user is not signed in. */
    readonly auth: () => SessionOptions["auth"];
    /** Called with the response of a server that requires a sign-in. */
    readonly onChallenge: (response: Response) => void;
    readonly timeouts?: CallTimeouts;
  };

/**
 * Creates the peer of a remote server. The session is opened with the first request, and again if it was lost. A server
 * that does not know the session has not executed the request, so the request is sent again.
 */
export function createRemotePeer(options: RemoteOptions): McpPeer {
  let session: Promise<Client> | undefined;
  let isTooLarge = false;
  const serverRequests = createServerRequests();

  const plainFetch = createMcpFetch({
    ...options,
    onTooLarge: () => {
      isTooLarge = true;
      void end();
    },
  });
  const fetch = async (url: string | URL, init: RequestInit = {}) => {
    const isServers = new URL(url).origin === new URL(options.url).origin;
    const response = await plainFetch(url, isServers ? withHeaders(init, options.headers) : init);
    if (response.status === 401) options.onChallenge(response);
    return response;
  };

  function open(): Promise<Client> {
    if (session) return session;
    const auth = options.auth();
    const { url, transport, clientName, onToolsChanged, allowsSampling, openTransport } = options;
    const plain = {
      url,
      transport,
      clientName,
      onToolsChanged,
      allowsSampling,
      openTransport,
      serverRequests,
      fetch,
      onClosed: () => forget(),
    };
    const opened: Promise<Client> = openSession({ ...plain, ...(auth && { auth }) });
    const forget = () => {
      if (session === opened) session = undefined;
    };
    opened.catch(forget);
    session = opened;
    return opened;
  }

  async function end(): Promise<void> {
    const ended = session;
    session = undefined;
    await ended?.then(
      (client) => client.close(),
      // A session that failed to open is already closed.
      () => {},
    );
  }

  async function send(method: string, params: Readonly<Record<string, unknown>>, { timer, onProgress }: SendOptions) {
    const [client, { ResultSchema }] = await Promise.all([open(), import("@modelcontextprotocol/sdk/types.js")]);
    return client.request({ method, params: { ...params } }, ResultSchema, {
      timeout: neverMs,
      signal: timer.signal,
      ...(onProgress && {
        onprogress(progress) {
          timer.touch();
          onProgress(progressText(progress));
        },
      }),
    });
  }

  /** Sends a request, and sends it again in another session if the server does not know this one. */
  async function sendOnce(method: string, params: Readonly<Record<string, unknown>>, options: SendOptions) {
    const hadSession = session !== undefined;
    try {
      return await send(method, params, options);
    } catch (thrown) {
      if (!hadSession || !lostSession.includes(statusOf(thrown) ?? 0)) throw thrown;
      await end();
      return await send(method, params, options);
    }
  }

  return {
    takesTasks: true,
    async request(method, params, { signal, onProgress, requests } = {}) {
      isTooLarge = false;
      const timer = startCallTimer(options.timeouts ?? defaultTimeouts, signal);
      const endCall = requests && serverRequests.begin({ requests, during: timer.during });
      try {
        return await sendOnce(method, params, { timer, onProgress });
      } catch (thrown) {
        if (isTooLarge) throw new McpFailure("too-large");
        if (timer.hasExpired() && !signal?.aborted) throw new McpFailure("timeout");
        const failure = await failureOf(thrown, signal);
        // Close the session, because the library would keep retrying; the next request opens another one.
        if (failure.kind === "network") await end();
        throw failure;
      } finally {
        timer.stop();
        endCall?.();
      }
    },
    close: end,
  };
}

interface SendOptions {
  readonly timer: CallTimer;
  readonly onProgress: McpRequestOptions["onProgress"];
}

/** Statuses for an unknown session: the protocol requires 404, some servers return 400. */
const lostSession: readonly number[] = [404, 400];

function withHeaders(init: RequestInit, added: Readonly<Record<string, string>>): RequestInit {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return { ...init, headers };
}

function progressText({ progress, total, message }: { progress: number; total?: number; message?: string }): string {
  const share = total ? `${progress} / ${total}` : String(progress);
  return message ? `${message.slice(0, maxProgressChars)} (${share})` : share;
}

/** Returns the status of a response from an error of either transport. */
function statusOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !("code" in thrown)) return undefined;
  return typeof thrown.code === "number" ? thrown.code : undefined;
}

async function failureOf(thrown: unknown, signal?: AbortSignal): Promise<McpFailure> {
  if (signal?.aborted) return new McpFailure("stopped");
  if (thrown instanceof McpFailure) return thrown;
  const [{ McpError, ErrorCode }, { UnauthorizedError }] = await Promise.all([
    import("@modelcontextprotocol/sdk/types.js"),
    import("@modelcontextprotocol/sdk/client/auth.js"),
  ]);
  const status = statusOf(thrown);
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof UnauthorizedError || status === 401) return new McpFailure("sign-in", message);
  if (thrown instanceof McpError) {
    if (thrown.code === ErrorCode.RequestTimeout) return new McpFailure("timeout", message);
    if (thrown.code === ErrorCode.ConnectionClosed) return new McpFailure("network", message);
    return new McpFailure("protocol", message, requiredPages(thrown, ErrorCode.UrlElicitationRequired));
  }
  if (thrown instanceof TypeError || status === undefined) return new McpFailure("network", message);
  // Servers without MCP at the path answer 404, or 405 because they expect no POST.
  return new McpFailure(status === 404 || status === 405 ? "not-found" : "refused", message);
}

function requiredPages({ code, data }: { readonly code: number; readonly data?: unknown }, required: number): unknown {
  return code === required && isRecord(data) ? data.elicitations : undefined;
}

import type { Environment } from "@/lib/environment";
import { canServerName } from "@/lib/tools/mcp/named-address";
import { addressProblem, isUnencrypted, loopbackName } from "@/lib/tools/mcp/server";
import { type PluginRelay, relayedHeaderPrefix } from "@/lib/tools/send-plugin-call";

/** Maximum size of a response, and of each event of a stream, in bytes: no model could use more. */
const maxBytes = 8_000_000;

/** Headers that the relay forwards under their own names; all others are sent with a prefix. */
const plainHeaders = ["accept", "content-type", "last-event-id", "mcp-protocol-version", "mcp-session-id"];

export interface McpFetchOptions {
  /** The URL of the MCP server. */
  readonly url: string;
  /** The host to which the user has allowed unencrypted requests. */
  readonly plainHost?: string | undefined;
  readonly env: Pick<Environment, "fetch">;
  readonly relay: () => PluginRelay | undefined;
  /** Called when a response is too large; its stream is aborted. */
  readonly onTooLarge: () => void;
}

/**
 * Creates the `fetch` of a session: directly to the server, or through the relay if CORS prevents reading the
 * responses. Neither cookies nor the referrer are sent. Unencrypted requests never use the relay.
 *
 * A server names further URLs in its sign-in metadata. Each is checked before it is requested, and redirects are not
 * followed, because the browser would follow them unchecked.
 */
export function createMcpFetch({ url: server, plainHost, env, relay, onTooLarge }: McpFetchOptions) {
  /** Origins whose responses could not be read, and those that could: for the latter, a failure is a real one. */
  const closed = new Set<string>();
  const open = new Set<string>();

  return async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address);
    const isServer = url.href === new URL(server).href;
    const isPlain = isUnencrypted(url);
    if (!(isPlain ? isPlainAllowed(url) : isServer || canServerName(server, url)))
      throw new Error("The MCP server names an address that is not allowed.");
    const through = isPlain || loopbackName.test(url.hostname) ? undefined : relay();
    const answer = await answerOf();
    return bounded(readable(answer), onTooLarge);

    async function answerOf(): Promise<Response> {
      if (through && (closed.has(url.origin) || isSimple(init))) return relayed(url, init, through);
      try {
        const answer = await env.fetch(url.href, {
          ...init,
          credentials: "omit",
          referrerPolicy: "no-referrer",
          ...((!isServer || isPlain) && { redirect: "error" }),
        });
        open.add(url.origin);
        return answer;
      } catch (thrown) {
        if (!through || open.has(url.origin) || init.signal?.aborted) throw thrown;
        const answer = await relayed(url, init, through);
        // An error may be the relay's own, or temporary.
        if (answer.ok || answer.status === 401) closed.add(url.origin);
        return answer;
      }
    }
  };

  /** The older transport sends its messages to another path of the same server. */
  function isPlainAllowed(url: URL): boolean {
    return url.origin === new URL(server).origin && addressProblem(url.href, plainHost) === undefined;
  }

  async function relayed(url: URL, init: RequestInit, { url: route, headers }: PluginRelay): Promise<Response> {
    const own = [...new Headers(init.headers)].map(([name, value]) =>
      plainHeaders.includes(name) ? [name, value] : [relayedHeaderPrefix + name, value],
    );
    // The header contains the whole URL: our own server would redirect a path with a trailing slash.
    const sent = { ...headers, "X-Base-URL": url.href, ...Object.fromEntries(own) };
    const answer = await env.fetch(route, { ...init, headers: sent });
    return (await isRelayOff(answer)) ? new Response(null, { status: 403 }) : answer;
  }
}

/** Whether the operator has turned off the relay. Its status is that of a server without MCP at the path. */
async function isRelayOff(answer: Response): Promise<boolean> {
  if (answer.status !== 404) return false;
  return (await answer.clone().text()).includes("Nothing found at this address.");
}

/**
 * Whether the browser would send a writing request without a CORS preflight: it would be executed even if its response
 * cannot be read. An authorization code, for example, can be used only once.
 */
function isSimple({ method = "GET", headers }: RequestInit): boolean {
  return (
    method === "POST" && /^application\/x-www-form-urlencoded/i.test(new Headers(headers).get("content-type") ?? "")
  );
}

/** Restores the `www-authenticate` header, which the relay forwards under another name. */
function readable(response: Response): Response {
  const challenge = response.headers.get("x-upstream-www-authenticate");
  if (challenge === null) return response;
  const headers = new Headers(response.headers);
  headers.set("www-authenticate", challenge);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function bounded(response: Response, onTooLarge: () => void): Response {
  const { body, status } = response;
  if (!body || status < 200) return response;
  const isStream = /^text\/event-stream/i.test(response.headers.get("content-type") ?? "");
  const counted = body.pipeThrough(countBytes(isStream, onTooLarge));
  return new Response(counted, { status, statusText: response.statusText, headers: response.headers });
}

/** Counts the bytes of a response, or of each event of a stream; events end with an empty line. */
function countBytes(isStream: boolean, onTooLarge: () => void): TransformStream<Uint8Array, Uint8Array> {
  const lineFeed = 10;
  const carriageReturn = 13;
  let count = 0;
  let isLineEmpty = false;
  return new TransformStream({
    transform(chunk, controller) {
      count += chunk.length;
      if (isStream) {
        chunk.forEach((byte, place) => {
          if (byte === lineFeed && isLineEmpty) count = chunk.length - place - 1;
          if (byte !== carriageReturn) isLineEmpty = byte === lineFeed;
        });
      }
      if (count > maxBytes) {
        controller.error(new Error("The answer is too large."));
        onTooLarge();
      } else controller.enqueue(chunk);
    },
  });
}

import type { Environment } from "@/lib/environment";
import { mayServerName } from "@/lib/tools/mcp/named-address";
import { ownComputer } from "@/lib/tools/mcp/server";
import { type PluginRelay, relayedHeaderPrefix } from "@/lib/tools/send-plugin-call";

/** The longest answer, and the longest event of a stream, that is read: no model could use more. In bytes. */
const maxBytes = 8_000_000;

/** What the relay passes on under its own name; every other header goes prefixed. */
const plainHeaders = ["accept", "content-type", "last-event-id", "mcp-protocol-version", "mcp-session-id"];

export interface McpFetchOptions {
  /** The address of the MCP server. */
  readonly url: string;
  readonly env: Pick<Environment, "fetch">;
  readonly relay: () => PluginRelay | undefined;
  /** Called when an answer is too long to be read; its stream breaks. */
  readonly onTooLarge: () => void;
}

/**
 * Creates the `fetch` of a session: straight to the server, and through the relay where the server does not let a page read
 * its answers. Neither cookies nor the address of a chat go along.
 *
 * A server names further addresses in its sign-in metadata. Each is checked before it is asked for, and its redirects are
 * not followed, because the browser would follow them unchecked.
 */
export function createMcpFetch({ url: server, env, relay, onTooLarge }: McpFetchOptions) {
  /** Origins that did not let the page read their answers, and those that did: with these a failure is one. */
  const closed = new Set<string>();
  const open = new Set<string>();

  return async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address);
    const isServer = url.href === new URL(server).href;
    if (!isServer && !mayServerName(server, url))
      throw new Error("The MCP server names an address that is not allowed.");
    const through = ownComputer.test(url.hostname) ? undefined : relay();
    const answer = await answerOf();
    return bounded(readable(answer), onTooLarge);

    async function answerOf(): Promise<Response> {
      if (through && (closed.has(url.origin) || isSimple(init))) return relayed(url, init, through);
      try {
        const answer = await env.fetch(url.href, {
          ...init,
          credentials: "omit",
          referrerPolicy: "no-referrer",
          ...(!isServer && { redirect: "error" }),
        });
        open.add(url.origin);
        return answer;
      } catch (thrown) {
        if (!through || open.has(url.origin) || init.signal?.aborted) throw thrown;
        const answer = await relayed(url, init, through);
        // An error may be the relay's own, or a server's that is away for a while.
        if (answer.ok || answer.status === 401) closed.add(url.origin);
        return answer;
      }
    }
  };

  function relayed(url: URL, init: RequestInit, { url: route, headers }: PluginRelay): Promise<Response> {
    const own = [...new Headers(init.headers)].map(([name, value]) =>
      plainHeaders.includes(name) ? [name, value] : [relayedHeaderPrefix + name, value],
    );
    // The whole address stands in the header: our own server would redirect a path that ends in a slash.
    return env.fetch(route, { ...init, headers: { ...headers, "X-Base-URL": url.href, ...Object.fromEntries(own) } });
  }
}

/**
 * Whether the browser would send a request that writes without asking the server first: if its answer could not be
 * read, it would have been carried out all the same. A code for a token can be used but once.
 */
function isSimple({ method = "GET", headers }: RequestInit): boolean {
  return (
    method === "POST" && /^application\/x-www-form-urlencoded/i.test(new Headers(headers).get("content-type") ?? "")
  );
}

/** The relay gives the server's question for a sign-in under a name of its own. */
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

/** Counts the bytes of an answer, or of each event of a stream; events end with an empty line. */
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

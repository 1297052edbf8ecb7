import type { IncomingMessage, ServerResponse } from "node:http";
import { relayRoute } from "@/lib/server/relay-route";
import type { Variables } from "@/lib/server/variables";
import { fakeEnvironment } from "./fake-environment";
import { type LocalUpstream, startUpstream } from "./local-upstream";
import { testServer } from "./test-server";

const upstreams: LocalUpstream[] = [];

export type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/**
 * Starts an upstream and a server whose providers are all there; the network is real, but that the providers' public
 * addresses lead to the upstream as well, and the time stands still.
 */
export async function start(answer: Answer, variables: Variables = {}) {
  const upstream = await startUpstream(answer);
  upstreams.push(upstream);
  const publicAddress = /^https:\/\/api\.(\w+\.example|openai\.com)(?=\/)/;
  const env = fakeEnvironment({ responses: ({ url, init }) => fetch(url.replace(publicAddress, upstream.url), init) });
  const addresses = {
    ACME_URL: upstream.url,
    HEADED_URL: upstream.url,
    PAIRED_URL: upstream.url,
    KEYLESS_URL: upstream.url,
  };
  const server = testServer(env, { ...addresses, ...variables });
  return { upstream, env, server };
}

export interface Call {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit | null;
  readonly signal?: AbortSignal;
}

/** Makes a request as a browser would, to `/api/{provider}/{path}`. */
export function requestTo({
  path = "acme/v1/chat/completions",
  method = "POST",
  headers = {},
  body,
  signal,
}: Call): Request {
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: body ?? (method === "POST" ? "{}" : null),
    duplex: "half",
    ...(signal ? { signal } : {}),
  };
  return new Request(`http://chat.example/api/${path}`, init);
}

/** Calls the route as the router does: it cuts the path and decodes its segments. */
export function call(server: ReturnType<typeof testServer>, parts: Call): Promise<Response> {
  const request = requestTo(parts);
  const [id = "", ...path] = new URL(request.url).pathname.split("/").slice(2).map(decodeURIComponent);
  return relayRoute(request, id, path, server);
}

export async function statusAndBody(response: Response): Promise<[number, unknown]> {
  return [response.status, await response.json()];
}

export const ok: Answer = (_, response) => void response.end("{}");

export const own = { authorization: "Bearer sk-own" };

/** Stops the upstreams that were started. */
export async function closeUpstreams(): Promise<void> {
  await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()));
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived at a local server. */
interface ArrivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A real HTTP server on this computer, which stands for a provider. */
export interface LocalUpstream {
  readonly url: string;
  readonly arrived: readonly ArrivedRequest[];
  close(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1; whoever starts it closes it. */
export async function startUpstream(
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<LocalUpstream> {
  const arrived: ArrivedRequest[] = [];
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    arrived.push({ method, url, headers });
    void answer(request, response);
  });
  // Otherwise, it may end an idle connection while a client on a busy machine sends the next request over it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    arrived,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Lets pages of every origin ask a server, as model servers on a person's own computer do when they are told to. Answers
 * whether it was a browser's question ahead of a call, which then has its answer.
 */
export function letPagesAsk(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-headers", request.headers["access-control-request-headers"] ?? "*");
  if (request.method !== "OPTIONS") return false;
  response.writeHead(204).end();
  return true;
}

/** Reads a request to its end. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** A promise that is resolved from outside, for one side of a test to wait for the other. */
export function signalOf<T = void>(): { readonly given: Promise<T>; give(value: T): void } {
  let give: (value: T) => void = () => {};
  const given = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

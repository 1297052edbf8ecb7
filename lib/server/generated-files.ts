import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ApiRequest } from "@/lib/server/api-request";
import { configFileRoute, defaultsFileRoute, manifestRoute } from "@/lib/server/brand-route";

/** Files that a server generates from its settings, by path. The guard of a server has the same list. */
const files: Readonly<Record<string, (request: ApiRequest) => Promise<Response>>> = {
  "/config.json": (request) => configFileRoute(request),
  "/defaults.json": (request) => defaultsFileRoute(request),
  "/manifest.webmanifest": (request) => manifestRoute(request),
  // The name that some programs look for. Other servers rewrite it (next.config.mjs).
  "/site.webmanifest": (request) => manifestRoute(request),
};

/** Length from which a file is compressed, in bytes. */
const minCompressed = 1024;

const compress = promisify(gzip);

/** Returns the function that generates the file of a path; undefined for other paths. */
export function generatedFile(path: string): ((request: ApiRequest) => Promise<Response>) | undefined {
  const generate = Object.hasOwn(files, path) ? files[path] : undefined;
  return generate && (async (request) => compressed(request, await generate(request)));
}

/** Compresses a long file for a client that accepts it. */
async function compressed({ headers: asked }: ApiRequest, response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const headers = new Headers(response.headers);
  headers.append("vary", "accept-encoding");
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length < minCompressed || !acceptsGzip(asked)) return new Response(bytes, { headers });
  headers.set("content-encoding", "gzip");
  return new Response(await compress(bytes), { headers });
}

function acceptsGzip(headers: Headers): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(headers.get("accept-encoding") ?? "");
}

import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

/** A host that can do nothing but hand out files. */
export interface StaticHost {
  readonly origin: string;
  /** Where the folder is served: without a slash at its end. */
  readonly url: string;
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[];
  /** Those of them where nothing was found. */
  readonly missed: readonly string[];
  stop(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

export interface Serving {
  /** The path below which the folder is served, such as `/a/b`; there is nothing beside it. */
  readonly path?: string;
  /** What whoever serves it has changed in its pages. */
  readonly edit?: (page: string) => string;
  /** Files that stand in place of those of the folder, by their paths in it. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Serves a folder as plain static hosts do: files, the `index.html` of folders, and `404.html` for all else. */
export async function serveFolder(
  folder: string,
  { path = "", edit = (page) => page, files = {} }: Serving = {},
): Promise<StaticHost> {
  const asked: string[] = [];
  const missed: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://host.invalid");
    asked.push(pathname);
    response.on("finish", () => response.statusCode === 404 && missed.push(pathname));
    void answer(response, { folder, path, edit, files }, decodeURIComponent(pathname), search);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    url: origin + path,
    asked,
    missed,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Served extends Required<Serving> {
  readonly folder: string;
}

async function answer(
  response: ServerResponse,
  { folder, path, edit, files }: Served,
  pathname: string,
  search: string,
): Promise<void> {
  if (pathname !== path && !pathname.startsWith(`${path}/`)) {
    response.writeHead(404).end();
    return;
  }
  const given = files[pathname.slice(path.length + 1)];
  if (given !== undefined) return reply(response, 200, pathname, given);
  const file = join(folder, normalize(pathname.slice(path.length)), pathname.endsWith("/") ? "index.html" : "");
  const found = await contentOf(file);
  if (found) return reply(response, 200, file, file.endsWith(".html") ? edit(found.toString()) : found);
  if (!extname(file) && (await contentOf(join(file, "index.html")))) {
    response.writeHead(308, { location: `${pathname}/${search}` }).end();
    return;
  }
  const page = join(folder, "404.html");
  reply(response, 404, page, await readFile(page));
}

function reply(response: ServerResponse, status: number, file: string, content: Buffer | string): void {
  const type = types[extname(file)] ?? "application/octet-stream";
  // What the export's `_headers` asks of a host: names that hold their content are asked for once.
  const lasting = file.includes("/_next/static/") ? { "cache-control": "public, max-age=31536000, immutable" } : {};
  response.writeHead(status, { "content-type": type, ...lasting }).end(content);
}

function contentOf(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined);
}

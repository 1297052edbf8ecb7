import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

/** A host that can do nothing but hand out files. */
export interface StaticHost {
  readonly url: string;
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Serves a folder as plain static hosts do: files, the `index.html` of folders, and `404.html` for all else. */
export async function serveFolder(folder: string): Promise<StaticHost> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host.invalid");
    asked.push(pathname);
    void answer(response, folder, decodeURIComponent(pathname));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(response: ServerResponse, folder: string, pathname: string): Promise<void> {
  const file = join(folder, normalize(pathname), pathname.endsWith("/") ? "index.html" : "");
  const found = await contentOf(file);
  if (found) return reply(response, 200, file, found);
  if (!extname(file) && (await contentOf(join(file, "index.html")))) {
    response.writeHead(308, { location: `${pathname}/` }).end();
    return;
  }
  const page = join(folder, "404.html");
  reply(response, 404, page, await readFile(page));
}

function reply(response: ServerResponse, status: number, file: string, content: Buffer): void {
  response.writeHead(status, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(content);
}

function contentOf(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined);
}

import { sha256Hex } from "@/lib/providers/sha256";
import type { ApiRequest } from "@/lib/server/api-request";

interface JsonFile {
  readonly text: string;
  readonly etag: string;
}

/** Files by the object that they are made of, because hashing a megabyte for every page takes too long. */
const files = new WeakMap<object, JsonFile>();

/**
 * Returns a generated JSON file with an ETag. Browsers cache it for offline use and revalidate it when online.
 *
 * @param source an object that is replaced when the content changes
 */
export function jsonFile(source: object, content: () => unknown): Response {
  const file = files.get(source) ?? fileOf(JSON.stringify(content()));
  files.set(source, file);
  const headers = { "cache-control": "no-cache", "content-type": "application/json", etag: file.etag };
  return new Response(file.text, { headers });
}

function fileOf(text: string): JsonFile {
  // A weak one, because proxies compress the file.
  return { text, etag: `W/"${sha256Hex(text).slice(0, 32)}"` };
}

/** Returns a response without a body if the browser has the file already. */
export function withoutKnown(request: ApiRequest, response: Response): Response {
  const etag = response.headers.get("etag");
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((each) => each.trim());
  if (etag === null || !known.includes(etag)) return response;
  return new Response(null, { status: 304, headers: { "cache-control": "no-cache", etag } });
}

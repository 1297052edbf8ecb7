import type { Environment } from "@/lib/environment";
import type { ArtifactStore } from "@/lib/server/artifacts/artifact-store";
import { sourceOf } from "@/lib/server/byte-source";
import { readBody } from "@/lib/server/request-body";
import * as z from "@/lib/zod";

/** Location of the pages in Cloudflare's key-value store. */
export interface CloudflarePlace {
  readonly accountId: string;
  readonly namespaceId: string;
  /** API keys, one of which is picked for each call. */
  readonly keys: readonly string[];
}

/** Timeout of a call to the store, in milliseconds. */
const callMs = 15_000;
/** Maximum size of a page, in bytes; far below the limit of the store. */
const maxBytes = 5_000_000;

const writtenSchema = z.object({ success: z.literal(true) });

/**
 * Creates a store of shared pages in Cloudflare's key-value store. https://developers.cloudflare.com/api/resources/kv
 */
export function cloudflareArtifacts(place: CloudflarePlace, env: Pick<Environment, "fetch" | "random">): ArtifactStore {
  const account = encodeURIComponent(place.accountId);
  const namespace = encodeURIComponent(place.namespaceId);
  const store = `https://api.cloudflare.com/client/v4/accounts/${account}/storage/kv/namespaces/${namespace}`;

  function call(path: string, init: RequestInit): Promise<Response> {
    const key = place.keys[Math.floor(env.random() * place.keys.length)];
    const headers = { ...init.headers, authorization: `Bearer ${key}` };
    return env.fetch(store + path, { ...init, headers, redirect: "error", signal: AbortSignal.timeout(callMs) });
  }

  return {
    maxBytes,
    async put(id, page, seconds) {
      const entry = { key: id, value: page, ...(seconds !== undefined && { expiration_ttl: seconds }) };
      const response = await call("/bulk", {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify([entry]),
      });
      if (!response.ok) throw new Error(`The key-value store answered ${response.status}.`);
      z.parse(writtenSchema, await response.json());
    },
    async get(id) {
      const response = await call(`/values/${id}`, { method: "GET" });
      if (response.status === 404) return undefined;
      if (!response.ok || !response.body) throw new Error(`The key-value store answered ${response.status}.`);
      return readBody(sourceOf(response.body));
    },
    async remove(id) {
      const response = await call(`/values/${id}`, { method: "DELETE" });
      if (!response.ok && response.status !== 404) throw new Error(`The key-value store answered ${response.status}.`);
    },
  };
}

import type { Environment } from "@/lib/environment";
import type { ArtifactStore } from "@/lib/server/artifacts/artifact-store";
import * as z from "@/lib/zod";

/** Location of the pages in a Redis database with an HTTP API. */
export interface UpstashPlace {
  /** URL without a trailing slash. */
  readonly url: string;
  readonly token: string;
}

/** Timeout of a call to the store, in milliseconds. */
const callMs = 15_000;
/** Maximum size of a page, in bytes: requests are limited to about 1 MB. */
const maxBytes = 900_000;

const answerSchema = z.object({ result: z.nullable(z.union([z.string(), z.number()])) });

/**
 * Creates a store of shared pages in Upstash's Redis, or another one with the same API.
 * https://upstash.com/docs/redis/features/restapi
 */
export function upstashArtifacts({ url, token }: UpstashPlace, env: Pick<Environment, "fetch">): ArtifactStore {
  async function call(path: string, init: RequestInit): Promise<string | number | null> {
    const response = await env.fetch(`${url}/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}` },
      redirect: "error",
      signal: AbortSignal.timeout(callMs),
    });
    if (!response.ok) throw new Error(`The Redis answered ${response.status}.`);
    return z.parse(answerSchema, await response.json()).result;
  }

  return {
    maxBytes,
    async put(id, page, seconds) {
      const time = seconds === undefined ? "" : `?EX=${seconds}`;
      const kept = await call(`set/${keyOf(id)}${time}`, { method: "POST", body: page });
      if (kept !== "OK") throw new Error("Redis did not store the page.");
    },
    async get(id) {
      const page = await call(`get/${keyOf(id)}`, { method: "GET" });
      return page === null ? undefined : String(page);
    },
    async remove(id) {
      await call(`del/${keyOf(id)}`, { method: "POST" });
    },
  };
}

/** Returns the key of a page, with a prefix because the Redis database may contain other data. */
function keyOf(id: string): string {
  return `artifact:${id}`;
}

import * as v from "valibot";
import type { Environment } from "@/lib/environment";
import type { ArtifactStore } from "@/lib/server/artifacts/artifact-store";

/** Where pages are kept in a Redis that is asked over HTTP. */
export interface UpstashPlace {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string;
}

/** How long the store may take to answer, in milliseconds. */
const callMs = 15_000;
/** Its requests hold about 1 MB, of which a page is the body. */
const maxBytes = 900_000;

const answerSchema = v.object({ result: v.nullable(v.string()) });

/** Keeps shared pages in Upstash's Redis, or another with the same interface. https://upstash.com/docs/redis/features/restapi */
export function upstashArtifacts({ url, token }: UpstashPlace, env: Pick<Environment, "fetch">): ArtifactStore {
  async function call(path: string, init: RequestInit): Promise<string | null> {
    const response = await env.fetch(`${url}/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}` },
      redirect: "error",
      signal: AbortSignal.timeout(callMs),
    });
    if (!response.ok) throw new Error(`The Redis answered ${response.status}.`);
    return v.parse(answerSchema, await response.json()).result;
  }

  return {
    maxBytes,
    async put(id, page, seconds) {
      const time = seconds === undefined ? "" : `?EX=${seconds}`;
      const kept = await call(`set/${keyOf(id)}${time}`, { method: "POST", body: page });
      if (kept !== "OK") throw new Error("The Redis did not keep it.");
    },
    async get(id) {
      return (await call(`get/${keyOf(id)}`, { method: "GET" })) ?? undefined;
    },
  };
}

/** Other things may be kept in the same Redis. */
function keyOf(id: string): string {
  return `artifact:${id}`;
}

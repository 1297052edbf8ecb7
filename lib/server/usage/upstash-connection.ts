import type { Environment } from "@/lib/environment";
import { isRecord } from "@/lib/json";
import type { UpstashPlace } from "@/lib/server/artifacts/upstash-artifacts";
import type { RedisConnection } from "@/lib/server/usage/run-script";

/** Timeout of a call, in milliseconds. Calls that a user waits for have a shorter one (`limits.ts`). */
const callMs = 5000;

/**
 * Creates the connection to Upstash's Redis, or to another one with the same API. Each command is a call.
 * https://upstash.com/docs/redis/features/restapi#post-command-in-body
 */
export function connectUpstash({ url, token }: UpstashPlace, env: Pick<Environment, "fetch">): RedisConnection {
  return {
    kind: "upstash",
    async send(command) {
      const response = await env.fetch(url, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(command),
        redirect: "error",
        signal: AbortSignal.timeout(callMs),
      });
      const reply: unknown = await response.json();
      // The text of an error may quote the command; only its kind is used.
      if (isRecord(reply) && typeof reply.error === "string") throw new Error(kindOf(reply.error));
      if (!response.ok || !isRecord(reply) || !("result" in reply)) throw new Error(`Status ${response.status}`);
      return reply.result;
    },
    async close() {},
  };
}

/** Returns the kind of an error of Redis: its first word, such as `NOSCRIPT`. */
function kindOf(error: string): string {
  return /^[A-Z]{1,20}\b/.exec(error)?.[0] ?? "Error";
}

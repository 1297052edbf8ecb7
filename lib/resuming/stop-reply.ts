import type { Environment } from "@/lib/environment";
import { replyIdHeader } from "@/lib/resuming/resumable-reply";

interface StopParts {
  readonly env: Pick<Environment, "fetch" | "delay">;
  /** URL of `/api/replies`. */
  readonly url: string;
  /** Headers with the same credentials as the call. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Pauses before a stop is sent again, in milliseconds. */
export const stopRetryMs: readonly number[] = [0, 1000, 5000, 20_000];

/**
 * Ends a reply at the server: it stops the provider, and deletes what it has stored. A server that has not got the call
 * yet stops it as well, so `not-found` is final.
 */
export async function stopReply(id: string, { env, url, headers }: StopParts, retries = stopRetryMs): Promise<void> {
  const sent = { ...headers, [replyIdHeader]: id };
  for (const pause of retries) {
    if (pause > 0) await env.delay(pause);
    try {
      const { status } = await env.fetch(url, { method: "DELETE", headers: sent, keepalive: true });
      if (status < 500) return;
    } catch {
      // The next attempt may reach the server. Otherwise it ends the reply that nobody reads by itself.
    }
  }
}

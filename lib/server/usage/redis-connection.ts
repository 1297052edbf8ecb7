import { createClient } from "@redis/client";
import type { RedisConnection } from "@/lib/server/usage/run-script";

/** Maximum time without a byte from Redis, and time between two pings, in milliseconds. */
const silenceMs = 5000;
const pingMs = 2000;

/** Maximum time between two attempts to connect, in milliseconds. */
const maxRetryMs = 2000;

/** Maximum number of commands that wait for a reply. */
const maxCommands = 10_000;

/**
 * Connects to Redis or Valkey. While the connection is broken, commands fail at once, and the client connects again.
 *
 * @param log writes a line to the operator's log; no line contains the address, which may have a password
 */
export function connectRedis(url: string, log: (line: string) => void): RedisConnection {
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    commandsQueueMaxLength: maxCommands,
    pingInterval: pingMs,
    // Callers have their own patience, so the client needs no timer for each command.
    commandOptions: { timeout: 0 },
    socket: {
      connectTimeout: silenceMs,
      socketTimeout: silenceMs,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 10), maxRetryMs),
    },
  });
  let isFailing = false;
  client.on("error", (thrown: unknown) => {
    if (!isFailing) log(`Usage: Redis cannot be reached (${codeOf(thrown)}).`);
    isFailing = true;
  });
  client.on("ready", () => {
    if (isFailing) log("Usage: Redis can be reached again.");
    isFailing = false;
    void warnOfEviction();
  });
  // The client tries again without an end, so `connect` may stay pending.
  const firstAttempt = new Promise<void>((resolve) => {
    client.once("ready", () => resolve());
    client.once("error", () => resolve());
  });
  client.connect().catch(() => undefined);

  /** Warns if Redis may remove counts to save memory: limits would begin anew. */
  async function warnOfEviction(): Promise<void> {
    const info = String(await client.sendCommand(["INFO", "memory"]).catch(() => ""));
    const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? "noeviction";
    if (policy !== "noeviction" && !/^maxmemory:0\s*$/m.test(info)) {
      log(`Usage: Redis may remove counts to save memory (maxmemory-policy ${policy}); set it to noeviction.`);
    }
  }

  return {
    kind: "redis",
    async send(command) {
      if (!client.isReady) await firstAttempt;
      return client.sendCommand([...command]);
    },
    async close() {
      client.destroy();
    },
  };
}

/** Returns the code of an error, such as `ECONNREFUSED`. Its message may contain the address. */
function codeOf(thrown: unknown): string {
  const code: unknown = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (typeof code === "string" && /^[A-Z_]{1,30}$/.test(code)) return code;
  return thrown instanceof Error ? thrown.name : typeof thrown;
}

import { currentServer } from "@/lib/server/server";

/** Global in which the standalone server awaits the handler of its API (scripts/request-guard.mjs). */
const direct = globalThis as typeof globalThis & { [handler: symbol]: { handle?: unknown } | undefined };

/** Called by Next once when a server starts: its settings are read, and what is wrong with them is told at once. */
export async function register(): Promise<void> {
  currentServer();
  const api = direct[Symbol.for("parley.api")];
  if (process.env.NEXT_RUNTIME !== "edge" && api) {
    const { handleNodeApi } = await import("@/lib/server/node-api");
    api.handle = handleNodeApi;
    const { startMetricsServer } = await import("@/lib/server/metrics-server");
    startMetricsServer(currentServer());
  }
}

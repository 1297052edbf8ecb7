import type { Environment } from "@/lib/environment";
import type { Signing } from "@/lib/providers/provider";
import { createTokenMemory } from "@/lib/providers/token-memory";
import { createSecretAttempts, type SecretAttempts } from "@/lib/server/admin/secret-attempts";
import type { ArtifactStore } from "@/lib/server/artifacts/artifact-store";
import { artifactLimits, openArtifacts } from "@/lib/server/artifacts/open-artifacts";
import { type Attempts, createAttempts } from "@/lib/server/attempts";
import { type ByteBudget, createByteBudget } from "@/lib/server/byte-budget";
import { type CodeAttempts, createCodeAttempts } from "@/lib/server/code-attempts";
import { serverEnvironment } from "@/lib/server/environment";
import { refuse } from "@/lib/server/error-response";
import { createLog, type Log } from "@/lib/server/log";
import type { McpServers } from "@/lib/server/mcp/mcp-servers";
import { createMetrics, type Metrics } from "@/lib/server/metrics";
import { hostWarnings } from "@/lib/server/named-host";
import { fetchOutbound } from "@/lib/server/outbound";
import type { OutboundCall } from "@/lib/server/outbound-call";
import type { OpenReplies } from "@/lib/server/replies/open-replies";
import { searchLimits } from "@/lib/server/search-settings";
import { readServerConfig, type ServerConfig } from "@/lib/server/server-config";
import { openSiteDefaults, type SiteDefaultsSource } from "@/lib/server/site-defaults";
import { siteKeyNotes } from "@/lib/server/site-key-notes";
import { openTraces } from "@/lib/server/tracing/open-traces";
import type { Traces } from "@/lib/server/tracing/traces";
import type { UsageLimits } from "@/lib/server/usage/limits";
import { openUsageLimits } from "@/lib/server/usage/open-usage";
import { resumesReplies } from "@/lib/server/usage/usage-place";
import type { Variables } from "@/lib/server/variables";

/** Dependencies of a handler besides the request. */
export interface Server {
  readonly config: ServerConfig;
  readonly env: Environment;
  readonly attempts: CodeAttempts;
  /** Counts for monitoring. */
  readonly metrics: Metrics;
  /** Counts guesses of the administrator's secret. */
  readonly adminAttempts: SecretAttempts;
  /** Counts the same of programs that read the metrics. */
  readonly metricsAttempts: SecretAttempts;
  /** Limits and usage of codes. */
  readonly usage: UsageLimits;
  /** Returns the store of replies that can be resumed. Absent without a store, and on edge functions. */
  readonly replies?: () => Promise<OpenReplies>;
  /** Returns what traces calls. Absent without a receiver, and on edge functions. */
  readonly traces?: () => Promise<Traces | undefined>;
  /**
   * Budget of bodies that are read completely before they are forwarded: an incomplete file must not replace a good
   * one, and the form of a recording is checked.
   */
  readonly bodies: ByteBudget;
  /** The defaults of new users. */
  readonly siteDefaults: SiteDefaultsSource;
  /** Rate limits of writing and reading shared pages. */
  readonly artifactWrites: Attempts;
  readonly artifactReads: Attempts;
  /** Rate limit of searches with the operator's search engine. */
  readonly searches: Attempts;
  /** Caches tokens that sign calls, while they are fresh. */
  readonly remember: Signing["remember"];
  /** Sends a request to a URL that a caller named. Throws a refusal if it is not allowed. */
  reach(call: OutboundCall): Promise<Response>;
  /** Returns the local MCP servers; undefined if they are disabled or the runtime cannot start processes. */
  mcp(): Promise<McpServers | undefined>;
  /** Returns the store of shared pages; undefined if none is configured. */
  artifacts(): Promise<ArtifactStore | undefined>;
  /**
   * Writes a line to the operator's log. It never contains keys, codes, addresses, or texts of users or models
   * (docs/security.md#l61).
   */
  log(line: string): void;
  /** Logs a handled call; absent in plain text. */
  readonly logCall?: Log["call"];
}

/** Maximum bytes of bodies in memory: one synced file of the maximum size, or many ordinary ones. */
export const maxHeldBytes = 200_000_000;

const running = Symbol.for("parley.server");

/**
 * Global that holds the running server: each route is bundled with a copy of this module, and all must share one state.
 */
const place = globalThis as typeof globalThis & { [running]?: Server };

/** Returns the running server. Its settings are read once, on first use, and never at build time. */
export function currentServer(): Server {
  place[running] ??= startServer();
  return place[running];
}

function startServer(): Server {
  const config = readServerConfig(variables());
  const env = { ...serverEnvironment, fetch: outgoingFetch(config) };
  const { write, call: logCall } = createLog(config.logFormat, env.now);
  if (isFirst()) {
    for (const problem of [...config.problems, ...hostWarnings(config)]) write("warn", `Configuration: ${problem}`);
    for (const note of siteKeyNotes(config)) write("info", note);
  }
  const log = (line: string) => write("error", line);
  const metrics = createMetrics(env.now);
  const siteDefaults = openSiteDefaults(config.siteDefaults, env, log);
  if (isFirst()) void siteDefaults.read();
  let mcpServers: Promise<McpServers | undefined> | undefined;
  let artifactStore: Promise<ArtifactStore | undefined> | undefined;
  const replies = resumableReplies(config, env, log);
  const traces = openTraces(config.tracing, env, log);
  return {
    config,
    env,
    attempts: createCodeAttempts(env.now),
    metrics,
    adminAttempts: createSecretAttempts(env.now),
    metricsAttempts: createSecretAttempts(env.now),
    usage: openUsageLimits(config, env, { log, onFailure: metrics.countStoreError }),
    ...(replies && { replies }),
    ...(traces && { traces }),
    bodies: createByteBudget(maxHeldBytes),
    siteDefaults,
    artifactWrites: createAttempts(env.now, artifactLimits.writes),
    artifactReads: createAttempts(env.now, artifactLimits.reads),
    searches: createAttempts(env.now, searchLimits),
    remember: createTokenMemory(env.now),
    reach: (call) => sendOutbound(config, call),
    mcp: () => (mcpServers ??= openMcpServers(config)),
    artifacts: () => (artifactStore ??= openArtifacts(config, env)),
    log,
    ...(logCall && { logCall }),
  };
}

/**
 * Returns the environment variables. Only Node can start processes, use a disk and open tunnels; elsewhere such
 * settings are ignored. A brand that was set at build time applies unless it is set now.
 */
function variables(): Variables {
  const brand = Object.entries(process.env).filter(([name, value]) => name.startsWith("BRAND_") && value?.trim());
  const given = { ...process.env, ...JSON.parse(process.env.BUILT_BRAND ?? "{}"), ...Object.fromEntries(brand) };
  return process.env.NEXT_RUNTIME === "edge" ? { ...given, ENABLE_MCP: "", ARTIFACTS_DIR: "", PROXY_URL: "" } : given;
}

/**
 * Whether this process logs the problems. A Node server runs the middleware with a separate server, which must not log
 * them again.
 */
function isFirst(): boolean {
  return process.env.NEXT_RUNTIME !== "edge" || Boolean(process.env.VERCEL);
}

/**
 * Returns the fetch for outgoing calls, through the operator's proxy if there is one. With an invalid proxy, all calls
 * fail.
 */
function outgoingFetch({ proxy }: ServerConfig): Environment["fetch"] {
  if (process.env.NEXT_RUNTIME !== "edge") {
    if (proxy === "unusable") return () => Promise.reject(refuse("misconfigured"));
    const opened = proxy
      ? import("@/lib/server/proxied-fetch").then(({ proxiedFetch }) => proxiedFetch(proxy))
      : import("@/lib/server/node-fetch").then(({ nodeFetch }) => nodeFetch);
    return async (url, init) => (await opened)(url, init);
  }
  return serverEnvironment.fetch;
}

function sendOutbound({ proxy }: ServerConfig, call: OutboundCall): Promise<Response> {
  return proxy === "unusable" ? Promise.reject(refuse("misconfigured")) : fetchOutbound(call, proxy);
}

/** Returns the function that opens the store of replies, once; undefined if replies cannot be resumed. */
export function resumableReplies(
  config: ServerConfig,
  env: Environment,
  log: (line: string) => void,
): Server["replies"] | undefined {
  if (process.env.NEXT_RUNTIME !== "edge" && resumesReplies(config)) {
    const { usagePlace } = config;
    let opened: Promise<OpenReplies> | undefined;
    return () =>
      (opened ??= import("@/lib/server/replies/open-replies")
        .then(({ openReplies }) => openReplies(usagePlace, env, log))
        .catch((thrown: unknown) => {
          opened = undefined;
          throw thrown;
        }));
  }
  return undefined;
}

async function openMcpServers({ enableMcp, mcpConfigPath }: ServerConfig): Promise<McpServers | undefined> {
  if (process.env.NEXT_RUNTIME !== "edge" && enableMcp) {
    const { localMcpServers } = await import("@/lib/server/mcp/local-mcp-servers");
    return localMcpServers(mcpConfigPath);
  }
  return undefined;
}

import type { Environment } from "@/lib/environment";
import type { Signing } from "@/lib/providers/provider";
import { createTokenMemory } from "@/lib/providers/token-memory";
import type { ArtifactStore } from "@/lib/server/artifacts/artifact-store";
import { artifactLimits, openArtifacts } from "@/lib/server/artifacts/open-artifacts";
import { type Attempts, createAttempts } from "@/lib/server/attempts";
import { type ByteBudget, createByteBudget } from "@/lib/server/byte-budget";
import { type CodeAttempts, createCodeAttempts } from "@/lib/server/code-attempts";
import { serverEnvironment } from "@/lib/server/environment";
import { refuse } from "@/lib/server/error-response";
import type { McpServers } from "@/lib/server/mcp/mcp-servers";
import { hostWarnings } from "@/lib/server/named-host";
import { fetchOutbound } from "@/lib/server/outbound";
import type { OutboundCall } from "@/lib/server/outbound-call";
import { readServerConfig, type ServerConfig, type Variables } from "@/lib/server/server-config";
import { siteKeyNotes } from "@/lib/server/site-key-notes";

/** All that a handler needs besides the request. */
export interface Server {
  readonly config: ServerConfig;
  readonly env: Environment;
  readonly attempts: CodeAttempts;
  /** Bodies that are read whole before they are sent on: a file in the making must not replace a good one. */
  readonly bodies: ByteBudget;
  /** Shared pages that were written and read. */
  readonly artifactWrites: Attempts;
  readonly artifactReads: Attempts;
  /** Keeps tokens that calls are signed with, while they are fresh. */
  readonly remember: Signing["remember"];
  /** Sends a request to an address that a caller named. Throws a refusal where it must not be reached. */
  reach(call: OutboundCall): Promise<Response>;
  /** Returns the local MCP servers; nothing where they are not enabled, or there can be no processes. */
  mcp(): Promise<McpServers | undefined>;
  /** Returns what keeps shared pages; nothing where the operator has set none. */
  artifacts(): Promise<ArtifactStore | undefined>;
  /** Writes a line for the operator. Never given keys, codes, addresses, or words of a person or a model (L6.1). */
  log(line: string): void;
}

/** One synced file of the largest size, or many usual ones, in bytes. */
export const maxHeldBytes = 200_000_000;

const running = Symbol.for("parley.server");

/** Where the running server is kept: each route is bundled with a copy of this module, and all must count together. */
const place = globalThis as typeof globalThis & { [running]?: Server };

/** Returns the running server. Its settings are read once, when it is first asked for, and never at build time. */
export function currentServer(): Server {
  place[running] ??= startServer();
  return place[running];
}

function startServer(): Server {
  const config = readServerConfig(variables());
  const env = { ...serverEnvironment, fetch: outgoingFetch(config) };
  if (isFirst()) {
    for (const problem of [...config.problems, ...hostWarnings(config)]) console.warn(`Configuration: ${problem}`);
    for (const note of siteKeyNotes(config)) console.info(note);
  }
  let mcpServers: Promise<McpServers | undefined> | undefined;
  let artifactStore: Promise<ArtifactStore | undefined> | undefined;
  return {
    config,
    env,
    attempts: createCodeAttempts(env.now),
    bodies: createByteBudget(maxHeldBytes),
    artifactWrites: createAttempts(env.now, artifactLimits.writes),
    artifactReads: createAttempts(env.now, artifactLimits.reads),
    remember: createTokenMemory(env.now),
    reach: (call) => reachThrough(config, call),
    mcp: () => (mcpServers ??= openMcpServers(config)),
    artifacts: () => (artifactStore ??= openArtifacts(config, env)),
    log: (line) => console.error(line),
  };
}

/**
 * Only Node starts processes, has a disk and opens tunnels: elsewhere such settings count as not made. A brand that was
 * set when the app was built holds where nothing is set now.
 */
function variables(): Variables {
  const brand = Object.entries(process.env).filter(([name, value]) => name.startsWith("BRAND_") && value?.trim());
  const given = { ...process.env, ...JSON.parse(process.env.BUILT_BRAND ?? "{}"), ...Object.fromEntries(brand) };
  return process.env.NEXT_RUNTIME === "edge" ? { ...given, ENABLE_MCP: "", ARTIFACTS_DIR: "", PROXY_URL: "" } : given;
}

/** A Node server runs the middleware apart, with a server of its own that has nothing to tell that was not told. */
function isFirst(): boolean {
  return process.env.NEXT_RUNTIME !== "edge" || Boolean(process.env.VERCEL);
}

/** Returns what asks others: through the operator's proxy where there is one. No call goes past one that is misspelt. */
function outgoingFetch({ proxy }: ServerConfig): Environment["fetch"] {
  if (process.env.NEXT_RUNTIME !== "edge" && proxy !== undefined) {
    if (proxy === "unusable") return () => Promise.reject(refuse("misconfigured"));
    const opened = import("@/lib/server/proxied-fetch").then(({ proxiedFetch }) => proxiedFetch(proxy));
    return async (url, init) => (await opened)(url, init);
  }
  return serverEnvironment.fetch;
}

function reachThrough({ proxy }: ServerConfig, call: OutboundCall): Promise<Response> {
  return proxy === "unusable" ? Promise.reject(refuse("misconfigured")) : fetchOutbound(call, proxy);
}

async function openMcpServers({ enableMcp, mcpConfigPath }: ServerConfig): Promise<McpServers | undefined> {
  if (process.env.NEXT_RUNTIME !== "edge" && enableMcp) {
    const { localMcpServers } = await import("@/lib/server/mcp/local-mcp-servers");
    return localMcpServers(mcpConfigPath);
  }
  return undefined;
}

import type { Environment } from "@/lib/environment";
import type { Signing } from "@/lib/providers/provider";
import { createTokenMemory } from "@/lib/providers/token-memory";
import { type Attempts, createAttempts } from "@/lib/server/attempts";
import { serverEnvironment } from "@/lib/server/environment";
import { fetchOutbound, type OutboundCall } from "@/lib/server/outbound";
import { readServerConfig, type ServerConfig } from "@/lib/server/server-config";

/** All that a handler needs besides the request. */
export interface Server {
  readonly config: ServerConfig;
  readonly env: Environment;
  readonly attempts: Attempts;
  /** Keeps tokens that calls are signed with, while they are fresh. */
  readonly remember: Signing["remember"];
  /** Sends a request to an address that a caller named. Throws a refusal where it must not be reached. */
  reach(call: OutboundCall): Promise<Response>;
  /** Writes a line for the operator. Never given keys, codes, addresses, or words of a person or a model (L6.1). */
  log(line: string): void;
}

let running: Server | undefined;

/** Answers the running server. Its settings are read once, when it is first asked for, and never at build time. */
export function currentServer(): Server {
  running ??= startServer();
  return running;
}

function startServer(): Server {
  const config = readServerConfig(process.env);
  for (const problem of config.problems) console.warn(`Configuration: ${problem}`);
  return {
    config,
    env: serverEnvironment,
    attempts: createAttempts(serverEnvironment.now),
    remember: createTokenMemory(serverEnvironment.now),
    reach: fetchOutbound,
    log: (line) => console.error(line),
  };
}

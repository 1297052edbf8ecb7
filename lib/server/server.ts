import type { Environment } from "@/lib/environment";
import { type Attempts, createAttempts } from "@/lib/server/attempts";
import { serverEnvironment } from "@/lib/server/environment";
import { readServerConfig, type ServerConfig } from "@/lib/server/server-config";

/** All that a handler needs besides the request. */
export interface Server {
  readonly config: ServerConfig;
  readonly env: Environment;
  readonly attempts: Attempts;
  /** Writes a line for the operator. Never given keys, codes, addresses, or words of a person or a model (L6.1). */
  log(line: string): void;
}

const attempts = createAttempts(serverEnvironment.now);
const loggedProblems = new Set<string>();

/** Answers the running server, with its settings as they are at this moment. */
export function currentServer(): Server {
  const config = readServerConfig(process.env);
  for (const problem of config.problems) {
    if (loggedProblems.has(problem)) continue;
    loggedProblems.add(problem);
    console.warn(`Configuration: ${problem}`);
  }
  return { config, env: serverEnvironment, attempts, log: (line) => console.error(line) };
}

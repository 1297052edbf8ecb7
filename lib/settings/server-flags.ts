import { isTextList } from "@/lib/fields/fields";
import { isRecord } from "@/lib/json";
import { readSiteServers, type SiteServer } from "@/lib/providers/site-server";

/** A setting of the server that browsers know. */
interface Flag<T> {
  /** The value of a server that does not send the flag, or sends an invalid value. */
  readonly fallback: T;
  /** The value in a build without a server. */
  readonly serverless: T;
  /** Reads a value that the server sent. */
  readonly read: (value: unknown) => T;
}

/** Declares a flag whose invalid values are ignored. */
function flag<T>(isValid: (value: unknown) => value is T, fallback: T, serverless: T = fallback): Flag<T> {
  return { fallback, serverless, read: (value) => (isValid(value) ? value : fallback) };
}

/** Declares an on/off flag. */
function toggle(fallback: boolean, serverless: boolean = fallback): Flag<boolean> {
  return flag((value) => typeof value === "boolean", fallback, serverless);
}

/** Declares a flag with a text. */
function text(): Flag<string> {
  return flag((value) => typeof value === "string", "");
}

const demoModes = ["off", "offered", "forced"] as const;
type DemoMode = (typeof demoModes)[number];

/** The server's settings that every browser knows (`/api/config`). Nothing secret may ever be added. */
const flags = {
  /** A server that does not say whether it needs a code counts as needing one. */
  needCode: toggle(true, false),
  hideUserApiKey: toggle(false),
  disableGPT4: toggle(false),
  hideBalanceQuery: toggle(false),
  disableFastLink: toggle(false),
  customModels: text(),
  defaultModel: text(),
  visionModels: text(),
  /** `offered`: only while no other model is usable; `forced`: always (ENABLE_DEMO=1). */
  demo: flag((value): value is DemoMode => demoModes.some((mode) => mode === value), "off", "offered"),
  /** The ids of the providers for which the server has a key. Undefined if the server does not say. */
  served: flag<readonly string[] | undefined>(isTextList, undefined, []),
  /** The hosts of the operator's own addresses (`BASE_URL` and the like), by provider id. */
  upstreamHosts: flag<Readonly<Record<string, string>>>(isTextRecord, {}),
  /** Whether the server runs MCP servers (`/api/mcp`). */
  enableMcp: toggle(false),
  /** Whether the server stores shared pages (`/api/artifacts`). */
  artifacts: toggle(false),
  /** The host of the service for shared conversations (`/api/share`); empty without one. */
  shareHost: text(),
  /** The host of the operator's search engine (`/api/search`); empty without one. */
  searchHost: text(),
  /** The folder of Python packages for code that runs in the browser, as a URL or path; empty without one. */
  pyodidePackagesUrl: text(),
  /** Whether replies can be resumed after their connection broke (`/api/replies`). */
  resumesReplies: toggle(false),
  /** Whether a proxy in front of the server names the user, who needs no code then. */
  hasUser: toggle(false),
  /** The operator's own model servers. */
  servers: { fallback: [], serverless: [], read: readSiteServers } satisfies Flag<readonly SiteServer[]>,
};

type FlagName = keyof typeof flags;

export type ServerFlags = {
  readonly [Name in FlagName]: (typeof flags)[Name] extends Flag<infer T> ? T : never;
};

/** Returns a value for each flag. */
function mapFlags(read: (flag: Flag<unknown>, name: string) => unknown): ServerFlags {
  const entries = Object.entries(flags).map(([name, each]) => [name, read(each as Flag<unknown>, name)]);
  return Object.fromEntries(entries) as ServerFlags;
}

/** Reads the response of `/api/config`; undefined if it is not an object. Unknown flags are dropped. */
export function readServerFlags(answer: unknown): ServerFlags | undefined {
  if (!isRecord(answer)) return undefined;
  return mapFlags(({ read }, name) => read(answer[name]));
}

/** The flags of a server that sends none. */
export const assumedFlags = mapFlags(({ fallback }) => fallback);

/** The flags of a build without a server: own keys only, and the demo until there is one. */
export const serverlessFlags = mapFlags(({ serverless }) => serverless);

function isTextRecord(value: unknown): value is Record<string, string> {
  return isRecord(value) && isTextList(Object.values(value));
}

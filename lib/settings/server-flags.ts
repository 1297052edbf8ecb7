import * as v from "valibot";
import { noList } from "@/lib/fields/strict-schemas";

/** A setting of the server that browsers know. */
interface Flag<T> {
  /** Reads the server's value. */
  readonly schema: v.GenericSchema<unknown, T>;
  /** The value in a build without a server. */
  readonly serverless: T;
}

/** Declares a flag. A server that does not send it, or sends an invalid value, counts as sending `fallback`. */
function flag<T>(schema: v.GenericSchema<unknown, T>, fallback: T, serverless: T = fallback): Flag<T> {
  return { schema: v.fallback(schema, () => fallback), serverless };
}

/** The server's settings that every browser knows (`/api/config`). Nothing secret may ever be added. */
const flags = {
  /** A server that does not say whether it needs a code counts as needing one. */
  needCode: flag(v.boolean(), true, false),
  hideUserApiKey: flag(v.boolean(), false),
  disableGPT4: flag(v.boolean(), false),
  hideBalanceQuery: flag(v.boolean(), false),
  disableFastLink: flag(v.boolean(), false),
  customModels: flag(v.string(), ""),
  defaultModel: flag(v.string(), ""),
  visionModels: flag(v.string(), ""),
  /** `offered`: only while no other model is usable; `forced`: always (ENABLE_DEMO=1). */
  demo: flag<"off" | "offered" | "forced">(v.picklist(["off", "offered", "forced"]), "off", "offered"),
  /** The ids of the providers for which the server has a key. Undefined if the server does not say. */
  served: flag<readonly string[] | undefined>(v.optional(v.array(v.string())), undefined, []),
  /** The hosts of the operator's own addresses (`BASE_URL` and the like), by provider id. */
  upstreamHosts: flag<Readonly<Record<string, string>>>(v.record(v.string(), v.string()), {}),
  /** Whether the server runs MCP servers (`/api/mcp`). */
  enableMcp: flag(v.boolean(), false),
  /** Whether the server stores shared pages (`/api/artifacts`). */
  artifacts: flag(v.boolean(), false),
  /** The host of the service for shared conversations (`/api/share`); empty without one. */
  shareHost: flag(v.string(), ""),
  /** Whether visits are counted by Vercel's web analytics. */
  analytics: flag(v.boolean(), false),
};

type FlagName = keyof typeof flags;

export type ServerFlags = {
  readonly [Name in FlagName]: (typeof flags)[Name] extends Flag<infer T> ? T : never;
};

/** Returns the flags with one part of each declaration. */
function mapFlags<T>(read: (flag: Flag<unknown>) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(flags).map(([name, each]) => [name, read(each as Flag<unknown>)]));
}

/** Parses the response of `/api/config`. */
export const serverFlagsSchema = v.pipe(noList, v.object(mapFlags(({ schema }) => schema))) as v.GenericSchema<
  unknown,
  unknown
> as v.GenericSchema<unknown, ServerFlags>;

/** The flags of a build without a server: own keys only, and the demo until there is one. */
export const serverlessFlags = mapFlags(({ serverless }) => serverless) as ServerFlags;

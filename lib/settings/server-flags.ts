import * as v from "valibot";
import { noList } from "@/lib/fields/strict-schemas";

/** What the server tells every browser of its settings. Nothing secret may ever be added. */
export interface ServerFlags {
  readonly needCode: boolean;
  readonly hideUserApiKey: boolean;
  readonly disableGPT4: boolean;
  readonly hideBalanceQuery: boolean;
  readonly disableFastLink: boolean;
  readonly customModels: string;
  readonly defaultModel: string;
  readonly visionModels: string;
  /** `offered`: only while nothing real is usable; `forced`: always (ENABLE_DEMO=1). */
  readonly demo: "off" | "offered" | "forced";
  /** The ids of the providers for which the server has a key of its own; absent where it does not say. */
  readonly served?: readonly string[] | undefined;
  /** The hosts of the operator's own addresses (`BASE_URL` and the like), by provider id. */
  readonly upstreamHosts: Readonly<Record<string, string>>;
  /** The server runs MCP servers of its own (`/api/mcp`). */
  readonly enableMcp: boolean;
  /** The server keeps shared pages (`/api/artifacts`). */
  readonly artifacts: boolean;
  /** The host of the service for shared conversations (`/api/share`); empty where there is none. */
  readonly shareHost: string;
}

/** Reads the answer of `/api/config`. A server that does not say whether it needs a code is taken to need one. */
export const serverFlagsSchema: v.GenericSchema<unknown, ServerFlags> = v.pipe(
  noList,
  v.object({
    needCode: v.fallback(v.boolean(), true),
    hideUserApiKey: v.fallback(v.boolean(), false),
    disableGPT4: v.fallback(v.boolean(), false),
    hideBalanceQuery: v.fallback(v.boolean(), false),
    disableFastLink: v.fallback(v.boolean(), false),
    customModels: v.fallback(v.string(), ""),
    defaultModel: v.fallback(v.string(), ""),
    visionModels: v.fallback(v.string(), ""),
    demo: v.fallback(v.picklist(["off", "offered", "forced"]), "off"),
    served: v.fallback(v.optional(v.array(v.string())), undefined),
    upstreamHosts: v.fallback(v.record(v.string(), v.string()), {}),
    enableMcp: v.fallback(v.boolean(), false),
    artifacts: v.fallback(v.boolean(), false),
    shareHost: v.fallback(v.string(), ""),
  }),
);

/** The flags of a build without a server: own keys only, and the demonstration until there is one. */
export const serverlessFlags: ServerFlags = {
  needCode: false,
  hideUserApiKey: false,
  disableGPT4: false,
  hideBalanceQuery: false,
  disableFastLink: false,
  customModels: "",
  defaultModel: "",
  visionModels: "",
  demo: "offered",
  served: [],
  upstreamHosts: {},
  enableMcp: false,
  artifacts: false,
  shareHost: "",
};

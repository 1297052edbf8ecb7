import * as v from "valibot";
import { noList } from "@/lib/fields/strict-schemas";

/** Server settings that every browser may know. Never add secrets. */
export interface ServerFlags {
  readonly needCode: boolean;
  readonly hideUserApiKey: boolean;
  readonly disableGPT4: boolean;
  readonly hideBalanceQuery: boolean;
  readonly disableFastLink: boolean;
  readonly customModels: string;
  readonly defaultModel: string;
  readonly visionModels: string;
  /** `offered`: only while no real provider is usable; `forced`: always (ENABLE_DEMO=1). */
  readonly demo: "off" | "offered" | "forced";
  /** Ids of the providers for which the server has a key; absent if it does not say. */
  readonly served?: readonly string[] | undefined;
  /** Hosts of the operator's own URLs (`BASE_URL` and the like), by provider id. */
  readonly upstreamHosts: Readonly<Record<string, string>>;
  /** Whether the server runs its own MCP servers (`/api/mcp`). */
  readonly enableMcp: boolean;
  /** Whether the server stores shared pages (`/api/artifacts`). */
  readonly artifacts: boolean;
  /** Host of the service for shared conversations (`/api/share`); empty without a service. */
  readonly shareHost: string;
}

/** Reads the response of `/api/config`. If it does not say whether a code is needed, one is assumed to be. */
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

/** Flags of a build without a server: own keys only, and the demo until there is one. */
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

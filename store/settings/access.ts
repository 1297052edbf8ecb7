import { create } from "zustand";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { type ApiType, defaultApiType } from "@/lib/providers/api-types";
import { type CustomEndpoint, endpointIdPrefix, withApiType } from "@/lib/providers/custom-endpoint";
import { placeOf } from "@/lib/providers/places";
import { boundNameOf, type Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { siteServer } from "@/lib/providers/site-server";
import {
  type AccessSettings,
  readAccessSettings,
  siteHost,
  withAccessValue,
  withEndpoint,
  withEndpoints,
  withSiteHosts,
} from "@/lib/settings/access-settings";
import { hasOwnCredentials, type Reach } from "@/lib/settings/credentials";
import { assumedFlags, readServerFlags, type ServerFlags, serverlessFlags } from "@/lib/settings/server-flags";

/** Time that startup waits for the server's flags, in milliseconds: nothing is sent before they are known. */
const flagsMs = 5000;

/** Timeout of the flags request, in milliseconds. */
const flagsEndMs = 60_000;

interface AccessStore extends AccessSettings {
  /** The server's flags; null before they arrive. */
  readonly flags: ServerFlags | null;
  /** True once the flags are known or cannot be fetched. Actions that the server may forbid wait until then. */
  readonly areFlagsFinal: boolean;
  readonly reach: Reach;
  hydrate(stored: unknown): void;
  setAccessCode(code: string): void;
  setUseCustomConfig(isUsed: boolean): void;
  setValue(provider: Provider, field: string, value: string): void;
  /** Sets credentials as a whole, such as previous ones. */
  putBack(former: Partial<AccessSettings>): void;
  /** Adds a custom endpoint under an unused name and returns it. */
  addEndpoint(name: string, apiType?: ApiType): CustomEndpoint;
  /** Changes the name, the API or the models of an endpoint. */
  changeEndpoint(endpoint: CustomEndpoint): void;
  /**
   * Fetches the server's flags, once per page load. A failure is only logged, and the app continues as if the server
   * required an access code.
   */
  fetchFlags(): Promise<void>;
  setReach(reach: Reach): void;
}

/** The built-in providers. */
export const builtInProviders: readonly Provider[] = Object.values(providers);

/** The state that decides which providers there are. */
type ProvidersInput = Pick<AccessSettings, "endpoints"> & { readonly flags: Pick<ServerFlags, "servers"> | null };

let known: { endpoints: unknown; servers: unknown; providers: readonly Provider[] } | undefined;

/**
 * Returns all providers: the built-in ones, the operator's servers, then custom endpoints. The result is memoized by the
 * lists of servers and endpoints.
 */
export function providersOf({ endpoints, flags }: ProvidersInput): readonly Provider[] {
  const servers = flags?.servers ?? noServers;
  if (known?.endpoints !== endpoints || known.servers !== servers) {
    const ofSite = servers.map((server) => siteServer(server));
    known = { endpoints, servers, providers: withEndpoints([...builtInProviders, ...ofSite], endpoints) };
  }
  return known.providers;
}

const noServers: ServerFlags["servers"] = [];

/** Returns the servers beside the built-in providers whose names are taken: the user's and the operator's. */
export function namedServers({ endpoints, flags }: ProvidersInput): readonly Pick<CustomEndpoint, "id" | "name">[] {
  return [...endpoints, ...(flags?.servers ?? noServers)];
}

/** Returns the place of a chat's provider in tables of what providers accept. */
export function placeInUse(access: ProvidersInput, providerName: string): string {
  return placeOf(providerInUse(access, providerName));
}

/** Returns the provider of a chat, by the name in its model settings. */
export function providerInUse(access: ProvidersInput, providerName: string): Provider | undefined {
  return providersOf(access).find((provider) => boundNameOf(provider) === providerName);
}

/** Whether requests of a chat's provider may set how the server loads models. */
export function loadsModels(access: ProvidersInput, providerName: string): boolean {
  return providerInUse(access, providerName)?.hasOllamaApi === true;
}

/** The assumed flags while the server's are unknown. Links are off, because the server may forbid them. */
export const unknownFlags: ServerFlags = { ...assumedFlags, disableFastLink: true };

/** Creates the store of credentials and server flags (`access-control`). */
export function createAccess({ env }: { env: Pick<Environment, "now" | "fetch" | "newId" | "delay"> }) {
  return create<AccessStore>()((set, get) => {
    const change = (patch: Partial<AccessSettings>) => set({ ...patch, lastUpdateTime: env.now() });
    function bindSiteKeys(upstreamHosts: ServerFlags["upstreamHosts"]) {
      if (!Object.values(get().hosts).includes(siteHost)) return;
      set(withSiteHosts(get(), builtInProviders, upstreamHosts));
    }
    return {
      ...readAccessSettings(builtInProviders, undefined),
      flags: null,
      areFlagsFinal: false,
      reach: {},
      hydrate(stored) {
        set(readAccessSettings(builtInProviders, stored));
        // Keys that a later import from NextChat brings come after the flags.
        const { upstreamHosts } = get().reach;
        if (upstreamHosts) bindSiteKeys(upstreamHosts);
      },
      setAccessCode(code) {
        // Stored as typed: trimming would remove the space that the user types between two words.
        change({ accessCode: code });
      },
      setUseCustomConfig(useCustomConfig) {
        change({ useCustomConfig });
      },
      setValue(provider, field, value) {
        change(withAccessValue(get(), provider, field, value));
      },
      putBack(former) {
        change(former);
      },
      addEndpoint(name, apiType = defaultApiType) {
        const id = endpointIdPrefix + env.newId();
        const endpoint = withApiType({ id, name: name.trim(), boundName: id, models: [] }, apiType);
        change(withEndpoint(get(), endpoint));
        return endpoint;
      },
      changeEndpoint(endpoint) {
        change(withEndpoint(get(), endpoint));
      },
      async fetchFlags() {
        const { relay } = get().reach;
        if (relay === undefined) {
          set({ flags: serverlessFlags, areFlagsFinal: true });
          set({ reach: { ...get().reach, upstreamHosts: {} } });
          return bindSiteKeys({});
        }
        const answered = askForFlags(env, relay).then(
          (flags) => {
            const { hideUserApiKey, upstreamHosts } = flags;
            const reach = { ...get().reach, refusesOwnKeys: hideUserApiKey, upstreamHosts };
            set({ flags, areFlagsFinal: true, reach });
            if (!hideUserApiKey) bindSiteKeys(upstreamHosts);
          },
          (error: unknown) => {
            console.warn("Could not read the server's configuration.", error);
            set({ flags: unknownFlags, areFlagsFinal: true });
          },
        );
        // Wait only for a limited time. A late answer is still used.
        await Promise.race([answered, env.delay(flagsMs)]);
        if (get().flags === null) set({ flags: unknownFlags });
      },
      setReach(reach) {
        set({ reach });
      },
    };
  });
}

/** Throws if the server does not answer with flags. */
async function askForFlags(env: Pick<Environment, "fetch">, relay: string): Promise<ServerFlags> {
  const signal = AbortSignal.timeout(flagsEndMs);
  const response = await env.fetch(`${relay}/config`, { method: "POST", body: null, signal });
  if (!response.ok) throw new Error(`The configuration route answered ${response.status}.`);
  const flags = readServerFlags(await response.json());
  if (!flags) throw new Error("The configuration route did not answer with an object.");
  return flags;
}

export const useAccess = createAccess({ env: browserEnvironment });

/** Whether the user may use the server or has own keys. */
export function isAuthorized(access: Pick<AccessStore, "flags" | "reach"> & AccessSettings): boolean {
  if (access.flags && !access.flags.needCode) return true;
  return (
    access.accessCode.trim() !== "" ||
    providersOf(access).some((provider) => hasOwnCredentials(provider, access, access.reach))
  );
}

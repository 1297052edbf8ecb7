import * as v from "valibot";
import { create } from "zustand";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { type CustomEndpoint, endpointIdPrefix } from "@/lib/providers/custom-endpoint";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import {
  type AccessSettings,
  readAccessSettings,
  siteHost,
  withAccessValue,
  withEndpoint,
  withEndpoints,
  withSiteHosts,
} from "@/lib/settings/access-settings";
import { hasOwnCredentials, type Reach } from "@/lib/settings/connect";
import { type ServerFlags, serverFlagsSchema, serverlessFlags } from "@/lib/settings/server-flags";

/** How long the app waits for the server's flags, in milliseconds: nothing is sent before they are known. */
const flagsMs = 5000;

/** After this time, in milliseconds, no answer is expected any more. */
const flagsEndMs = 60_000;

interface AccessStore extends AccessSettings {
  /** What the server says of itself; none before it has answered. */
  readonly flags: ServerFlags | null;
  /** True once the server has said what it allows, or will not say it: until then what it may forbid waits. */
  readonly areFlagsFinal: boolean;
  readonly reach: Reach;
  hydrate(stored: unknown): void;
  setAccessCode(code: string): void;
  setUseCustomConfig(isUsed: boolean): void;
  setValue(provider: Provider, field: string, value: string): void;
  /** Sets credentials as a whole, such as those that were there before. */
  putBack(former: Partial<AccessSettings>): void;
  /** Adds a server of the user's own under a name that is free; returns it. */
  addEndpoint(name: string): CustomEndpoint;
  /** Changes the name or the models of an endpoint. */
  changeEndpoint(endpoint: CustomEndpoint): void;
  /**
   * Asks the server for its flags, once a page load. A failure is only logged, and the app goes on as if the
   * server needed an access code.
   */
  fetchFlags(): Promise<void>;
  setReach(reach: Reach): void;
}

/** The providers that the product knows by itself. */
export const builtInProviders: readonly Provider[] = Object.values(providers);

let known: { endpoints: readonly CustomEndpoint[]; providers: readonly Provider[] } | undefined;

/** Returns all providers, the user's own endpoints last; the same list as long as those are the same. */
export function providersOf({ endpoints }: Pick<AccessSettings, "endpoints">): readonly Provider[] {
  if (known?.endpoints !== endpoints) known = { endpoints, providers: withEndpoints(builtInProviders, endpoints) };
  return known.providers;
}

/** Makes the store of credentials and of what the server allows (`access-control`). */
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
        // Keys that a later look at a NextChat brings come after the flags.
        const { upstreamHosts } = get().reach;
        if (upstreamHosts) bindSiteKeys(upstreamHosts);
      },
      setAccessCode(code) {
        // As typed: a code of two words has a blank at its end before the second.
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
      addEndpoint(name) {
        const id = endpointIdPrefix + env.newId();
        const endpoint = { id, name: name.trim(), boundName: id, models: [] };
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
            console.warn("The server's configuration could not be read.", error);
            set({ flags: unknownFlags(), areFlagsFinal: true });
          },
        );
        // A slow server holds nobody up, and its answer counts all the same when it comes.
        await Promise.race([answered, env.delay(flagsMs)]);
        if (get().flags === null) set({ flags: unknownFlags() });
      },
      setReach(reach) {
        set({ reach });
      },
    };
  });
}

/** Throws when the server does not answer, or not with flags. */
async function askForFlags(env: Pick<Environment, "fetch">, relay: string): Promise<ServerFlags> {
  const signal = AbortSignal.timeout(flagsEndMs);
  const response = await env.fetch(`${relay}/config`, { method: "POST", body: null, signal });
  if (!response.ok) throw new Error(`The configuration route answered ${response.status}.`);
  return v.parse(serverFlagsSchema, await response.json());
}

/** What holds while the server has not spoken: whether links are allowed is not known, so they are not. */
function unknownFlags(): ServerFlags {
  return { ...v.parse(serverFlagsSchema, {}), disableFastLink: true };
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

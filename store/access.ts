import * as v from "valibot";
import { create } from "zustand";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { type AccessSettings, readAccessSettings, withAccessValue } from "@/lib/settings/access-settings";
import { hasOwnCredentials, type Reach } from "@/lib/settings/connect";
import { type ServerFlags, serverFlagsSchema, serverlessFlags } from "@/lib/settings/server-flags";

/** How long the server's flags may take, in milliseconds: nothing is sent before they are known. */
const flagsMs = 5000;

interface AccessStore extends AccessSettings {
  /** What the server says of itself; none before it has answered. */
  readonly flags: ServerFlags | null;
  readonly reach: Reach;
  hydrate(stored: unknown): void;
  setAccessCode(code: string): void;
  setUseCustomConfig(isUsed: boolean): void;
  setValue(provider: Provider, field: string, value: string): void;
  /**
   * Asks the server for its flags, once a page load. A failure is only logged, and the app goes on as if the
   * server needed an access code.
   */
  fetchFlags(): Promise<void>;
  setReach(reach: Reach): void;
}

export const allProviders: readonly Provider[] = Object.values(providers);

/** Makes the store of credentials and of what the server allows (`access-control`). */
export function createAccess({ env }: { env: Pick<Environment, "now" | "fetch"> }) {
  return create<AccessStore>()((set, get) => {
    const change = (patch: Partial<AccessSettings>) => set({ ...patch, lastUpdateTime: env.now() });
    return {
      ...readAccessSettings(allProviders, undefined),
      flags: null,
      reach: {},
      hydrate(stored) {
        set(readAccessSettings(allProviders, stored));
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
      async fetchFlags() {
        const { relay } = get().reach;
        if (relay === undefined) return set({ flags: serverlessFlags });
        try {
          const signal = AbortSignal.timeout(flagsMs);
          const response = await env.fetch(`${relay}/config`, { method: "POST", body: null, signal });
          if (!response.ok) throw new Error(`The configuration route answered ${response.status}.`);
          const flags = v.parse(serverFlagsSchema, await response.json());
          set(({ reach }) => ({ flags, reach: { ...reach, refusesOwnKeys: flags.hideUserApiKey } }));
        } catch (error) {
          console.warn("The server's configuration could not be read.", error);
          set({ flags: v.parse(serverFlagsSchema, {}) });
        }
      },
      setReach(reach) {
        set({ reach });
      },
    };
  });
}

export const useAccess = createAccess({ env: browserEnvironment });

/** Tells whether the person may use the server or has own keys (§2.3.4). */
export function isAuthorized(access: Pick<AccessStore, "flags" | "reach"> & AccessSettings): boolean {
  if (access.flags && !access.flags.needCode) return true;
  return (
    access.accessCode.trim() !== "" ||
    allProviders.some((provider) => hasOwnCredentials(provider, access, access.reach))
  );
}

import { create } from "zustand";
import type { Environment } from "@/lib/environment";
import { toAppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { type AdminCall, type AdminRequest, type AdminResponse, callAdmin } from "@/store/admin/admin-api";
import { useAccess } from "@/store/settings/access";

interface AdminStore {
  /** Token of the session. It is only in the memory of this tab, so a reload ends the session. */
  readonly token: string | undefined;
  /** Whether a session has ended, so that the form says why it is shown. */
  readonly hasEnded: boolean;
  /** Exchanges the secret for a session. Throws AppError. */
  signIn(secret: string): Promise<void>;
  signOut(): void;
  /** Counts changes of revoked codes, after which usage is read again. */
  readonly changes: number;
  changed(): void;
  /** Calls a route of the administrator. Throws AppError; `auth` ends the session. */
  call<Name extends AdminCall>(
    name: Name,
    request?: Pick<AdminRequest, "body" | "query">,
  ): Promise<AdminResponse<Name>>;
}

/** Creates the store of the administrator's session. */
export function createAdmin({ env, relay }: { env: Pick<Environment, "fetch">; relay: () => string }) {
  return create<AdminStore>()((set, get) => ({
    token: undefined,
    hasEnded: false,
    changes: 0,
    changed() {
      set({ changes: get().changes + 1 });
    },
    async signIn(secret) {
      const { token } = await callAdmin("session", { relay: relay(), body: { secret } }, env);
      set({ token, hasEnded: false });
    },
    signOut() {
      set({ token: undefined, hasEnded: false });
    },
    async call(name, request = {}) {
      try {
        return await callAdmin(name, { ...request, relay: relay(), token: get().token }, env);
      } catch (thrown) {
        const error = toAppError(thrown);
        if (error.code === "auth") set({ token: undefined, hasEnded: true });
        throw error;
      }
    },
  }));
}

export const useAdmin = createAdmin({
  env: browserEnvironment,
  relay: () => useAccess.getState().reach.relay ?? "/api",
});

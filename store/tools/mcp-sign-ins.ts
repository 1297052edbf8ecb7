import { create } from "zustand";
import { isRecord } from "@/lib/json";
import { catalogue } from "@/lib/storage/catalogue";
import * as z from "@/lib/zod";
import { documentStore } from "@/store/records/document-store";

const recordSchema = z.catch(z.optional(z.record(z.string(), z.unknown())), undefined);

const signInSchema = z.object({
  /** The tokens in the format of OAuth. */
  tokens: recordSchema,
  /** The registration of this app at the authorization server. */
  client: recordSchema,
  /** The PKCE verifier of a sign-in in progress. */
  verifier: z.catch(z.string(), ""),
});
/** A sign-in at one server; never sent to another server (docs/security.md#t96). */
export type McpSignIn = z.output<typeof signInSchema>;

interface SignInsStore {
  /** By the address of the server. */
  readonly signIns: Readonly<Record<string, McpSignIn>>;
  hydrate(stored: unknown): void;
  set(url: string, patch: Partial<McpSignIn>): void;
  forget(url: string): void;
}

const none: McpSignIn = { tokens: undefined, client: undefined, verifier: "" };

const store = create<SignInsStore>()((set, get) => ({
  signIns: {},
  hydrate(stored) {
    const byUrl = isRecord(stored) && isRecord(stored.signIns) ? Object.entries(stored.signIns) : [];
    const read = byUrl.flatMap(([url, signIn]) => {
      const { success, data } = z.safeParse(signInSchema, signIn);
      return success ? [[url, data] as const] : [];
    });
    set({ signIns: Object.fromEntries(read) });
  },
  set(url, patch) {
    const { signIns } = get();
    set({ signIns: { ...signIns, [url]: { ...(signIns[url] ?? none), ...patch } } });
  },
  forget(url) {
    const { [url]: _, ...others } = get().signIns;
    set({ signIns: others });
  },
}));

export const useMcpSignIns = documentStore(store, catalogue.mcpSignIns, ({ signIns }) => ({ signIns }));

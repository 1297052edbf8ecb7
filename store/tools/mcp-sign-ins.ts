import * as v from "valibot";
import { create } from "zustand";
import { isRecord } from "@/lib/fields/fields";
import { catalogue } from "@/lib/storage/catalogue";
import { documentStore } from "@/store/records/document-store";

const recordSchema = v.fallback(v.optional(v.record(v.string(), v.unknown())), undefined);

const signInSchema = v.object({
  /** What the authorisation server gave; the shapes are OAuth's. */
  tokens: recordSchema,
  /** How this app is registered there. */
  client: recordSchema,
  /** The secret of a sign-in that is under way (PKCE). */
  verifier: v.fallback(v.string(), ""),
});
/** A sign-in at one server; never sent to another (T9.6). */
export type McpSignIn = v.InferOutput<typeof signInSchema>;

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
      const { success, output } = v.safeParse(signInSchema, signIn);
      return success ? [[url, output] as const] : [];
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

import { create } from "zustand";
import { type BuiltinMask, readBuiltinMasks } from "@/lib/chat/builtin-masks";
import { emptyMask, type Mask } from "@/lib/chat/mask";
import { type MaskList, newestFirst, readMaskList, storedMaskList } from "@/lib/chat/mask-list";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { Environment } from "@/lib/environment";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { catalogue } from "@/lib/storage/catalogue";
import { brandFile } from "@/store/library/brand-file";
import { largeDocument } from "@/store/records/large-document";

interface MasksState extends MaskList {
  readonly builtin: readonly BuiltinMask[];
  /** Built-in masks are asked for when they are first needed, and again after a failure. */
  readonly builtinState: "unread" | "loading" | "ready" | "failed";
}

interface MasksActions {
  hydrate(stored: unknown): void;
  /** Adds an empty mask. Returns its id. */
  create(defaults: { readonly modelConfig: ModelSettings; readonly lang: string }): string;
  /** Adds copies of masks under ids of their own, the first one on top. Returns the ids. */
  add(masks: readonly Mask[]): readonly string[];
  change(id: string, patch: Partial<Mask>): void;
  /** Deletes a mask; returns the function that brings it back. */
  remove(id: string): () => void;
  /** Chooses the language by which the lists are filtered, or `allLanguages`. */
  setLanguage(language: string): void;
  /** Fetches the built-in masks, unless they are there. Where it fails there are none. */
  fetchBuiltin(): Promise<void>;
}

type MasksStore = MasksState & MasksActions;

/** Makes the store of masks (`mask-store`): the user's own, and those that come with the app. */
export function createMasks({ env, path }: { env: Pick<Environment, "now" | "newId" | "fetch">; path: string }) {
  return create<MasksStore>()((set, get) => {
    const put = (change: Partial<MaskList>) => set({ ...change, lastUpdateTime: env.now() });

    function restore(mask: Mask) {
      const { [mask.id]: _deleted, ...deleted } = get().deleted;
      put({ own: newestFirst([...get().own.filter(({ id }) => id !== mask.id), mask]), deleted });
    }

    return {
      ...readMaskList(undefined),
      builtin: [],
      builtinState: "unread",
      hydrate(stored) {
        set(readMaskList(stored));
      },
      create({ modelConfig, lang }) {
        const mask = emptyMask({ id: env.newId(), now: env.now(), lang, modelConfig });
        put({ own: newestFirst([...get().own, mask]) });
        return mask.id;
      },
      add(masks) {
        const now = env.now();
        const added = masks.map((mask, place) => ({
          ...mask,
          id: env.newId(),
          builtin: false,
          // They keep their order: a list is the newest first.
          createdAt: now + masks.length - 1 - place,
        }));
        put({ own: newestFirst([...get().own, ...added]) });
        return added.map(({ id }) => id);
      },
      change(id, patch) {
        put({ own: get().own.map((mask) => (mask.id === id ? { ...mask, ...patch } : mask)) });
      },
      remove(id) {
        const removed = get().own.find((mask) => mask.id === id);
        if (!removed) return () => {};
        put({ own: get().own.filter((mask) => mask !== removed), deleted: { ...get().deleted, [id]: env.now() } });
        return () => restore(removed);
      },
      setLanguage(language) {
        put({ language });
      },
      async fetchBuiltin() {
        if (get().builtinState === "loading" || get().builtinState === "ready") return;
        set({ builtinState: "loading" });
        try {
          const file = await brandFile(env, brand.masks, { path, name: "masks.json" });
          set({ builtin: readBuiltinMasks(file), builtinState: "ready" });
        } catch (error) {
          console.warn("The built-in masks could not be fetched.", error);
          set({ builtinState: "failed" });
        }
      },
    };
  });
}

export const useMasks = createMasks({ env: browserEnvironment, path: basePath });

/** Reads the stored masks on the first call, and writes changes from then on. Resolves once they are read. */
export const openMasks = largeDocument(useMasks, {
  entry: catalogue.masks,
  load: useMasks.getState().hydrate,
  save: storedMaskList,
});

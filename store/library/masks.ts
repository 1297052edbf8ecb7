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
import { type BuiltinList, builtinList } from "@/store/base/builtin-list";
import { removeWithUndo } from "@/store/base/remove-with-undo";
import { brandFile } from "@/store/library/brand-file";
import { documentStore } from "@/store/records/document-store";

interface MasksStore extends MaskList, BuiltinList<readonly BuiltinMask[]> {
  hydrate(stored: unknown): void;
  /** Adds an empty mask. Returns its id. */
  create(defaults: { readonly modelConfig: ModelSettings; readonly lang: string }): string;
  /** Adds copies of masks with new ids, the first one on top. Returns the ids. */
  add(masks: readonly Mask[]): readonly string[];
  change(id: string, patch: Partial<Mask>): void;
  /** Deletes a mask. Returns the function that restores it. */
  remove(id: string): () => void;
  /** Sets the language by which the lists are filtered, or `allLanguages`. */
  setLanguage(language: string): void;
}

/** Creates the store of masks: the user's own, and those shipped with the app. */
export function createMasks({ env, path }: { env: Pick<Environment, "now" | "newId" | "fetch">; path: string }) {
  return create<MasksStore>()((set, get) => {
    const put = (change: Partial<MaskList>) => set({ ...change, lastUpdateTime: env.now() });

    function restore(mask: Mask) {
      const { [mask.id]: _deleted, ...deleted } = get().deleted;
      put({ own: newestFirst([...get().own.filter(({ id }) => id !== mask.id), mask]), deleted });
    }

    return {
      ...readMaskList(undefined),
      ...builtinList<readonly BuiltinMask[]>(set, get, {
        name: "masks",
        empty: [],
        fetch: async () => readBuiltinMasks(await brandFile(env, brand.masks, { path, name: "masks.json" })),
      }),
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
          // Descending times preserve the order, because the list is sorted newest first.
          createdAt: now + masks.length - 1 - place,
        }));
        put({ own: newestFirst([...get().own, ...added]) });
        return added.map(({ id }) => id);
      },
      change(id, patch) {
        put({ own: get().own.map((mask) => (mask.id === id ? { ...mask, ...patch } : mask)) });
      },
      remove(id) {
        return removeWithUndo(get().own, id, {
          store: (own) => put({ own, deleted: { ...get().deleted, [id]: env.now() } }),
          restore,
        });
      },
      setLanguage(language) {
        put({ language });
      },
    };
  });
}

export const useMasks = documentStore(
  createMasks({ env: browserEnvironment, path: basePath }),
  catalogue.masks,
  storedMaskList,
);

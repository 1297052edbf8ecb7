import { create } from "zustand";
import type { Environment } from "@/lib/environment";
import { type AppError, notSupported, toAppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { Provider } from "@/lib/providers/provider";
import { connect, isSentByRelay } from "@/lib/settings/connect";
import { useAccess } from "@/store/settings/access";
import { useModels } from "@/store/settings/models";

/** The last download of a server. */
export type ModelDownload = { readonly model: string } & (
  | {
      readonly state: "running";
      /** Bytes so far, and of all files that have begun; both 0 at first. */
      readonly completed: number;
      readonly total: number;
    }
  | { readonly state: "done" }
  | { readonly state: "failed"; readonly error: AppError }
);

interface ModelDownloadsStore {
  /** By provider id. A download continues while another screen is shown. */
  readonly downloads: Readonly<Record<string, ModelDownload>>;
  /**
   * Makes the user's Ollama download a model, then reads its model list anew. Ignored while a download of the server is
   * running. Never rejects.
   */
  start(provider: Provider, model: string): Promise<void>;
  /** Ends the download of a server. */
  cancel(providerId: string): void;
}

interface Dependencies {
  readonly env: Pick<Environment, "fetch" | "now" | "delay">;
  readonly fetchModels: (provider: Provider) => Promise<unknown>;
}

/** Creates the store of downloads of models. */
export function createModelDownloads({ env, fetchModels }: Dependencies) {
  const running = new Map<string, AbortController>();

  return create<ModelDownloadsStore>()((set, get) => {
    function put(id: string, download: ModelDownload) {
      set({ downloads: { ...get().downloads, [id]: download } });
    }
    async function run(provider: Provider, model: string, signal: AbortSignal): Promise<void> {
      const access = useAccess.getState();
      // The relay forwards no such call. Without this check, it would see the request.
      if (!provider.hasOllamaApi || isSentByRelay(provider, access, access.reach)) throw notSupported();
      const [{ pullModel }, { pulledBytes }] = await Promise.all([
        import("@/lib/engine/pull-model"),
        import("@/lib/providers/codecs/ollama-pull"),
      ]);
      const connection = connect(provider, access, access.reach);
      for await (const progress of pullModel(model, { connection, env, signal })) {
        put(provider.id, { model, state: "running", ...pulledBytes(progress) });
      }
    }
    return {
      downloads: {},
      async start(provider, model) {
        const { id } = provider;
        if (running.has(id)) return;
        const { signal } = setUp(id);
        put(id, { model, state: "running", completed: 0, total: 0 });
        try {
          await run(provider, model, signal);
          if (signal.aborted) return set({ downloads: without(get().downloads, id) });
          // The list may fail, but the model is there.
          await fetchModels(provider).catch(() => undefined);
          put(id, { model, state: "done" });
        } catch (thrown) {
          put(id, { model, state: "failed", error: toAppError(thrown) });
        } finally {
          running.delete(id);
        }
      },
      cancel(providerId) {
        running.get(providerId)?.abort();
      },
    };
  });

  function setUp(id: string): AbortController {
    const controller = new AbortController();
    running.set(id, controller);
    return controller;
  }
}

function without<T>(record: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));
}

export const useModelDownloads = createModelDownloads({
  env: browserEnvironment,
  fetchModels: (provider) => useModels.getState().fetchModels(provider),
});

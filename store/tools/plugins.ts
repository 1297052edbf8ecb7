import * as v from "valibot";
import { create } from "zustand";
import type { ChatSession } from "@/lib/chat/session";
import type { Tool } from "@/lib/chat/tool";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { providers } from "@/lib/providers/registry";
import { type AccessSettings, hostOf } from "@/lib/settings/access-settings";
import { codeHeaders, connect, hasOwnCredentials, isKeyOfSite, type Reach } from "@/lib/settings/connect";
import { catalogue } from "@/lib/storage/catalogue";
import { emptyPlugin, type Plugin, readPlugins } from "@/lib/tools/plugin";
import { pluginTools } from "@/lib/tools/plugin-tools";
import { createSendPluginCall, type PluginRelay } from "@/lib/tools/send-plugin-call";
import { largeDocument } from "@/store/records/large-document";
import { useAccess } from "@/store/settings/access";

interface PluginsState {
  /** The user's own, and what was set of built-in ones; newest first. */
  readonly own: readonly Plugin[];
  /** Those that come with the app, as they came. */
  readonly builtin: readonly Plugin[];
  /** Built-in plugins are asked for when they are first needed, and again after a failure. */
  readonly builtinState: "unread" | "loading" | "ready" | "failed";
  readonly lastUpdateTime: number;
}

interface PluginsStore extends PluginsState {
  hydrate(stored: unknown): void;
  /** Adds a plugin of which nothing is written yet, or changes one; of a built-in one only what may be set is kept. */
  put(plugin: Plugin): void;
  /** Returns a plugin that is not stored yet. */
  draft(): Plugin;
  /** Deletes a plugin; returns the function that brings it back. */
  remove(id: string): () => void;
  /** Fetches the built-in plugins, unless they are there. Where it fails there are none. */
  fetchBuiltin(): Promise<void>;
}

const entriesSchema = v.array(v.object({ id: v.string(), name: v.string(), schema: v.string() }));

/** Makes the store of plugins (`chat-next-web-plugin`): the user's own, and those that come with the app. */
export function createPlugins({ env, path }: { env: Pick<Environment, "now" | "newId" | "fetch">; path: string }) {
  return create<PluginsStore>()((set, get) => {
    const keep = (own: readonly Plugin[]) => set({ own, lastUpdateTime: env.now() });

    async function fetched(address: string): Promise<Response> {
      const response = await env.fetch(address);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return response;
    }

    return {
      own: [],
      builtin: [],
      builtinState: "unread",
      lastUpdateTime: 0,
      hydrate(stored) {
        set({ own: readPlugins(stored) });
      },
      draft: () => emptyPlugin({ id: env.newId(), now: env.now() }),
      put(plugin) {
        const others = get().own.filter(({ id }) => id !== plugin.id);
        keep([...others, plugin].toSorted((one, other) => other.createdAt - one.createdAt));
      },
      remove(id) {
        const removed = get().own.find((plugin) => plugin.id === id);
        if (!removed) return () => {};
        keep(get().own.filter((plugin) => plugin !== removed));
        return () => get().put(removed);
      },
      async fetchBuiltin() {
        const { builtinState } = get();
        if (builtinState === "loading" || builtinState === "ready") return;
        set({ builtinState: "loading" });
        try {
          const list = v.parse(entriesSchema, await (await fetched(`${path}/plugins.json`)).json());
          const builtin = await Promise.all(
            list.map(async ({ id, name, schema }): Promise<Plugin> => {
              const content = await (await fetched(schema.startsWith("/") ? path + schema : schema)).text();
              return { ...emptyPlugin({ id, now: 0 }), title: name, content, builtin: true };
            }),
          );
          set({ builtin, builtinState: "ready" });
        } catch (error) {
          console.warn("The built-in plugins could not be fetched.", error);
          set({ builtinState: "failed" });
        }
      },
    };
  });
}

/** Returns all plugins, own ones first; of a built-in one the document that comes with the app counts. */
export function allPlugins({ own, builtin }: Pick<PluginsState, "own" | "builtin">): Plugin[] {
  const set = new Map(own.map((plugin) => [plugin.id, plugin]));
  const known = new Set(builtin.map(({ id }) => id));
  return [
    // A built-in plugin of another product is one like any other here.
    ...own.flatMap((plugin) => (known.has(plugin.id) ? [] : [{ ...plugin, builtin: false }])),
    ...builtin.map((plugin) => {
      const { title, content } = plugin;
      return { ...plugin, ...set.get(plugin.id), title, content, builtin: true };
    }),
  ];
}

export const usePlugins = createPlugins({ env: browserEnvironment, path: basePath });

/** Reads the stored plugins on the first call, and writes changes from then on. Resolves once they are read. */
export const openPlugins = largeDocument(usePlugins, {
  entry: catalogue.plugins,
  load: usePlugins.getState().hydrate,
  save: ({ own, lastUpdateTime }) => ({
    plugins: Object.fromEntries(own.map((plugin) => [plugin.id, plugin])),
    lastUpdateTime,
  }),
});

/** Returns our own relay for plugins; nothing in a build without a server. */
export function pluginRelay(): PluginRelay | undefined {
  const { reach, accessCode } = useAccess.getState();
  if (reach.relay === undefined) return undefined;
  return { url: `${reach.relay}/proxy`, headers: codeHeaders({ accessCode }, true) };
}

const send = createSendPluginCall({ env: browserEnvironment, relay: pluginRelay });

/** Returns the tools of the plugins that a chat has chosen. */
export async function toolsOfPlugins({ mask }: Pick<ChatSession, "mask">): Promise<Tool[]> {
  if (mask.plugin.length === 0) return [];
  await openPlugins();
  await usePlugins.getState().fetchBuiltin();
  const chosen = allPlugins(usePlugins.getState()).filter(({ id }) => mask.plugin.includes(id));
  const { getState } = useAccess;
  return (await Promise.all(chosen.map((plugin) => pluginTools(withOwnKey(plugin, getState()), send)))).flat();
}

/**
 * The plugin that draws with OpenAI takes the user's own key where it has none. The key is one for the host it
 * was entered for, and goes to no other.
 */
export function withOwnKey(plugin: Plugin, access: AccessSettings & { readonly reach: Reach }): Plugin {
  if (plugin.id !== "dalle3" || plugin.authToken !== "") return plugin;
  if (!hasOwnCredentials(providers.openai, access, access.reach)) return plugin;
  if (isKeyOfSite(providers.openai, access, access.reach)) return plugin;
  const { baseUrl, headers } = connect(providers.openai, access, {});
  const authToken = (headers.authorization ?? headers.Authorization ?? "").replace(/^Bearer /, "");
  return { ...plugin, authType: "bearer", authToken, authHost: hostOf(baseUrl) ?? "" };
}

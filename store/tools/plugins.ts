import { create } from "zustand";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { providers } from "@/lib/providers/registry";
import { type AccessSettings, hostOf } from "@/lib/settings/access-settings";
import { codeHeaders, connect, isKeyOfSite } from "@/lib/settings/connect";
import { hasOwnCredentials, type Reach } from "@/lib/settings/credentials";
import { catalogue } from "@/lib/storage/catalogue";
import { isToolkitChoice } from "@/lib/tools/app/app-tool";
import { emptyPlugin, type Plugin, readPlugins } from "@/lib/tools/plugin";
import { pluginTools } from "@/lib/tools/plugin-tools";
import { createSendPluginCall, type PluginRelay } from "@/lib/tools/send-plugin-call";
import * as z from "@/lib/zod";
import { type BuiltinList, builtinList } from "@/store/base/builtin-list";
import { removeWithUndo } from "@/store/base/remove-with-undo";
import { documentStore } from "@/store/records/document-store";
import { useAccess } from "@/store/settings/access";
import { isMcpChoice } from "@/store/tools/mcp-choice";
import type { ToolChoice, ToolOffer } from "@/store/tools/tool-offer";

interface PluginsStore extends BuiltinList<readonly Plugin[]> {
  /** The user's own plugins, and the settings of built-in ones, newest first. */
  readonly own: readonly Plugin[];
  readonly lastUpdateTime: number;
  hydrate(stored: unknown): void;
  /** Adds or changes a plugin; of a built-in one only its settings are stored. */
  put(plugin: Plugin): void;
  /** Returns a new plugin without storing it. */
  draft(): Plugin;
  /** Deletes a plugin. Returns the function that restores it. */
  remove(id: string): () => void;
}

const entriesSchema = z.array(z.object({ id: z.string(), name: z.string(), schema: z.string() }));

/** Creates the store of plugins (`chat-next-web-plugin`): the user's own, and those shipped with the app. */
export function createPlugins({ env, path }: { env: Pick<Environment, "now" | "newId" | "fetch">; path: string }) {
  return create<PluginsStore>()((set, get) => {
    const keep = (own: readonly Plugin[]) => set({ own, lastUpdateTime: env.now() });

    async function fetched(address: string): Promise<Response> {
      const response = await env.fetch(address);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return response;
    }

    async function fetchBuiltinPlugins(): Promise<readonly Plugin[]> {
      const list = z.parse(entriesSchema, await (await fetched(`${path}/plugins.json`)).json());
      return Promise.all(
        list.map(async ({ id, name, schema }): Promise<Plugin> => {
          const content = await (await fetched(schema.startsWith("/") ? path + schema : schema)).text();
          return { ...emptyPlugin({ id, now: 0 }), title: name, content, builtin: true };
        }),
      );
    }

    return {
      own: [],
      ...builtinList(set, get, { name: "plugins", empty: [], fetch: fetchBuiltinPlugins }),
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
        return removeWithUndo(get().own, id, { store: keep, restore: get().put });
      },
    };
  });
}

/** Returns all plugins, the user's own first. The document of a built-in plugin comes from the app. */
export function allPlugins({ own, builtin }: Pick<PluginsStore, "own" | "builtin">): Plugin[] {
  const set = new Map(own.map((plugin) => [plugin.id, plugin]));
  const known = new Set(builtin.map(({ id }) => id));
  return [
    // A built-in plugin of another product is treated as the user's own.
    ...own.flatMap((plugin) => (known.has(plugin.id) ? [] : [{ ...plugin, builtin: false }])),
    ...builtin.map((plugin) => {
      const { title, content } = plugin;
      return { ...plugin, ...set.get(plugin.id), title, content, builtin: true };
    }),
  ];
}

export const usePlugins = documentStore(
  createPlugins({ env: browserEnvironment, path: basePath }),
  catalogue.plugins,
  ({ own, lastUpdateTime }) => ({
    plugins: Object.fromEntries(own.map((plugin) => [plugin.id, plugin])),
    lastUpdateTime,
  }),
);

/** Returns our relay for plugins, or undefined in a build without a server. */
export function pluginRelay(): PluginRelay | undefined {
  const { reach, accessCode } = useAccess.getState();
  if (reach.relay === undefined) return undefined;
  return { url: `${reach.relay}/proxy`, headers: codeHeaders({ accessCode }, true) };
}

const send = createSendPluginCall({ env: browserEnvironment, relay: pluginRelay });

/**
 * Returns the tools of the plugins that a chat has chosen, and the names of plugins without tools: their documents are
 * invalid, or the built-in plugins could not be loaded.
 */
export async function toolsOfPlugins({ mask }: ToolChoice): Promise<ToolOffer> {
  const ids = mask.plugin.filter((choice) => !isMcpChoice(choice) && !isToolkitChoice(choice));
  if (ids.length === 0) return { tools: [], unreachable: [] };
  await usePlugins.whenRead();
  await usePlugins.getState().fetchBuiltin();
  const plugins = allPlugins(usePlugins.getState());
  const chosen = plugins.filter(({ id }) => ids.includes(id));
  const { getState } = useAccess;
  const lists = await Promise.all(chosen.map((plugin) => pluginTools(withOwnKey(plugin, getState()), send)));
  const empty = chosen.flatMap(({ id, title }, place) => (lists[place]?.length ? [] : title || id));
  const isListed = usePlugins.getState().builtinState === "ready";
  const known = new Set(plugins.map(({ id }) => id));
  // A chosen plugin that is not listed was deleted, unless the list could not be loaded.
  const unlisted = isListed ? [] : ids.filter((id) => !known.has(id));
  return { tools: lists.flat(), unreachable: [...empty, ...unlisted] };
}

/**
 * Adds the user's OpenAI key to the OpenAI image plugin if that has none. The key is bound to the host it was entered
 * for, and is sent to no other.
 */
export function withOwnKey(plugin: Plugin, access: AccessSettings & { readonly reach: Reach }): Plugin {
  if (plugin.id !== "dalle3" || plugin.authToken !== "") return plugin;
  if (!hasOwnCredentials(providers.openai, access, access.reach)) return plugin;
  if (isKeyOfSite(providers.openai, access, access.reach)) return plugin;
  const { baseUrl, headers } = connect(providers.openai, access, {});
  const authToken = (headers.authorization ?? headers.Authorization ?? "").replace(/^Bearer /, "");
  return { ...plugin, authType: "bearer", authToken, authHost: hostOf(baseUrl) ?? "" };
}

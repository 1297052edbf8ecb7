import { useTranslations } from "use-intl";
import { type BuiltinPluginId, builtinPluginTitled, builtinToolName, type NamedTool } from "@/lib/tools/builtin-tools";
import type { Plugin } from "@/lib/tools/plugin";

/** The built-in plugins whose titles are common words. The others are names of services. */
const translatedPlugins = ["weather", "places", "currency"] as const;
type TranslatedPlugin = (typeof translatedPlugins)[number];

const isTranslated = (id: BuiltinPluginId | undefined): id is TranslatedPlugin =>
  (translatedPlugins as readonly (string | undefined)[]).includes(id);

/**
 * Returns functions for the names of plugins and tools on the screen. Built-in ones have a name in the user's language;
 * models get the English one.
 */
export function useToolNames() {
  const t = useTranslations("builtinTools");

  /** Returns the name of a plugin with this title. */
  function titleName(title: string): string {
    const id = builtinPluginTitled(title);
    return isTranslated(id) ? t(`name_${id}`) : title;
  }

  /** Returns the name of a tool. */
  function toolName(tool: NamedTool): string {
    const name = builtinToolName(tool);
    return name ? t(`tool_${name}`) : tool.ownName;
  }

  return {
    titleName,
    toolName,
    /** Returns the name of a plugin; empty if it has no title. */
    pluginName: ({ title, builtin }: Plugin) => (builtin ? titleName(title) : title),
    /** Returns the description of a built-in plugin; undefined for other plugins. */
    pluginDescription({ title, builtin }: Plugin): string | undefined {
      const id = builtin ? builtinPluginTitled(title) : undefined;
      return id && t(`about_${id}`);
    },
    /** Returns the name of a tool's source. */
    sourceName: (tool: NamedTool) => (builtinToolName(tool) ? titleName(tool.source ?? "") : (tool.source ?? "")),
  };
}

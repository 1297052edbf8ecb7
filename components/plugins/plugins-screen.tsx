"use client";
import { Suspense } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { useScreenTitle } from "@/components/shell/use-screen-title";

const PluginList = lazyGroup(async () => {
  const [{ PluginList }, { parseDocument }, { allPlugins, usePlugins }] = await Promise.all([
    import("./plugin-list"),
    import("./use-document"),
    import("@/store/tools/plugins"),
  ]);
  await Promise.all([usePlugins.whenRead(), usePlugins.getState().fetchBuiltin()]);
  // The height of a row depends on its document. Rows that grew later would move the list.
  await Promise.all(allPlugins(usePlugins.getState()).map(({ content }) => parseDocument(content)));
  return { PluginList };
}).component("PluginList");

/** The user's plugins and those shipped with the app. */
export function PluginsScreen() {
  useScreenTitle("plugins.title");
  return (
    <Suspense>
      <PluginList />
    </Suspense>
  );
}

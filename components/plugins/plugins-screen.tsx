"use client";
import { Suspense } from "react";
import { lazyGroup } from "@/components/lazy-group";

const PluginList = lazyGroup(async () => {
  const [{ PluginList }, { usePlugins }] = await Promise.all([
    import("./plugin-list"),
    import("@/store/tools/plugins"),
  ]);
  await usePlugins.whenRead();
  return { PluginList };
}).component("PluginList");

/** The user's plugins and those shipped with the app. */
export function PluginsScreen() {
  return (
    <Suspense>
      <PluginList />
    </Suspense>
  );
}

"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const PluginList = lazyWithWords(async () => {
  const [{ PluginList }, { usePlugins }] = await Promise.all([
    import("./plugin-list"),
    import("@/store/tools/plugins"),
  ]);
  await usePlugins.whenRead();
  return PluginList;
});

/** The user's plugins and those shipped with the app. */
export function PluginsScreen() {
  return (
    <Suspense>
      <PluginList />
    </Suspense>
  );
}

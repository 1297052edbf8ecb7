"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const PluginList = lazyWithWords(async () => (await import("./plugin-list")).PluginList);

/** The plugins of the person and those that come with the app. */
export function PluginsScreen() {
  return (
    <Suspense>
      <PluginList />
    </Suspense>
  );
}

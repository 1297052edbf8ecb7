"use client";
import { Suspense } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { useScreenTitle } from "@/components/shell/use-screen-title";

const MaskList = lazyGroup(async () => {
  const [{ MaskList }, { useMasks }] = await Promise.all([import("./mask-list"), import("@/store/library/masks")]);
  await useMasks.whenRead();
  return { MaskList };
}).component("MaskList");

/** The user's masks and those shipped with the app. */
export function MasksScreen() {
  useScreenTitle("sidebarNav.masks");
  return (
    <Suspense>
      <MaskList />
    </Suspense>
  );
}

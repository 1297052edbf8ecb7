"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const MaskList = lazyWithWords(async () => {
  const [{ MaskList: List }, { openMasks }] = await Promise.all([import("./mask-list"), import("@/store/masks")]);
  openMasks();
  return List;
});

/** The masks of the person and those that come with the app. */
export function MasksScreen() {
  return (
    <Suspense>
      <MaskList />
    </Suspense>
  );
}

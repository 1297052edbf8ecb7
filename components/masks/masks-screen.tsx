"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const MaskList = lazyWithWords(async () => {
  const [{ MaskList }, { useMasks }] = await Promise.all([import("./mask-list"), import("@/store/library/masks")]);
  await useMasks.whenRead();
  return MaskList;
});

/** The user's masks and those shipped with the app. */
export function MasksScreen() {
  return (
    <Suspense>
      <MaskList />
    </Suspense>
  );
}

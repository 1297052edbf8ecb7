"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const MaskList = lazyWithWords(async () => (await import("./mask-list")).MaskList);

/** The masks of the person and those that come with the app. */
export function MasksScreen() {
  return (
    <Suspense>
      <MaskList />
    </Suspense>
  );
}

"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const MaskPicker = lazyWithWords(async () => (await import("./mask-picker")).MaskPicker);

/** The choice of a mask that a new chat starts with. */
export function NewChatScreen() {
  return (
    <Suspense>
      <MaskPicker />
    </Suspense>
  );
}

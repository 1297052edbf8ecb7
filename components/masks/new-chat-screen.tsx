"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const MaskPicker = lazyWithWords(async () => {
  const [{ MaskPicker }, { useMasks }] = await Promise.all([import("./mask-picker"), import("@/store/library/masks")]);
  await useMasks.whenRead();
  return MaskPicker;
});

/** The screen to choose a mask for a new chat. */
export function NewChatScreen() {
  return (
    <Suspense>
      <MaskPicker />
    </Suspense>
  );
}

"use client";
import { isHidden } from "@/lib/platform/brand";
import { DictationRow } from "./dictation-row";
import { ImageOptions } from "./image-options";

/** The rows between the message box and its tools: the dictation, and the options of an image model. */
export function BoxRows({ sessionId }: { readonly sessionId: string }) {
  return (
    <>
      {!isHidden("voice") && <DictationRow sessionId={sessionId} />}
      <ImageOptions sessionId={sessionId} />
    </>
  );
}

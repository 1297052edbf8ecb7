"use client";
import { type ChangeEvent, type RefObject, useEffect, useRef } from "react";
import { acceptedImages, acceptedTexts, attachFiles } from "@/store/chats/attach";
import { useVisionSupport } from "./use-vision-support";

/** A request to open a file dialog; a new object for each. */
export interface PickRequest {
  readonly source: "files" | "camera";
}

interface FilePickersProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly request: PickRequest | undefined;
}

/** The file inputs of the message box: they open on request, and attach what is chosen to the draft. */
export function FilePickers({ sessionId, box, request }: FilePickersProps) {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const vision = useVisionSupport(sessionId);

  useEffect(() => {
    if (request) (request.source === "camera" ? camera : files).current?.click();
  }, [request]);

  function attach(event: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(event.target.files ?? [])];
    // Reset the input, so that the same file can be chosen again.
    event.target.value = "";
    void attachFiles(sessionId, chosen, vision);
    box.current?.focus();
  }

  return (
    <>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={vision.supportsVision ? `${acceptedImages},${acceptedTexts}` : acceptedTexts}
        data-testid="attach-files"
        onChange={attach}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        data-testid="take-photo"
        onChange={attach}
      />
    </>
  );
}

"use client";
import { memo, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "use-intl";
import { longTextChars } from "@/lib/chat/draft";
import { attachDropped, attachTexts } from "@/store/chats/attach";
import styles from "./drop-zone.module.css";
import { useDropUnsupportedImages, useVisionSupport } from "./use-vision-support";

interface DropZoneProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

/** Attaches files, folders and long texts that are dropped or pasted anywhere in the chat. */
export const DropZone = memo(function DropZone({ sessionId, box }: DropZoneProps) {
  const t = useTranslations("attachments");
  const vision = useVisionSupport(sessionId);
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  const [isOver, setOver] = useState(false);
  useDropUnsupportedImages(sessionId);
  useEffect(() => setSheet(box.current?.closest("main") ?? null), [box]);

  /** Attaches the data. Returns whether it was used. */
  const take = useEffectEvent((data: DataTransfer | null): boolean => {
    const text = data?.getData("text/plain") ?? "";
    if (text.length > longTextChars) {
      attachTexts(sessionId, [text]);
      return true;
    }
    // Office programs add an image of the text that they put on the clipboard.
    if (text.trim() !== "") return false;
    return data !== null && attachDropped(sessionId, data, vision);
  });

  useEffect(() => {
    if (!sheet) return;
    const stop = new AbortController();
    const { signal } = stop;
    function over(event: DragEvent) {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    }
    function leave(event: DragEvent) {
      if (!(event.relatedTarget instanceof Node && sheet?.contains(event.relatedTarget))) setOver(false);
    }
    function drop(event: DragEvent) {
      setOver(false);
      // Text that is dropped outside the box is not meant for the draft.
      if (!holdsFiles(event) && event.target !== box.current) return;
      if (take(event.dataTransfer)) event.preventDefault();
    }
    function paste(event: ClipboardEvent) {
      const { target } = event;
      const isElsewhere = target instanceof Element && target.closest("dialog, input, textarea, [contenteditable]");
      if (isElsewhere && target !== box.current) return;
      if (take(event.clipboardData)) event.preventDefault();
    }
    sheet.addEventListener("dragover", over, { signal });
    sheet.addEventListener("dragleave", leave, { signal });
    sheet.addEventListener("drop", drop, { signal });
    document.addEventListener("paste", paste, { signal });
    return () => stop.abort();
  }, [sheet, box]);

  return sheet && isOver ? createPortal(<div className={styles.zone}>{t("drop")}</div>, sheet) : null;
});

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}

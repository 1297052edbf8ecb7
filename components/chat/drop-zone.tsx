"use client";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "use-intl";
import { longTextChars } from "@/lib/chat/draft";
import { toAppError } from "@/lib/errors";
import { attachImages, attachTexts } from "@/store/attach";
import { report, useUi } from "@/store/ui";
import styles from "./drop-zone.module.css";
import { useImagesSeen, useSight } from "./use-sight";

interface DropZoneProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

/** Attaches what is dropped or pasted anywhere on the sheet: images, text files, and long texts. */
export function DropZone({ sessionId, box }: DropZoneProps) {
  const t = useTranslations("attachments");
  const { model, isSeeing } = useSight(sessionId);
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  const [isOver, setOver] = useState(false);
  useImagesSeen(sessionId);
  useEffect(() => setSheet(box.current?.closest("main") ?? null), [box]);

  /** Answers whether the data was taken. */
  const take = useEffectEvent((data: DataTransfer | null): boolean => {
    const text = data?.getData("text/plain") ?? "";
    if (text.length > longTextChars) {
      attachTexts(sessionId, [text]);
      return true;
    }
    // An office program adds a picture of the text that it gives.
    if (text.trim() !== "") return false;
    const files = [...(data?.files ?? [])];
    const images = files.filter(isImage);
    const texts = files.filter(isText);
    if (images.length > 0 && !isSeeing) useUi.getState().toast({ kind: "images-unseen", model });
    else if (images.length > 0) void attachImages(sessionId, images);
    void readTexts(texts.filter(({ size }) => size > 0));
    const [other] = files.filter((file) => !isImage(file) && !(isText(file) && file.size > 0));
    if (other) useUi.getState().toast({ kind: "file-unreadable", name: other.name });
    return files.length > 0;
  });

  async function readTexts(files: readonly File[]) {
    try {
      const texts = await Promise.all(files.map((file) => file.text()));
      if (texts.length > 0) attachTexts(sessionId, texts);
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }

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
      // What is dropped elsewhere than into the box is text of the page.
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
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}

/** Some systems know no type of the pictures that phones take. */
function isImage({ type, name }: File): boolean {
  return type.startsWith("image/") || /\.hei[cf]$/i.test(name);
}

/** Programs are texts of many types, and some systems know no type of them. */
function isText({ type, name }: File): boolean {
  return type.startsWith("text/") || textTypes.test(type) || textNames.test(name);
}

const textTypes = /^application\/(json|xml|yaml|x-yaml|toml|javascript|typescript|x-sh|sql|graphql)$/;
const textNames =
  /\.(c|cc|conf|cpp|cs|css|csv|go|h|hpp|html|ini|java|js|json|jsonl|jsx|kt|log|lua|md|mjs|php|pl|py|r|rb|rs|scala|sh|sql|svelte|swift|tex|toml|ts|tsv|tsx|txt|vue|xml|ya?ml|zig)$/i;

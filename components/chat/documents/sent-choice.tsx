"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Segmented } from "@/components/ui/segmented";
import { TextField } from "@/components/ui/text-field";
import { asImages, imageRanges, maxPageImages, pageRanges } from "@/lib/chat/sent-documents";
import type { StoredDocument } from "@/lib/chat/text-file";
import { textOfPages } from "@/lib/documents/document-pages";
import { isScan } from "@/lib/documents/scanned-document";
import styles from "./document-viewer.module.css";
import { type SentDocument, useSentDocument } from "./use-sent-document";
import { useSentLabel } from "./use-sent-label";

/** The sent part of a document whose original or images were chosen: the text, if the chat's model takes none. */
export function SentFileLabel({ document: stored }: { readonly document: StoredDocument }) {
  const t = useTranslations("documents");
  const sentLabel = useSentLabel();
  const sent = useSentDocument(stored);
  return isUnsent(sent) ? t("notSent") : sentLabel(sent.document);
}

/** Whether nothing of a document is sent: a scan, to a model that takes neither files nor images. */
function isUnsent({ document, takesFile, takesImages }: SentDocument): boolean {
  return isScan(document) && !takesFile && !takesImages;
}

type Choice = "whole" | "passages" | "pages" | "images" | "file";

interface SentChoiceProps {
  /** The document as it is stored. */
  readonly stored: StoredDocument;
  readonly text: string;
  readonly onChange: (document: StoredDocument) => void;
}

/** The choice of what is sent of a document, with a note if the chat's model does not take the chosen original. */
export function SentChoice({ stored, text, onChange }: SentChoiceProps) {
  const t = useTranslations("documents");
  const sent = useSentDocument(stored);
  if (isUnsent(sent)) return <p className={styles.hint}>{t("scanNotTaken")}</p>;
  const { document, takesFile, takesImages } = sent;
  const isReplaced = document !== stored && imageRanges(document.sent) === undefined;
  return (
    <div className={styles.choice}>
      <SentParts key={`${document.id} ${takesFile} ${takesImages}`} {...sent} text={text} onChange={onChange} />
      {isReplaced && <p className={styles.hint}>{t("fileNotTaken")}</p>}
    </div>
  );
}

interface SentPartsProps extends SentDocument {
  readonly text: string;
  readonly onChange: (document: StoredDocument) => void;
}

/** Everything, matching passages, pages as text or images, or the original file. A scan has no text to choose. */
function SentParts({ document, text, takesFile, takesImages, onChange }: SentPartsProps) {
  const t = useTranslations("documents");
  const { sent, pages } = document;
  const [choice, setChoice] = useState(choiceOf(sent));
  const [ranges, setRanges] = useState(rangesOf(document));

  function choose(next: Choice) {
    setChoice(next);
    if (next !== "pages" && next !== "images") return onChange({ ...document, sent: next });
    const chosen = chosenPages(text, ranges);
    const written = next === "images" ? pageRanges(chosen.slice(0, maxPageImages)) : ranges;
    setRanges(written);
    const part = partOf(next, chosenPages(text, written));
    if (part !== undefined) onChange({ ...document, sent: part });
  }

  function writeRanges(written: string) {
    setRanges(written);
    const part = partOf(choice, chosenPages(text, written));
    if (part !== undefined) onChange({ ...document, sent: part });
  }

  function rangesError(): string | undefined {
    const count = chosenPages(text, ranges).length;
    if (count === 0) return t("wrongPages", { pages });
    return choice === "images" && count > maxPageImages ? t("tooManyPages", { max: maxPageImages }) : undefined;
  }

  const textChoices = [
    { value: "whole" as const, label: t("whole") },
    { value: "passages" as const, label: t("passages") },
    // Sections have no numbers by which they could be chosen.
    ...(pages > 0 ? [{ value: "pages" as const, label: t("pages") }] : []),
  ];
  const choices = [
    ...(isScan(document) ? [] : textChoices),
    ...(takesImages ? [{ value: "images" as const, label: t("images") }] : []),
    ...(takesFile ? [{ value: "file" as const, label: t("file") }] : []),
  ];
  return (
    <>
      {choices.length > 1 && <Segmented<Choice> label={t("sent")} value={choice} options={choices} onChange={choose} />}
      {choice === "passages" && <p className={styles.hint}>{t("passagesHint")}</p>}
      {choice === "images" && !isScan(document) && <p className={styles.hint}>{t("imagesHint")}</p>}
      {choice === "file" && <p className={styles.hint}>{t("fileHint")}</p>}
      {(choice === "pages" || choice === "images") && (
        <TextField
          label={t("pageRanges")}
          inputMode="text"
          placeholder="1-3, 7"
          ltr
          value={ranges}
          error={rangesError()}
          onChange={writeRanges}
        />
      )}
    </>
  );
}

function choiceOf(sent: string): Choice {
  if (sent === "whole" || sent === "passages" || sent === "file") return sent;
  return imageRanges(sent) === undefined ? "pages" : "images";
}

/** Returns the chosen pages as text; all pages if another part is sent. */
function rangesOf({ sent, pages }: StoredDocument): string {
  return choiceOf(sent) === "pages" ? sent : (imageRanges(sent) ?? `1-${pages}`);
}

/** Returns the numbers of the pages that ranges name; none if the ranges are wrong. */
function chosenPages(text: string, ranges: string): readonly number[] {
  const chosen = textOfPages(text, ranges);
  return chosen.kind === "text" ? chosen.pages : [];
}

/** Returns the sent part for chosen pages; undefined if there are none, or too many for images. */
function partOf(choice: Choice, pages: readonly number[]): string | undefined {
  if (pages.length === 0) return undefined;
  if (choice !== "images") return pageRanges(pages);
  return pages.length <= maxPageImages ? asImages(pageRanges(pages)) : undefined;
}

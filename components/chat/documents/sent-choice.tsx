"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Segmented } from "@/components/ui/segmented";
import { TextField } from "@/components/ui/text-field";
import { pageRanges } from "@/lib/chat/sent-documents";
import type { StoredDocument } from "@/lib/chat/text-file";
import { textOfPages } from "@/lib/documents/document-pages";
import styles from "./document-viewer.module.css";
import { useSentDocument } from "./use-sent-document";
import { useSentLabel } from "./use-sent-label";

/** The sent part of a document whose original was chosen: the text, if the chat's model takes no files. */
export function SentFileLabel({ document }: { readonly document: StoredDocument }) {
  return useSentLabel()(useSentDocument(document).document);
}

type Choice = "whole" | "passages" | "pages" | "file";

interface SentChoiceProps {
  /** The document as it is stored. */
  readonly stored: StoredDocument;
  readonly text: string;
  readonly onChange: (document: StoredDocument) => void;
}

/** The choice of what is sent of a document, with a note if the chat's model does not take the chosen original. */
export function SentChoice({ stored, text, onChange }: SentChoiceProps) {
  const t = useTranslations("documents");
  const { document, takesFile } = useSentDocument(stored);
  return (
    <div className={styles.choice}>
      <SentParts
        key={`${document.id} ${takesFile}`}
        document={document}
        text={text}
        takesFile={takesFile}
        onChange={onChange}
      />
      {document !== stored && <p className={styles.hint}>{t("fileNotTaken")}</p>}
    </div>
  );
}

interface SentPartsProps {
  readonly document: StoredDocument;
  readonly text: string;
  /** Whether the original can be sent. */
  readonly takesFile: boolean;
  readonly onChange: (document: StoredDocument) => void;
}

/** Everything, matching passages, pages, or the original file. */
function SentParts({ document, text, takesFile, onChange }: SentPartsProps) {
  const t = useTranslations("documents");
  const { sent, pages } = document;
  const stored: Choice = sent === "whole" || sent === "passages" || sent === "file" ? sent : "pages";
  const [choice, setChoice] = useState(stored);
  const [ranges, setRanges] = useState(stored === "pages" ? sent : `1-${pages}`);
  const chosen = textOfPages(text, ranges);
  const isWrong = choice === "pages" && chosen.kind !== "text";

  function choose(next: Choice) {
    setChoice(next);
    if (next !== "pages") onChange({ ...document, sent: next });
    else if (chosen.kind === "text") onChange({ ...document, sent: pageRanges(chosen.pages) });
  }

  function writeRanges(written: string) {
    setRanges(written);
    const found = textOfPages(text, written);
    if (found.kind === "text") onChange({ ...document, sent: pageRanges(found.pages) });
  }

  return (
    <>
      <Segmented<Choice>
        label={t("sent")}
        value={choice}
        options={[
          { value: "whole", label: t("whole") },
          { value: "passages", label: t("passages") },
          // Sections have no numbers by which they could be chosen.
          ...(pages > 0 ? [{ value: "pages" as const, label: t("pages") }] : []),
          ...(takesFile ? [{ value: "file" as const, label: t("file") }] : []),
        ]}
        onChange={choose}
      />
      {choice === "passages" && <p className={styles.hint}>{t("passagesHint")}</p>}
      {choice === "file" && <p className={styles.hint}>{t("fileHint")}</p>}
      {choice === "pages" && (
        <TextField
          label={t("pageRanges")}
          inputMode="text"
          placeholder="1-3, 7"
          ltr
          value={ranges}
          error={isWrong ? t("wrongPages", { pages }) : undefined}
          onChange={writeRanges}
        />
      )}
    </>
  );
}

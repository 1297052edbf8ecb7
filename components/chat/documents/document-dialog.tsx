"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { Segmented } from "@/components/ui/segmented";
import { TextField } from "@/components/ui/text-field";
import { pageRanges } from "@/lib/chat/sent-documents";
import type { StoredDocument } from "@/lib/chat/text-file";
import { textOfPages } from "@/lib/documents/document-pages";
import styles from "./document-dialog.module.css";
import { DocumentPages } from "./document-pages";
import { useDocumentText } from "./use-document-text";
import { useSentDocument } from "./use-sent-document";
import { useSentLabel } from "./use-sent-label";

interface DocumentDialogProps extends DialogOpening {
  readonly name: string;
  readonly document: StoredDocument;
  readonly onChange: (document: StoredDocument) => void;
}

/** The sent part of a document whose original was chosen: the text, if the chat's model takes no files. */
export function SentFileLabel({ document }: { readonly document: StoredDocument }) {
  return useSentLabel()(useSentDocument(document).document);
}

/** An attached document with the choice of what is sent of it. */
export function DocumentDialog({ open, onClose, name, document: stored, onChange }: DocumentDialogProps) {
  const app = useTranslations("app");
  const t = useTranslations("documents");
  const sentLabel = useSentLabel();
  const { document, takesFile } = useSentDocument(stored);
  const text = useDocumentText(document.id);
  return (
    <Dialog
      open={open}
      size="large"
      title={name}
      subtitle={sentLabel(document)}
      closeLabel={app("close")}
      onClose={onClose}
    >
      <div className={styles.document}>
        {text === "missing" && <p className={styles.missing}>{t("missing")}</p>}
        {typeof text === "object" && (
          <>
            <SentChoice
              key={String(takesFile)}
              document={document}
              text={text.whole}
              takesFile={takesFile}
              onChange={onChange}
            />
            {document !== stored && <p className={styles.hint}>{t("fileNotTaken")}</p>}
            <DocumentPages text={text.whole} />
          </>
        )}
      </div>
    </Dialog>
  );
}

type Choice = "whole" | "passages" | "pages" | "file";

interface SentChoiceProps {
  readonly document: StoredDocument;
  readonly text: string;
  /** Whether the original can be sent. */
  readonly takesFile: boolean;
  readonly onChange: (document: StoredDocument) => void;
}

/** The choice of what is sent: everything, matching passages, pages, or the original file. */
function SentChoice({ document, text, takesFile, onChange }: SentChoiceProps) {
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
    <div className={styles.choice}>
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
    </div>
  );
}

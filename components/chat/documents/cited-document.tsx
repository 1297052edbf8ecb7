"use client";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import type { StoredDocument } from "@/lib/chat/text-file";
import { citedPlace } from "@/lib/documents/cited-place";
import styles from "./document-dialog.module.css";
import { DocumentPages } from "./document-pages";
import { useDocumentText } from "./use-document-text";

interface CitedDocumentProps extends DialogOpening {
  readonly name: string;
  readonly document: StoredDocument;
  /** The label of the cited page. */
  readonly label: string;
  /** The text before the citation. */
  readonly statement: string;
}

/** A cited document at its page, with the passage marked that matches the statement best. */
export function CitedDocument({ open, onClose, name, document, label, statement }: CitedDocumentProps) {
  const app = useTranslations("app");
  const t = useTranslations("documents");
  const text = useDocumentText(document.id);
  const whole = typeof text === "object" ? text.whole : undefined;
  const place = useMemo(
    () => (whole === undefined ? undefined : citedPlace(whole, label, statement)),
    [whole, label, statement],
  );
  return (
    <Dialog open={open} size="large" title={name} closeLabel={app("close")} onClose={onClose}>
      <div className={styles.document}>
        {text === "missing" && <p className={styles.missing}>{t("missing")}</p>}
        {whole !== undefined && <DocumentPages text={whole} place={place} />}
      </div>
    </Dialog>
  );
}

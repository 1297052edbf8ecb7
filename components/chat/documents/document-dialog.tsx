"use client";
import { useTranslations } from "use-intl";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import type { ChatDocument } from "@/lib/chat/citation";
import { DocumentViewer } from "./document-viewer";
import styles from "./document-viewer.module.css";

interface DocumentDialogProps extends DialogOpening {
  readonly document: ChatDocument;
}

/** A document in a dialog, where another dialog covers the chat. */
export function DocumentDialog({ open, onClose, document: { name, document } }: DocumentDialogProps) {
  const app = useTranslations("app");
  return (
    <Dialog open={open} size="large" title={name} closeLabel={app("close")} bare onClose={onClose}>
      <div className={styles.dialog}>
        <DocumentViewer view={{ name, document, label: "", statement: "" }} opened={0} />
      </div>
    </Dialog>
  );
}

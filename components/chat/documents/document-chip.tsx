"use client";
import { FileText } from "lucide-react";
import { Suspense, useState } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { Chip } from "@/components/ui/chip";
import type { StoredDocument, TextFile } from "@/lib/chat/text-file";
import styles from "./document-chip.module.css";
import { useSentLabel } from "./use-sent-label";

const dialog = lazyGroup(() => import("./document-dialog"));
const DocumentDialog = dialog.component("DocumentDialog");
const SentFileLabel = dialog.component("SentFileLabel");

interface DocumentChipProps {
  readonly file: TextFile & { readonly document: StoredDocument };
  readonly onChange: (document: StoredDocument) => void;
}

/** An attached document: its name and what is sent of it. It opens the document and the choice. */
export function DocumentChip({ file: { name, document }, onChange }: DocumentChipProps) {
  const sentLabel = useSentLabel();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <Chip
        icon={FileText}
        className={styles.chip}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.sent}>
          {document.sent === "file" ? (
            <Suspense fallback={sentLabel(document)}>
              <SentFileLabel document={document} />
            </Suspense>
          ) : (
            sentLabel(document)
          )}
        </span>
      </Chip>
      {wasOpened && (
        <Suspense>
          <DocumentDialog
            open={isOpen}
            name={name}
            document={document}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

"use client";
import { Plus, X } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Progress } from "@/components/ui/progress";
import { asChatDocument, type KnownDocument } from "@/lib/chat/knowledge";
import type { Mask } from "@/lib/chat/mask";
import { acceptedTexts } from "@/store/chats/attach";
import styles from "./knowledge-dialog.module.css";
import { type ReadingState, useKnowledgeChanges } from "./use-knowledge-changes";
import { useSentLabel } from "./use-sent-label";

const DocumentDialog = lazyGroup(() => import("./document-dialog")).component("DocumentDialog");

interface KnowledgeDialogProps {
  readonly documents: readonly KnownDocument[];
  readonly onChange: (patch: Pick<Mask, "knowledge">) => void;
  readonly onClose: () => void;
}

/** The list of a mask's documents: files are opened, added and removed. */
export function KnowledgeDialog({ documents, onChange, onClose }: KnowledgeDialogProps) {
  const t = useTranslations("documents");
  const app = useTranslations("app");
  const attachments = useTranslations("attachments");
  const picker = useRef<HTMLInputElement>(null);
  const { reading, skipped, add, remove, stop } = useKnowledgeChanges(documents, onChange);

  return (
    <Dialog
      open
      size="large"
      title={t("knowledge")}
      subtitle={t("knowledgeHint")}
      closeLabel={app("close")}
      onClose={onClose}
      footerStart={
        <Button icon={Plus} disabled={reading !== undefined} onClick={() => picker.current?.click()}>
          {t("addFiles")}
        </Button>
      }
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {attachments("done")}
        </Button>
      }
    >
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={acceptedTexts}
        data-testid="knowledge-files"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = "";
          if (files.length > 0) void add(files);
        }}
      />
      {reading && <ReadingProgress {...reading} onStop={stop} />}
      {skipped.length > 0 && (
        <p className={styles.skipped} role="status">
          {attachments("filesUnreadable", { count: skipped.length, names: skipped.slice(0, 5).join(", ") })}
        </p>
      )}
      {documents.length === 0 && !reading && <p className={styles.empty}>{t("noKnowledge")}</p>}
      <DocumentList documents={documents} onRemove={remove} />
    </Dialog>
  );
}

/** The progress of reading files, with a button that stops it. */
function ReadingProgress({ name, number, count, onStop }: ReadingState & { readonly onStop: () => void }) {
  const t = useTranslations("documents");
  const app = useTranslations("app");
  return (
    <div className={styles.reading}>
      <p>{t("readingFile", { name, number, count })}</p>
      <Progress label={t("addFiles")} value={(number - 1) / count} />
      <Button variant="quiet" onClick={onStop}>
        {app("cancel")}
      </Button>
    </div>
  );
}

interface DocumentListProps {
  readonly documents: readonly KnownDocument[];
  readonly onRemove: (id: string) => void;
}

/** The documents, each of which opens in a dialog. */
function DocumentList({ documents, onRemove }: DocumentListProps) {
  const t = useTranslations("documents");
  const attachments = useTranslations("attachments");
  const sentLabel = useSentLabel();
  const [opened, setOpened] = useState<KnownDocument>();
  return (
    <>
      <ul className={styles.list} aria-label={t("knowledge")}>
        {documents.map((document) => (
          <li key={document.id}>
            <button type="button" className={styles.name} aria-haspopup="dialog" onClick={() => setOpened(document)}>
              <bdi>{document.name}</bdi>
            </button>
            <span>{sentLabel({ ...document, sent: "whole" })}</span>
            <IconButton
              icon={X}
              label={attachments("removeFile", { name: document.name })}
              onClick={() => onRemove(document.id)}
            />
          </li>
        ))}
      </ul>
      {opened && (
        <Suspense>
          <DocumentDialog open document={asChatDocument(opened)} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}

"use client";
import { Plus, X } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Progress } from "@/components/ui/progress";
import { asChatDocument, type KnownDocument } from "@/lib/chat/knowledge";
import type { Mask } from "@/lib/chat/mask";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { acceptedTexts } from "@/store/chats/attach";
import { addFilesToKnowledge, storeKnowledge } from "@/store/chats/knowledge";
import { readFileTexts } from "@/store/chats/read-file-texts";
import styles from "./knowledge-dialog.module.css";
import { useSentLabel } from "./use-sent-label";

const DocumentDialog = lazyGroup(() => import("./document-dialog")).component("DocumentDialog");

interface KnowledgeDialogProps {
  readonly documents: readonly KnownDocument[];
  readonly onChange: (patch: Pick<Mask, "knowledge">) => void;
  readonly onClose: () => void;
}

/** A file that is being read, and how many there are. */
interface ReadingState {
  readonly name: string;
  readonly number: number;
  readonly count: number;
}

/** The list of a mask's documents: files are opened, added and removed. */
export function KnowledgeDialog({ documents, onChange, onClose }: KnowledgeDialogProps) {
  const t = useTranslations("documents");
  const app = useTranslations("app");
  const attachments = useTranslations("attachments");
  const sentLabel = useSentLabel();
  const picker = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState<ReadingState>();
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<KnownDocument>();
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function put(changed: readonly KnownDocument[]): Promise<void> {
    onChange({ knowledge: await storeKnowledge(changed) });
  }

  async function add(files: readonly File[]): Promise<void> {
    const control = new AbortController();
    const { signal } = control;
    stop.current = control;
    setSkipped([]);
    try {
      const onFile = (name: string, number: number) => setReading({ name, number, count: files.length });
      const { files: read, unreadable } = await readFileTexts(files, { signal, onFile });
      if (signal.aborted) return;
      const added = await addFilesToKnowledge(documents, read);
      if (read.length > 0) await put(added.documents);
      setSkipped([...unreadable, ...added.rejected]);
    } catch (thrown) {
      report(toAppError(thrown));
    } finally {
      setReading(undefined);
    }
  }

  function remove(id: string) {
    put(documents.filter((document) => document.id !== id)).catch((thrown: unknown) => report(toAppError(thrown)));
  }

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
      {reading && (
        <div className={styles.reading}>
          <p>{t("readingFile", { name: reading.name, number: reading.number, count: reading.count })}</p>
          <Progress label={t("addFiles")} value={(reading.number - 1) / reading.count} />
          <Button variant="quiet" onClick={() => stop.current?.abort()}>
            {app("cancel")}
          </Button>
        </div>
      )}
      {skipped.length > 0 && (
        <p className={styles.skipped} role="status">
          {attachments("filesUnreadable", { count: skipped.length, names: skipped.slice(0, 5).join(", ") })}
        </p>
      )}
      {documents.length === 0 && !reading && <p className={styles.empty}>{t("noKnowledge")}</p>}
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
              onClick={() => remove(document.id)}
            />
          </li>
        ))}
      </ul>
      {opened && (
        <Suspense>
          <DocumentDialog open document={asChatDocument(opened)} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Dialog>
  );
}

"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { useErrorWords } from "@/components/use-error-words";
import { type AppError, toAppError } from "@/lib/errors";
import { applyImport, hasNoSettings, type ImportPreview, previewImport } from "@/store/data";
import styles from "./data-section.module.css";
import { formatName } from "./format-names";
import { NotUnderstoodList } from "./not-understood-list";

type FoundInFile = Extract<ImportPreview, { ok: true }>;

interface ImportDialogProps {
  readonly file: Blob;
  readonly name: string;
  readonly onClose: () => void;
}

/** Says what a file would bring before anything is written; then writes it, and reads everything anew. */
export function ImportDialog({ file, name, onClose }: ImportDialogProps) {
  const t = useTranslations("data");
  const app = useTranslations("app");
  const words = useErrorWords();
  const [preview, setPreview] = useState<ImportPreview>();
  const [error, setError] = useState<AppError>();
  const [isBusy, setBusy] = useState(false);
  const [withDocuments, setWithDocuments] = useState(hasNoSettings);

  useEffect(() => {
    let isGone = false;
    previewImport(file).then(
      (found) => !isGone && setPreview(found),
      (thrown: unknown) => !isGone && setError(toAppError(thrown)),
    );
    return () => {
      isGone = true;
    };
  }, [file]);

  const found = preview?.ok ? preview : undefined;
  const hasDocuments = found !== undefined && Object.keys(found.documents).length > 0;
  const isEmpty = found !== undefined && found.plan.newMessages.length === 0 && found.plan.newSessions.length === 0;

  async function apply(chosen: FoundInFile) {
    setBusy(true);
    try {
      await applyImport(chosen, withDocuments);
      location.reload();
    } catch (thrown) {
      setError(toAppError(thrown));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("importTitle", { name })}
      closeLabel={app("close")}
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {app("cancel")}
          </Button>
          {found && (!isEmpty || (hasDocuments && withDocuments)) && (
            <Button variant="solid" busy={isBusy} onClick={() => void apply(found)}>
              {t("importAction")}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.report} role="status">
        {!preview && !error && <p>{t("reading")}</p>}
        {error && <p>{words(error)}</p>}
        {preview && !preview.ok && <p>{t(preview.reason)}</p>}
        {found && <Report found={found} />}
      </div>
      {found && (
        <div className={styles.report}>
          {hasDocuments && (
            <Checkbox checked={withDocuments} onChange={setWithDocuments}>
              {t("withSettings")}
            </Checkbox>
          )}
          <p>{t(hasDocuments && withDocuments ? "settingsHint" : "importHint")}</p>
        </div>
      )}
    </Dialog>
  );
}

function Report({ found: { format, plan } }: { readonly found: FoundInFile }) {
  const t = useTranslations("data");
  const { chats, messages, notUnderstood } = plan;
  return (
    <>
      <p>{t("foundFormat", { format: formatName(format), chats: chats.found, messages: messages.found })}</p>
      <p>{t("planned", { chats: chats.added, messages: messages.added })}</p>
      {messages.known > 0 && <p>{t("alreadyHere", { chats: chats.known, messages: messages.known })}</p>}
      <NotUnderstoodList pieces={notUnderstood} />
    </>
  );
}

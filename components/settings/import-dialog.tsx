"use client";
import { CircleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Progress } from "@/components/ui/progress";
import { useErrorWords } from "@/components/use-error-words";
import { type AppError, toAppError } from "@/lib/errors";
import { type ImportJob, type ImportPreview, startImport } from "@/store/data/import-job";
import { type ImportReport, isNothing } from "@/store/data/import-messages";
import styles from "./data-section.module.css";
import { formatName } from "./format-names";
import { NotUnderstoodList } from "./not-understood-list";

interface ImportDialogProps {
  readonly file: Blob;
  readonly name: string;
  /** True if the file is a backup of this device that may be restored. */
  readonly isCopy?: boolean;
  readonly onClose: () => void;
}

/** Previews the import of a file before anything is written; then writes it and reloads. */
export function ImportDialog({ file, name, isCopy = false, onClose }: ImportDialogProps) {
  const t = useTranslations("data");
  const app = useTranslations("app");
  const words = useErrorWords();
  const [job, setJob] = useState<ImportJob>();
  const [share, setShare] = useState(0);
  const [preview, setPreview] = useState<ImportPreview>();
  const [error, setError] = useState<AppError>();
  /** The error that prevented writing the settings after the chats. */
  const [untaken, setUntaken] = useState<AppError>();
  const [isBusy, setBusy] = useState(false);
  const [withDocuments, setWithDocuments] = useState(false);
  const [isReplacing, setReplacing] = useState(false);

  useEffect(() => {
    let isGone = false;
    const begun = startImport(file, setShare);
    setJob(begun);
    begun.preview.then(
      (found) => !isGone && setPreview(found),
      (thrown: unknown) => !isGone && setError(toAppError(thrown)),
    );
    return () => {
      isGone = true;
      begun.cancel();
    };
  }, [file]);

  const found = preview?.ok ? preview.report : undefined;
  const hasDocuments = found !== undefined && Object.keys(found.documents).length > 0;
  const isFailed = error !== undefined || preview?.ok === false || (found !== undefined && isNothing(found));
  const isEmpty = found !== undefined && found.messages.added === 0 && found.chats.added === 0;

  async function write() {
    setBusy(true);
    try {
      const left = await job?.write(withDocuments, isReplacing);
      if (!left) return location.reload();
      setUntaken(left);
      setBusy(false);
    } catch (thrown) {
      setError(toAppError(thrown));
      setBusy(false);
    }
  }

  function close() {
    // A running import cannot be cancelled; after it the page reloads.
    if (untaken) location.reload();
    else if (!isBusy) onClose();
  }

  if (untaken) {
    return (
      <Dialog
        open
        onClose={close}
        title={t("importTitle", { name })}
        closeLabel={app("close")}
        footerEnd={
          <Button variant="solid" onClick={close}>
            {app("close")}
          </Button>
        }
      >
        <div className={styles.report} role="alert">
          <p className={styles.check} data-failed="">
            <CircleAlert size={16} aria-hidden="true" /> {t("settingsNotTaken")}
          </p>
          <p>{words(untaken)}</p>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={close}
      title={t("importTitle", { name })}
      closeLabel={app("close")}
      footerEnd={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={close}>
            {app("cancel")}
          </Button>
          {found && (!isEmpty || isReplacing || (hasDocuments && withDocuments)) && (
            <Button variant={isReplacing ? "danger-solid" : "solid"} busy={isBusy} onClick={() => void write()}>
              {t(isReplacing ? "goBackAction" : "importAction")}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.report} role="status">
        {!preview && !error && <p>{t("reading")}</p>}
        {isFailed && (
          <p className={styles.check} data-failed="">
            <CircleAlert size={16} aria-hidden="true" /> {t("importFailed")}
          </p>
        )}
        {error && <p>{words(error)}</p>}
        {preview && !preview.ok && <p>{t(preview.reason)}</p>}
        {found && <Report report={found} />}
      </div>
      {!preview && !error && <Progress label={t("reading")} value={share} />}
      {found && (
        <div className={styles.report}>
          {hasDocuments && (
            <Checkbox checked={withDocuments} onChange={setWithDocuments}>
              {t("withSettings")}
            </Checkbox>
          )}
          {isCopy && !isFailed && (
            <Checkbox checked={isReplacing} onChange={setReplacing}>
              {t("goBack")}
            </Checkbox>
          )}
          {isReplacing ? (
            <p>{t("goBackHint", { chats: found.chats.found, messages: found.messages.found })}</p>
          ) : (
            <p>{t(hasDocuments && withDocuments ? "settingsHint" : "importHint")}</p>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Report({ report: { format, chats, messages, notUnderstood } }: { readonly report: ImportReport }) {
  const t = useTranslations("data");
  return (
    <>
      <p>{t("foundFormat", { format: formatName(format), chats: chats.found, messages: messages.found })}</p>
      <p>{t("planned", { chats: chats.added, messages: messages.added })}</p>
      {messages.known > 0 && <p>{t("alreadyHere", { chats: chats.known, messages: messages.known })}</p>}
      <NotUnderstoodList pieces={notUnderstood.first} count={notUnderstood.count} />
    </>
  );
}

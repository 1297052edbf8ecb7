"use client";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Progress } from "@/components/ui/progress";
import { useErrorMessage } from "@/components/use-error-message";
import type { AppError } from "@/lib/errors";
import { type ImportReport, isNothing, newProjectsIn } from "@/store/data/import-messages";
import { useProjects } from "@/store/settings/projects";
import styles from "./data-section.module.css";
import { formatName } from "./format-names";
import { NotUnderstoodList } from "./not-understood-list";
import { type ImportState, useImport } from "./use-import";

interface ImportDialogProps {
  readonly file: Blob;
  readonly name: string;
  /** Whether the file is a backup on this device, which can replace the present data. */
  readonly isCopy?: boolean;
  readonly onClose: () => void;
}

/** Shows the content of a file before anything is written; then writes it, and reloads the tab. */
export function ImportDialog({ file, name, isCopy = false, onClose }: ImportDialogProps) {
  const t = useTranslations("data");
  const app = useTranslations("app");
  const format = useFormatter();
  const state = useImport(file);
  const { preview, error, isWriting } = state;
  const [withDocuments, setWithDocuments] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const report = preview?.ok ? preview.report : undefined;
  const hasDocuments = report !== undefined && Object.keys(report.documents).length > 0;
  const isFailed = hasFailed(state);
  const projects = useNewProjects(report);
  const hasContent = report !== undefined && (hasRecords(report) || projects.length > 0);
  const canWrite = report !== undefined && (hasContent || isReplacing || (hasDocuments && withDocuments));

  function close() {
    // A write cannot be interrupted.
    if (!isWriting) onClose();
  }

  if (state.settingsError) return <SettingsFailedDialog name={name} error={state.settingsError} />;
  return (
    <Dialog
      open
      onClose={close}
      title={t("importTitle", { name })}
      closeLabel={app("close")}
      footerEnd={
        <>
          <Button variant="quiet" disabled={isWriting} onClick={close}>
            {app("cancel")}
          </Button>
          {canWrite && (
            <Button
              variant={isReplacing ? "danger-solid" : "solid"}
              busy={isWriting}
              onClick={() => void state.write({ withDocuments, isReplacing })}
            >
              {t(isReplacing ? "goBackAction" : "importAction")}
            </Button>
          )}
        </>
      }
    >
      <Findings state={state} />
      {!preview && !error && <Progress label={t("reading")} value={state.share} />}
      {report && (
        <div className={styles.report}>
          {projects.length > 0 && <p>{t("withProjects", { projects: format.list(projects) })}</p>}
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
            <p>{t("goBackHint", { chats: report.chats.found, messages: report.messages.found })}</p>
          ) : (
            <p>{t(hasDocuments && withDocuments ? "settingsHint" : "importHint")}</p>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Maximum number of listed projects. */
const maxListed = 10;

/** Returns the names of the projects that come with the chats of a file: those that are new on this device. */
function useNewProjects(report: ImportReport | undefined): readonly string[] {
  const t = useTranslations("projects");
  const known = useProjects((projects) => projects.byId);
  return useMemo(() => {
    if (!report) return [];
    const names = newProjectsIn(report, known).map(({ name }) => `\u2068${name || t("untitled")}\u2069`);
    return names.length > maxListed ? [...names.slice(0, maxListed), "…"] : names;
  }, [report, known, t]);
}

/** Whether nothing of the file can be imported. */
function hasFailed({ preview, error }: ImportState): boolean {
  if (error !== undefined) return true;
  return preview !== undefined && (!preview.ok || isNothing(preview.report));
}

/** Whether a file has chats or messages that are not stored yet. */
function hasRecords({ chats, messages }: ImportReport): boolean {
  return messages.added > 0 || chats.added > 0;
}

/** The content of the file, or the reason why it cannot be imported. */
function Findings({ state }: { readonly state: ImportState }) {
  const t = useTranslations("data");
  const errorText = useErrorMessage();
  const { preview, error } = state;
  return (
    <div className={styles.report} role="status">
      {!preview && !error && <p>{t("reading")}</p>}
      {hasFailed(state) && <Failure>{t("importFailed")}</Failure>}
      {error && <p>{errorText(error)}</p>}
      {preview && !preview.ok && <p>{t(preview.reason)}</p>}
      {preview?.ok && <Report report={preview.report} />}
    </div>
  );
}

/** The message that chats were imported and settings were not. Closing it reloads the tab. */
function SettingsFailedDialog({ name, error }: Pick<ImportDialogProps, "name"> & { readonly error: AppError }) {
  const t = useTranslations("data");
  const app = useTranslations("app");
  const errorText = useErrorMessage();
  const close = () => location.reload();
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
        <Failure>{t("settingsNotTaken")}</Failure>
        <p>{errorText(error)}</p>
      </div>
    </Dialog>
  );
}

function Failure({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.check} data-failed="">
      <CircleAlert size={16} aria-hidden="true" /> {children}
    </p>
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

"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { toAppError } from "@/lib/errors";
import { downloadFile } from "@/lib/platform/download";
import { report } from "@/store/base/ui";
import { backupName, type ExportKind, exportAll } from "@/store/data/data";
import { useProjects } from "@/store/settings/projects";
import styles from "./data-section.module.css";

/** Exports everything as one file, in our format or in NextChat's. */
export function ExportRow() {
  const t = useTranslations("data");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ExportButton onClick={() => setOpen(true)} />
      <ExportDialog open={isOpen} onClose={() => setOpen(false)} title={t("export")} />
    </>
  );
}

function ExportButton({ onClick }: { readonly onClick: () => void }) {
  const t = useTranslations("data");
  return (
    <Button icon={Download} aria-haspopup="dialog" onClick={onClick}>
      {t("export")}
    </Button>
  );
}

interface ExportDialogProps extends DialogOpening {
  readonly title: string;
}

function ExportDialog({ open, onClose, title }: ExportDialogProps) {
  const t = useTranslations("data");
  const app = useTranslations("app");
  const [withCredentials, setWithCredentials] = useState(false);
  const hasProjects = useProjects(({ byId }) => byId.size > 0);
  const [withProjectNames, setWithProjectNames] = useState(false);
  const [withProjectInstructions, setWithProjectInstructions] = useState(false);
  const [withProjectSettings, setWithProjectSettings] = useState(false);
  const [busy, setBusy] = useState<ExportKind>();

  async function start(kind: ExportKind) {
    setBusy(kind);
    try {
      const chosen = { withProjectNames, withProjectInstructions, withProjectSettings };
      const file = await exportAll(kind, withCredentials, chosen);
      if (await downloadFile(file, backupName(kind))) onClose();
    } catch (thrown) {
      report(toAppError(thrown));
    }
    setBusy(undefined);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      subtitle={t("exportHint")}
      closeLabel={app("close")}
      size="small"
      footerEnd={
        <>
          <Button busy={busy === "nextchat"} onClick={() => void start("nextchat")}>
            {t("exportNextChat")}
          </Button>
          <Button variant="solid" busy={busy === "parley"} onClick={() => void start("parley")}>
            {t("exportEverything")}
          </Button>
        </>
      }
    >
      <div className={styles.report}>
        <Checkbox checked={withCredentials} onChange={setWithCredentials}>
          {t("withCredentials")}
        </Checkbox>
        <p>{t(withCredentials ? "credentialsWarning" : "credentialsLeftOut")}</p>
        {hasProjects && (
          <>
            <Checkbox checked={withProjectNames} onChange={setWithProjectNames}>
              {t("withProjectNames")}
            </Checkbox>
            <Checkbox checked={withProjectInstructions} onChange={setWithProjectInstructions}>
              {t("withProjectInstructions")}
            </Checkbox>
            <Checkbox checked={withProjectSettings} onChange={setWithProjectSettings}>
              {t("withProjectSettings")}
            </Checkbox>
          </>
        )}
      </div>
    </Dialog>
  );
}

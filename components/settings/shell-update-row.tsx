"use client";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm";
import { ListRow } from "@/components/ui/list-row";
import { desktop } from "@/lib/platform/desktop";
import type { ShellUpdates } from "@/lib/platform/desktop-port";
import { getPendingWork } from "@/store/app/reload-check";

interface ShellUpdateRowProps {
  /** The current version. */
  readonly present: string;
  /** The row of a package without updates of its own. */
  readonly children: ReactNode;
}

/** Whether the desktop app has a newer version, which the user can install. Checked when the settings open. */
export function ShellUpdateRow({ present, children }: ShellUpdateRowProps) {
  const t = useTranslations("version");
  const settings = useTranslations("settings");
  const { updates, isChecking, check } = useShellUpdates();
  const [install, setInstall] = useState<"asked" | "running" | { readonly reason: string }>();
  if (!updates || updates.state === "off") return children;
  const newer = updates.state === "available" ? updates.version : "";

  async function run() {
    setInstall("running");
    const shell = await desktop();
    setInstall({ reason: (await shell?.installUpdate().catch(String)) ?? "" });
  }

  function status(): string {
    if (isChecking) return t("checking", { version: present });
    if (install === "running") return t("installing", { newer });
    if (updates?.state === "failed") return t("failed", { version: present });
    return newer ? t("newer", { version: present, newer }) : t("latest", { version: present });
  }

  return (
    <>
      <ListRow
        title={settings("version")}
        subtitle={
          <>
            <span role="status">{status()}</span>
            {typeof install === "object" && <p role="alert">{t("installFailed", install)}</p>}
          </>
        }
        anchor="version"
        also={[settings("versionAlso"), present, newer]}
      >
        {newer && (
          <Button variant="solid" busy={install === "running"} onClick={() => setInstall("asked")}>
            {t("install")}
          </Button>
        )}
        <Button icon={RefreshCw} busy={isChecking} disabled={install === "running"} onClick={() => void check()}>
          {t("check")}
        </Button>
      </ListRow>
      {install === "asked" && (
        <InstallQuestion newer={newer} onConfirm={() => void run()} onCancel={() => setInstall(undefined)} />
      )}
    </>
  );
}

/** Returns the result of the last check, which is made at once and on request. */
function useShellUpdates() {
  const [updates, setUpdates] = useState<ShellUpdates>();
  const [isChecking, setChecking] = useState(false);
  const check = useCallback(async () => {
    setChecking(true);
    const shell = await desktop();
    const failed = (thrown: unknown): ShellUpdates => ({ state: "failed", reason: String(thrown) });
    setUpdates((await shell?.checkUpdates().catch(failed)) ?? { state: "off" });
    setChecking(false);
  }, []);
  useEffect(() => void check(), [check]);
  return { updates, isChecking, check };
}

interface InstallQuestionProps {
  readonly newer: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before the app restarts. */
function InstallQuestion({ newer, onConfirm, onCancel }: InstallQuestionProps) {
  const t = useTranslations("version");
  const app = useTranslations("app");
  const [hasWork] = useState(() => getPendingWork().length > 0);
  return (
    <ConfirmDialog
      open
      title={t("installQuestion", { newer })}
      body={hasWork && <p>{t("installStops")}</p>}
      confirmLabel={t("installConfirm")}
      cancelLabel={app("cancel")}
      closeLabel={app("close")}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}

"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { Segmented } from "@/components/ui/segmented";
import { useUi } from "@/store/base/ui";
import type { SharedLink } from "@/store/sharing/shared-pages";
import { LinkActions, LinkField } from "./link-field";
import styles from "./share-dialog.module.css";

/** A service that creates a link to shared content. */
export interface ShareTarget {
  /** The exact host that receives it. */
  readonly host: string;
  readonly send: () => Promise<SharedLink>;
}

interface ShareDialogProps extends DialogOpening {
  readonly title: string;
  /** At least one. */
  readonly targets: readonly ShareTarget[];
}

/** Shows where content will be sent before it is sent, and then its link. */
export function ShareDialog({ title, targets, open, onClose }: ShareDialogProps) {
  const t = useTranslations();
  const [host, setHost] = useState(targets[0]?.host ?? "");
  const [shared, setShared] = useState<SharedLink | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function send() {
    const target = targets.find((each) => each.host === host);
    if (!target) return;
    setBusy(true);
    try {
      setShared(await target.send());
    } catch (thrown) {
      console.warn("Could not share.", thrown);
      useUi.getState().toast({ kind: "share-failed" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={t("app.close")}
      size="small"
      footerEnd={
        shared ? (
          <LinkActions link={shared.link} />
        ) : (
          <>
            <Button variant="quiet" onClick={onClose}>
              {t("app.cancel")}
            </Button>
            <Button variant="solid" busy={isBusy} onClick={() => void send()}>
              {t("sharing.send", { host })}
            </Button>
          </>
        )
      }
    >
      {shared ? (
        <LinkField shared={shared} />
      ) : (
        <>
          <p className={styles.words}>{t("sharing.warning", { host })}</p>
          {targets.length > 1 && (
            <Segmented
              label={t("sharing.where")}
              value={host}
              options={targets.map((target) => ({ value: target.host, label: target.host }))}
              onChange={setHost}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

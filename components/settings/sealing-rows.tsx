"use client";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm";
import { ListRow } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import { isLocationEncrypted, isSyncConfigured, protectionOf } from "@/lib/settings/sync-settings";
import { useSync } from "@/store/sync/sync";
import styles from "./data-section.module.css";
import type { SealGoal } from "./seal-dialog";
import { useSyncProblem } from "./use-sync-problem";

const HistoryDialog = lazy(() => import("./history-dialog").then(({ HistoryDialog }) => ({ default: HistoryDialog })));
const SealDialog = lazy(() => import("./seal-dialog").then(({ SealDialog }) => ({ default: SealDialog })));

/** End-to-end encryption in the settings of cloud sync: its state, and its changes. */
export function SealingRows() {
  const t = useTranslations("sealing");
  const history = useTranslations("syncHistory");
  const problem = useSyncProblem();
  const { settings, phase, error, change } = useSync();
  const [goal, setGoal] = useState<SealGoal>();
  const [isGoingBack, setGoingBack] = useState(false);
  const [isTurningOff, setTurningOff] = useState(false);
  const [hasTurnedOff, setTurnedOff] = useState(false);
  const isEncrypted = isLocationEncrypted(settings);

  function turn(isOn: boolean) {
    setTurnedOff(false);
    if (isEncrypted) setTurningOff(true);
    else change({ isEncrypted: isOn });
  }

  return (
    <>
      <ListRow title={t("title")} subtitle={t(protectionOf(settings))} isLabel>
        <Switch checked={isEncrypted || settings.isEncrypted} disabled={phase !== undefined} onChange={turn} />
      </ListRow>
      {hasTurnedOff && error && (
        <p role="alert" className={styles.warning}>
          {problem(error)}
        </p>
      )}
      {isSyncConfigured(settings) && (isEncrypted || settings.isEncrypted) && (
        <span className={styles.sealing}>
          {isEncrypted ? (
            <>
              <Button aria-haspopup="dialog" onClick={() => setGoal("change")}>
                {t("change")}
              </Button>
              <Button aria-haspopup="dialog" onClick={() => setGoal("renew")}>
                {t("newKey")}
              </Button>
              <Button aria-haspopup="dialog" onClick={() => setGoingBack(true)}>
                {history("open")}
              </Button>
            </>
          ) : (
            <Button aria-haspopup="dialog" onClick={() => setGoal("set-up")}>
              {t("setUp")}
            </Button>
          )}
        </span>
      )}
      {goal && (
        <Suspense>
          <SealDialog goal={goal} onClose={() => setGoal(undefined)} />
        </Suspense>
      )}
      {isGoingBack && (
        <Suspense>
          <HistoryDialog onClose={() => setGoingBack(false)} />
        </Suspense>
      )}
      <TurnOffQuestion
        open={isTurningOff}
        onClose={() => setTurningOff(false)}
        onConfirm={() => {
          setTurningOff(false);
          setTurnedOff(true);
          void useSync.getState().changeSealing({ kind: "turn-off" });
        }}
      />
    </>
  );
}

interface TurnOffProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before the location is made readable. */
function TurnOffQuestion({ open, onClose, onConfirm }: TurnOffProps) {
  const t = useTranslations("sealing");
  const app = useTranslations("app");
  return (
    <ConfirmDialog
      open={open}
      title={t("turnOff")}
      body={t("turnOffBody")}
      confirmLabel={t("turnOff")}
      cancelLabel={app("cancel")}
      closeLabel={app("close")}
      danger
      onCancel={onClose}
      onConfirm={onConfirm}
    />
  );
}

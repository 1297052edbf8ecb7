"use client";
import { type FormEvent, type ReactNode, useId } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SecretField } from "@/components/ui/secret-field";
import styles from "./seal-dialog.module.css";
import { usePause } from "./use-pause";

interface SealStepProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Whether closing pauses the sync that runs, so that its button is called accordingly. */
  readonly isPausedByClose?: boolean | undefined;
  readonly children: ReactNode;
}

/** A step of setting up encryption: a form in a dialog. */
export function SealStep(props: SealStepProps) {
  const { title, confirmLabel, isBusy, onConfirm, onClose, isPausedByClose = false, children } = props;
  const app = useTranslations("app");
  const sync = useTranslations("sync");
  const { canPause, isPausing, pause } = usePause();
  const id = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy) onConfirm();
  }

  return (
    <Dialog
      open
      title={title}
      closeLabel={app("close")}
      onClose={onClose}
      footerStart={
        canPause &&
        !isPausedByClose && (
          <Button busy={isPausing} onClick={pause}>
            {sync("pause")}
          </Button>
        )
      }
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {isPausedByClose ? sync("pause") : app("cancel")}
          </Button>
          <Button variant="solid" type="submit" form={id} busy={isBusy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.step} onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  );
}

interface SealSecretProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  /** True for a passphrase that is being chosen, so that password managers offer to store it. */
  readonly isNew?: boolean;
}

/** A field for a passphrase. */
export function SealSecret({ label, value, onChange, error, isNew = false }: SealSecretProps) {
  const app = useTranslations("app");
  return (
    <SecretField
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      autoComplete={isNew ? "new-password" : "current-password"}
      showLabel={app("show")}
      hideLabel={app("hide")}
    />
  );
}

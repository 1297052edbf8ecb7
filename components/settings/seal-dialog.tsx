"use client";
import { Copy, Download, Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { useCopy } from "@/components/use-copy";
import { isSameCode, newRecoveryCode } from "@/lib/sealing/recovery-code";
import { saveFile } from "@/store/base/save-file";
import { useSync } from "@/store/sync/sync";
import type { LocationContent, SealingChange } from "@/store/sync/sync-messages";
import styles from "./data-section.module.css";
import { printCode } from "./print-code";
import dialogStyles from "./seal-dialog.module.css";
import { SealSecret, SealStep } from "./seal-step";
import { useSyncProblem } from "./use-sync-problem";

/** Minimum length of a passphrase, in characters. */
const minLength = 10;

/** Goal of the dialog: a new or another device, another passphrase, or a new key after the loss of a device. */
export type SealGoal = "set-up" | "change" | "renew";

interface SealDialogProps {
  readonly goal: SealGoal;
  readonly onClose: () => void;
}

/** Sets encryption up, unlocks it on another device, or changes its passphrase or key. */
export function SealDialog({ goal, onClose }: SealDialogProps) {
  const t = useTranslations("sealing");
  const [content, setContent] = useState<LocationContent>();
  const [passphrase, setPassphrase] = useState<string>();
  const { run, isBusy } = useSealing(onClose);

  useEffect(() => {
    if (goal === "set-up") void useSync.getState().look().then(setContent);
  }, [goal]);

  if (goal === "change") return <ChangeStep run={run} isBusy={isBusy} onClose={onClose} />;
  if (goal === "set-up" && content === undefined) return <LookStep onClose={onClose} />;
  if (content === "encrypted") return <UnlockStep run={run} isBusy={isBusy} onClose={onClose} />;
  if (passphrase === undefined) {
    return (
      <ChooseStep
        title={t(goal === "renew" ? "newKey" : "setUp")}
        hint={goal === "renew" ? t("newKeyHint") : undefined}
        warning={content === "readable" ? t("readableWarning") : undefined}
        onChosen={setPassphrase}
        onClose={onClose}
      />
    );
  }
  const kind = goal === "renew" ? "renew" : "set-up";
  return (
    <CodeStep onSaved={(recoveryCode) => run({ kind, passphrase, recoveryCode })} isBusy={isBusy} onClose={onClose} />
  );
}

/** Returns a function that changes the encryption, and closes the dialog once that is done, is paused or has a question. */
function useSealing(onClose: () => void) {
  const isBusy = useSync(({ phase }) => phase !== undefined);

  async function run(change: SealingChange) {
    const isDone = await useSync.getState().changeSealing(change);
    const { question, settings } = useSync.getState();
    if (isDone || question !== undefined || settings.isPaused) onClose();
  }
  return { run: (change: SealingChange) => void run(change), isBusy };
}

interface StepProps {
  readonly isBusy: boolean;
  readonly run: (change: SealingChange) => void;
  readonly onClose: () => void;
}

/** Shown until it is known whether the location is encrypted. */
function LookStep({ onClose }: Pick<StepProps, "onClose">) {
  const t = useTranslations("sealing");
  const sync = useTranslations("sync");
  const isFailed = useSync(({ error }) => error !== undefined);
  return (
    <SealStep title={t("setUp")} confirmLabel={t("next")} isBusy={!isFailed} onConfirm={onClose} onClose={onClose}>
      {isFailed ? <Failure /> : <p role="status">{sync("reading")}</p>}
    </SealStep>
  );
}

/** The passphrase of a location that another device has encrypted. */
function UnlockStep({ isBusy, run, onClose }: StepProps) {
  const t = useTranslations("sealing");
  const [secret, setSecret] = useState("");
  return (
    <SealStep
      title={t("enterTitle")}
      confirmLabel={t("unlock")}
      isBusy={isBusy}
      onConfirm={() => secret !== "" && run({ kind: "unlock", secret })}
      onClose={onClose}
    >
      <p>{t("enterHint")}</p>
      <SealSecret label={t("secret")} value={secret} onChange={setSecret} />
      <Failure />
    </SealStep>
  );
}

interface ChooseProps {
  readonly title: string;
  readonly hint: string | undefined;
  readonly warning: string | undefined;
  readonly onChosen: (passphrase: string) => void;
  readonly onClose: () => void;
}

/** A new passphrase, entered twice. */
function ChooseStep({ title, hint, warning, onChosen, onClose }: ChooseProps) {
  const t = useTranslations("sealing");
  const entry = useNewPassphrase();
  return (
    <SealStep
      title={title}
      confirmLabel={t("next")}
      isBusy={false}
      onConfirm={() => entry.isValid() && onChosen(entry.passphrase)}
      onClose={onClose}
    >
      {hint && <p>{hint}</p>}
      <p>{t("chooseHint")}</p>
      {warning && <Notice kind="warn" heading={warning} />}
      {entry.fields}
    </SealStep>
  );
}

/** A new passphrase in place of the current one. */
function ChangeStep({ isBusy, run, onClose }: StepProps) {
  const t = useTranslations("sealing");
  const [current, setCurrent] = useState("");
  const entry = useNewPassphrase();

  function confirm() {
    if (entry.isValid() && current !== "") {
      run({ kind: "change-passphrase", current, passphrase: entry.passphrase });
    }
  }

  return (
    <SealStep title={t("change")} confirmLabel={t("change")} isBusy={isBusy} onConfirm={confirm} onClose={onClose}>
      <SealSecret label={t("currentSecret")} value={current} onChange={setCurrent} />
      <p>{t("chooseHint")}</p>
      {entry.fields}
      <Failure />
    </SealStep>
  );
}

/** Returns the fields of a new passphrase, and a function that shows what is wrong with it. */
function useNewPassphrase() {
  const t = useTranslations("sealing");
  const [passphrase, setPassphrase] = useState("");
  const [repeated, setRepeated] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isShort = [...passphrase].length < minLength;
  const isDifferent = passphrase !== repeated;
  const fields = (
    <>
      <SealSecret
        label={t("passphrase")}
        value={passphrase}
        onChange={setPassphrase}
        error={isChecked && isShort ? t("tooShort") : undefined}
        isNew
      />
      <SealSecret
        label={t("repeat")}
        value={repeated}
        onChange={setRepeated}
        error={isChecked && !isShort && isDifferent ? t("differs") : undefined}
        isNew
      />
    </>
  );
  function isValid() {
    setChecked(true);
    return !isShort && !isDifferent;
  }
  return { passphrase, fields, isValid };
}

interface CodeProps {
  readonly isBusy: boolean;
  readonly onSaved: (recoveryCode: string) => void;
  readonly onClose: () => void;
}

/** The recovery code, which the user confirms by typing its third group. */
function CodeStep({ isBusy, onSaved, onClose }: CodeProps) {
  const t = useTranslations("sealing");
  const [code] = useState(newRecoveryCode);
  const [typed, setTyped] = useState("");
  const [isChecked, setChecked] = useState(false);
  const { isCopied, copy } = useCopy();
  const isTyped = isSameCode(typed, code.split("-")[2] ?? "");

  function confirm() {
    setChecked(true);
    if (isTyped) onSaved(code);
  }

  return (
    <SealStep title={t("codeTitle")} confirmLabel={t("encrypt")} isBusy={isBusy} onConfirm={confirm} onClose={onClose}>
      <p>{t("codeHint")}</p>
      <code className={dialogStyles.code} dir="ltr">
        {code}
      </code>
      <span className={styles.actions}>
        <Button icon={Copy} onClick={() => void copy(code)}>
          {isCopied ? t("copied") : t("copy")}
        </Button>
        <Button
          icon={Download}
          onClick={() => saveFile(new Blob([`${code}\n`], { type: "text/plain" }), "recovery-code.txt")}
        >
          {t("save")}
        </Button>
        <Button icon={Printer} onClick={() => printCode(code)}>
          {t("print")}
        </Button>
      </span>
      <TextField
        label={t("retype")}
        value={typed}
        onChange={setTyped}
        error={isChecked && !isTyped ? t("differs") : undefined}
        autoComplete="off"
        ltr
      />
      <Failure />
    </SealStep>
  );
}

/** The reason that the last attempt failed. */
function Failure() {
  const problem = useSyncProblem();
  const error = useSync((sync) => sync.error);
  return (
    <p role="alert" className={dialogStyles.failed}>
      {error && problem(error)}
    </p>
  );
}

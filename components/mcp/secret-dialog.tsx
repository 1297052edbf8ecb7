"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SecretField } from "@/components/ui/secret-field";
import { useMcpOperator } from "@/store/tools/mcp-operator";

interface SecretDialogProps {
  readonly open: boolean;
  /** True after the server has rejected a secret. */
  readonly isRefused: boolean;
  readonly onClose: () => void;
  /** Called once the secret is set. */
  readonly onEntered: () => void;
}

/** Asks for the administrator's secret, which is in memory until the tab is closed. */
export function SecretDialog({ open, isRefused, onClose, onEntered }: SecretDialogProps) {
  const t = useTranslations("mcp");
  const app = useTranslations("app");
  const [secret, setSecret] = useState("");

  function enter() {
    useMcpOperator.getState().setSecret(secret);
    setSecret("");
    onEntered();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("secretTitle")}
      subtitle={t("secretHint")}
      closeLabel={app("close")}
      size="small"
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {app("cancel")}
          </Button>
          <Button variant="solid" {...(secret === "" && { disabledReason: t("secretFirst") })} onClick={enter}>
            {t("continue")}
          </Button>
        </>
      }
    >
      <SecretField
        label={t("secret")}
        showLabel={t("showValue")}
        hideLabel={t("hideValue")}
        value={secret}
        {...(isRefused && { error: t("secretRefused") })}
        onChange={setSecret}
        onKeyDown={(event) => {
          if (event.key === "Enter" && secret !== "") enter();
        }}
      />
    </Dialog>
  );
}

"use client";
import { KeyRound } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { useUi } from "@/store/base/ui";
import styles from "./access-form.module.css";

/** The way to an own key, as an alternative to the code or as the only one. */
export function OwnKeys({ isAlternative }: { readonly isAlternative: boolean }) {
  const t = useTranslations();
  return (
    <>
      {isAlternative && <p className={styles.or}>{t("auth.orKey")}</p>}
      <Button icon={KeyRound} aria-haspopup="dialog" onClick={() => useUi.getState().openDialog({ kind: "add-key" })}>
        {t("access.useOwnKey")}
      </Button>
    </>
  );
}

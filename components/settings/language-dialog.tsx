"use client";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm";
import { type LocaleCode, locales } from "@/locales/registry";
import { useLocale } from "@/store/base/locale";
import type { PendingWork } from "@/store/base/pending-work";

// The row loads it with the dialog: each piece costs the screen its address.
export { getPendingWork } from "@/store/app/reload-check";

interface LanguageDialogProps {
  readonly code: LocaleCode;
  /** What the reload would end. */
  readonly work: readonly PendingWork[];
  readonly onClose: () => void;
}

/** Asks whether the page may reload in another language although that ends what goes on. */
export function LanguageDialog({ code, work, onClose }: LanguageDialogProps) {
  const t = useTranslations("languageChange");
  const app = useTranslations("app");
  return (
    <ConfirmDialog
      open
      title={t("question", { language: locales[code].name })}
      body={work.map((each) => <p key={each}>{t(each)}</p>)}
      confirmLabel={t("stopAndChange")}
      cancelLabel={app("cancel")}
      closeLabel={app("close")}
      onCancel={onClose}
      onConfirm={() => useLocale.getState().change(code)}
    />
  );
}

"use client";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm";
import { type LocaleCode, locales } from "@/locales/registry";
import { useLocale } from "@/store/locale";

interface LanguageDialogProps {
  readonly code: LocaleCode;
  readonly onClose: () => void;
}

/** Asks whether the page may reload in another language although that stops a reply. */
export function LanguageDialog({ code, onClose }: LanguageDialogProps) {
  const t = useTranslations("languageChange");
  const app = useTranslations("app");
  return (
    <ConfirmDialog
      open
      title={t("question", { language: locales[code].name })}
      body={t("body")}
      confirmLabel={t("stopAndChange")}
      cancelLabel={app("cancel")}
      closeLabel={app("close")}
      onCancel={onClose}
      onConfirm={() => useLocale.getState().change(code)}
    />
  );
}

"use client";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm";
import { languageName } from "@/lib/chat/mask-languages";
import type { LocaleCode } from "@/locales/registry";
import { useLocale } from "@/store/base/locale";
import type { PendingWork } from "@/store/base/pending-work";

// Re-exported, so that the row loads it with the dialog: each chunk adds its URL to the screen.
export { getPendingWork } from "@/store/app/reload-check";

interface LanguageDialogProps {
  readonly code: LocaleCode;
  /** The work that the reload would interrupt. */
  readonly work: readonly PendingWork[];
  readonly onClose: () => void;
}

/** Asks before a reload in another language interrupts work in progress. */
export function LanguageDialog({ code, work, onClose }: LanguageDialogProps) {
  const t = useTranslations("languageChange");
  const app = useTranslations("app");
  return (
    <ConfirmDialog
      open
      title={t("question", { language: languageName(code) })}
      body={work.map((each) => <p key={each}>{t(each)}</p>)}
      confirmLabel={t("stopAndChange")}
      cancelLabel={app("cancel")}
      closeLabel={app("close")}
      onCancel={onClose}
      onConfirm={() => useLocale.getState().change(code)}
    />
  );
}

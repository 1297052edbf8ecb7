"use client";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { ListRow } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import { maskLanguages } from "@/lib/chat/mask-languages";
import { toAppError } from "@/lib/errors";
import { isLocaleCode, type LocaleCode } from "@/locales/registry";
import { useLocale } from "@/store/base/locale";
import type { PendingWork } from "@/store/base/pending-work";
import { report } from "@/store/base/ui";
import styles from "./language-row.module.css";

const dialog = lazyGroup(() => import("./language-dialog"));
const LanguageDialog = dialog.component("LanguageDialog");

/** The choice of the language. The page reloads, after a question if that would interrupt work in progress. */
export function LanguageRow() {
  const t = useTranslations("settings");
  const { code, change } = useLocale();
  const [wanted, setWanted] = useState<{ readonly code: LocaleCode; readonly work: readonly PendingWork[] }>();

  async function choose(next: string) {
    if (!isLocaleCode(next)) return;
    try {
      const work = (await dialog.load()).getPendingWork();
      if (work.length > 0) setWanted({ code: next, work });
      else change(next);
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }

  return (
    <>
      <ListRow title={t("language")} subtitle={t("languageHint")} anchor="language" also={[t("languageAlso")]}>
        <Select
          className={styles.language}
          value={code}
          options={Object.entries(maskLanguages).map(([value, label]) => ({ value, label }))}
          onChange={(next) => void choose(next)}
        />
      </ListRow>
      {wanted && (
        <Suspense>
          <LanguageDialog {...wanted} onClose={() => setWanted(undefined)} />
        </Suspense>
      )}
    </>
  );
}

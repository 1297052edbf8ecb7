"use client";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyWithWords } from "@/components/all-words";
import { ListRow } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import { isLocaleCode, type LocaleCode, locales } from "@/locales/registry";
import { useLocale } from "@/store/locale";
import { isAnswering } from "@/store/turns";

const LanguageDialog = lazyWithWords(async () => (await import("./language-dialog")).LanguageDialog);

/** The choice of a language: the page reloads, at once or, while a reply is being written, after a question. */
export function LanguageRow() {
  const t = useTranslations("settings");
  const { code, change } = useLocale();
  const [wanted, setWanted] = useState<LocaleCode>();

  function choose(next: string) {
    if (!isLocaleCode(next)) return;
    if (isAnswering()) setWanted(next);
    else change(next);
  }

  return (
    <>
      <ListRow title={t("language")} subtitle={t("languageHint")} anchor="language" also={[t("languageAlso")]}>
        <Select
          value={code}
          options={Object.entries(locales).map(([value, { name }]) => ({ value, label: name }))}
          onChange={choose}
        />
      </ListRow>
      {wanted && (
        <Suspense>
          <LanguageDialog code={wanted} onClose={() => setWanted(undefined)} />
        </Suspense>
      )}
    </>
  );
}

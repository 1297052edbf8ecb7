"use client";
import { useTranslations } from "use-intl";
import { Select } from "@/components/ui/select";
import { maskLanguages } from "@/lib/chat/mask-languages";
import { useMasks } from "@/store/masks";

/** Chooses the language of the masks that are shown; it is remembered. */
export function LanguageFilter() {
  const t = useTranslations("masks");
  const language = useMasks((masks) => masks.language);
  const languages = Object.entries(maskLanguages).map(([value, label]) => ({ value, label }));
  return (
    <Select
      label={t("language")}
      value={Object.hasOwn(maskLanguages, language) ? language : ""}
      options={[{ value: "", label: t("allLanguages") }, ...languages]}
      onChange={(code) => useMasks.getState().setLanguage(code)}
    />
  );
}

"use client";
import { useTranslations } from "use-intl";
import { Select } from "@/components/ui/select";
import { maskLanguages } from "@/lib/chat/mask-languages";
import { allLanguages } from "@/lib/chat/mask-list";
import { useMasks } from "@/store/library/masks";
import { useAllMasks, useMaskFilter } from "./use-masks";

/** A filter by the languages of the masks, which is stored. By default masks are in a language of the user. */
export function LanguageFilter() {
  const t = useTranslations("masks");
  const { language } = useMaskFilter();
  const existing = new Set(useAllMasks().map(({ lang }) => lang));
  const languages = Object.entries(maskLanguages)
    .map(([value, label]) => ({ value, label }))
    .filter(({ value }) => existing.has(value) || value === language);
  return (
    <Select
      label={t("language")}
      value={language || allLanguages}
      options={[{ value: allLanguages, label: t("allLanguages") }, ...languages]}
      onChange={(code) => useMasks.getState().setLanguage(code)}
    />
  );
}

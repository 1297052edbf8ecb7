import { useTranslations } from "use-intl";
import type { EnglishMessages } from "@/locales/messages";

type Words = keyof EnglishMessages["imageTasks"];

/** Returns functions that format the parameters of an image, and their values. Unknown ones are returned unchanged. */
export function useParamWords() {
  const t = useTranslations("imageTasks");

  function said(key: string, otherwise: string): string {
    return t.has(key as Words) ? t(key as "title") : otherwise;
  }

  return {
    nameOf: (name: string) => said(`field_${name}`, name),
    wordOf(name: string, value: string): string {
      if (name === "output_format") return value.toUpperCase();
      if (name === "size") return value.replace("x", "×");
      return said(`${name}_${value}`, value);
    },
  };
}

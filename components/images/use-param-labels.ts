import { useTranslations } from "use-intl";
import type { EnglishMessages } from "@/locales/messages";

type Key = keyof EnglishMessages["imageTasks"];

/** Returns functions that format the parameters of an image, and their values. Unknown ones are returned unchanged. */
export function useParamLabels() {
  const t = useTranslations("imageTasks");

  function label(key: string, fallback: string): string {
    return t.has(key as Key) ? t(key as "title") : fallback;
  }

  return {
    fieldLabel: (name: string) => label(`field_${name}`, name),
    valueLabel(name: string, value: string): string {
      if (name === "output_format") return value.toUpperCase();
      return label(`${name}_${value}`, name === "size" ? value.replace("x", "×") : value);
    },
  };
}

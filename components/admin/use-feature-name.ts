import { useTranslations } from "use-intl";
import type { codeFeatures } from "@/store/admin/admin-api";

/** Returns a function that returns the name of a feature of a code. */
export function useFeatureName(): (feature: (typeof codeFeatures)[number]) => string {
  const t = useTranslations();
  const names = {
    images: t("models.images"),
    voice: t("settings.speech"),
    tools: t("settings.tools"),
    "own-keys": t("admin.ownKeys"),
  };
  return (feature) => names[feature];
}

import { useTranslations } from "use-intl";
import { taglineIn } from "@/lib/platform/brand";
import { useAccess } from "@/store/access";
import { useLocale } from "@/store/locale";

/** Tells search engines what the app is; they pass over one that asks for a code (docs/decisions/0043). */
export function PageFacts() {
  const t = useTranslations("app");
  const tagline = taglineIn(useLocale(({ code }) => code)) || t("tagline");
  const isGuarded = useAccess(({ flags }) => flags?.needCode === true);
  return (
    <>
      <meta name="description" content={tagline} />
      {isGuarded && <meta name="robots" content="noindex, nofollow" />}
    </>
  );
}

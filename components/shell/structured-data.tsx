import { useTranslations } from "use-intl";
import { taglineIn } from "@/lib/platform/brand";
import { useLocale } from "@/store/base/locale";
import { useAccess } from "@/store/settings/access";

/** The structured data for search engines. Search engines ignore an app that asks for a code (docs/decisions/0043). */
export function StructuredData() {
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

"use client";
import { useTranslations } from "use-intl";
import { hasSiteLinks, SiteLinks } from "@/components/shell/site-links";
import { ListRow } from "@/components/ui/list-row";

/** The operator's links, such as the privacy policy; without one, no row. */
export function SiteLinksRow() {
  const t = useTranslations("settings");
  if (!hasSiteLinks()) return null;
  return (
    <ListRow title={t("siteLinks")} stacked>
      <SiteLinks />
    </ListRow>
  );
}

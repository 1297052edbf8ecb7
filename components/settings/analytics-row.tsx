"use client";
import { useFormatter, useTranslations } from "use-intl";
import { ListRow } from "@/components/ui/list-row";
import { brand } from "@/lib/platform/brand";

/** A note that the operator counts visits, with the services; without one, no row. */
export function AnalyticsRow() {
  const t = useTranslations("analytics");
  const format = useFormatter();
  const { vercel = false, ga = "", gtm = "" } = brand.analytics ?? {};
  const services = [
    ...(vercel ? ["Vercel Web Analytics"] : []),
    ...(ga ? ["Google Analytics"] : []),
    ...(gtm ? ["Google Tag Manager"] : []),
  ];
  if (services.length === 0) return null;
  return <ListRow title={t("title")} subtitle={t("hint", { service: format.list(services) })} anchor="analytics" />;
}

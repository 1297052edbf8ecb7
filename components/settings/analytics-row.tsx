"use client";
import { useTranslations } from "use-intl";
import { ListRow } from "@/components/ui/list-row";

/** A note that the operator counts visits. */
export function AnalyticsRow() {
  const t = useTranslations("analytics");
  return <ListRow title={t("title")} subtitle={t("hint", { service: "Vercel Web Analytics" })} anchor="analytics" />;
}

"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Banner } from "@/components/ui/banner";
import { dismissBanner, isBannerDismissed } from "@/store/base/banner";

/** A banner that links to the hosted service, until it is dismissed on this device. */
export function HostedBanner({ href }: { readonly href: string }) {
  const t = useTranslations();
  const [wasDismissed] = useState(isBannerDismissed);
  if (wasDismissed) return null;
  return (
    <Banner label={t("auth.banner")} dismissLabel={t("app.dismiss")} onDismiss={dismissBanner}>
      {t("auth.bannerText")}{" "}
      <a href={href} rel="noreferrer">
        {t("auth.bannerLink")}
      </a>
    </Banner>
  );
}

"use client";
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { dismissBanner, isBannerDismissed } from "@/store/banner";
import styles from "./hosted-banner.module.css";

/** Points to the hosted service, until it is dismissed on this device (§2.4). */
export function HostedBanner({ href }: { readonly href: string }) {
  const t = useTranslations();
  const [isShown, setShown] = useState(() => !isBannerDismissed());
  if (!isShown) return null;

  function dismiss() {
    setShown(false);
    dismissBanner();
  }

  return (
    <aside className={styles.banner} aria-label={t("auth.banner")}>
      <p>
        {t("auth.bannerText")}{" "}
        <a href={href} rel="noreferrer">
          {t("auth.bannerLink")}
        </a>
      </p>
      <IconButton icon={X} label={t("app.dismiss")} className={styles.close} onClick={dismiss} />
    </aside>
  );
}

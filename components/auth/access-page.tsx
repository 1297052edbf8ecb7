"use client";
import { ArrowLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { Mark } from "@/components/shell/mark";
import { SiteLinks } from "@/components/shell/site-links";
import { IconLink } from "@/components/ui/icon-button";
import { brand } from "@/lib/platform/brand";
import { readBuildInfo } from "@/lib/platform/build-info";
import { useAccess } from "@/store/settings/access";
import { AccessForm } from "./access-form";
import styles from "./access-page.module.css";
import { HostedBanner } from "./hosted-banner";
import { useAccessMessageKeys } from "./use-access-message-keys";

/**
 * The screen that asks for the site's access code, or for the user's own keys. The desktop app has no site, so it links
 * to the settings.
 */
export function AccessPage() {
  const t = useTranslations("auth");
  const router = useRouter();
  const { isApp } = readBuildInfo(document);
  const { hostedService } = brand.links;
  const { title } = useAccessMessageKeys();
  // Until it is known whether the site needs a code, no form is right, and another one would move the text.
  const isKnown = useAccess(({ flags }) => flags !== null);

  useEffect(() => {
    document.title = `${t(title)} · ${brand.name}`;
    if (isApp) router.replace("/settings#access");
  }, [isApp, router, t, title]);

  if (isApp || !isKnown) return null;
  return (
    <section className={styles.screen} aria-labelledby="auth-title">
      {hostedService && <HostedBanner href={hostedService} />}
      <header className={styles.head}>
        <IconLink icon={ArrowLeft} flip label={t("home")} href="/" />
      </header>
      <div className={styles.center}>
        <div className={styles.content}>
          <Mark className={styles.mark} />
          <AccessForm hostedService={hostedService} />
          <SiteLinks />
        </div>
      </div>
    </section>
  );
}

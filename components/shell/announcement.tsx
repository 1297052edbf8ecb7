"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Banner } from "@/components/ui/banner";
import { type Brand, textIn } from "@/lib/brand/brand";
import { brand } from "@/lib/platform/brand";
import { dismissAnnouncement, isAnnouncementDismissed } from "@/store/base/banner";
import { useLocale } from "@/store/base/locale";

/** The operator's announcement, shown until it is dismissed on this device. A changed text is shown again. */
export function Announcement({ text, link }: NonNullable<Brand["announcement"]>) {
  const t = useTranslations();
  const words = textIn(
    text,
    useLocale(({ code }) => code),
  );
  const [wasDismissed] = useState(() => isAnnouncementDismissed(text));
  if (wasDismissed || words === "") return null;
  return (
    <Banner label={t("announcement.label")} dismissLabel={t("app.dismiss")} onDismiss={() => dismissAnnouncement(text)}>
      {link ? (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {words}
        </a>
      ) : (
        words
      )}
    </Banner>
  );
}

/** Applies the operator's settings, if there are any. Part of this module because both belong to the first render. */
export async function applyDefaults(started: Promise<unknown>): Promise<void> {
  if (!brand.defaults) return;
  const { applySiteDefaults } = await import("@/store/app/site-defaults");
  await applySiteDefaults(started);
}

"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Banner } from "@/components/ui/banner";
import { type Brand, textIn } from "@/lib/brand/brand";
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

"use client";
import { Drama } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl";
import { Icon } from "@/components/ui/icon";
import { tipProps } from "@/components/ui/tip-props";
import { useSettings } from "@/store/settings";
import styles from "./sidebar-nav.module.css";

/** The ways to other screens than chats: to the picker of masks, or to their list where the picker was sent away (§1.2). */
export function SidebarNav({ isNarrow }: { readonly isNarrow: boolean }) {
  const t = useTranslations("masks");
  const isPickerOff = useSettings((settings) => settings.dontShowMaskSplashScreen);
  const isHere = /^\/(masks|new-chat)/.test(usePathname());
  return (
    <Link
      className={styles.link}
      href={isPickerOff ? "/masks" : "/new-chat?from=home"}
      aria-current={isHere ? "page" : undefined}
      data-narrow={isNarrow || undefined}
      aria-label={t("title")}
      {...(isNarrow && tipProps(t("title")))}
    >
      <Icon glyph={Drama} />
      <span>{t("title")}</span>
    </Link>
  );
}

"use client";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { IconLink } from "@/components/ui/icon-button";
import styles from "./shared-page.module.css";

interface SharedFrameProps {
  readonly title: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** The screen around shared content: its title, its actions, and a note about its origin. */
export function SharedFrame({ title, actions, children }: SharedFrameProps) {
  const t = useTranslations();
  return (
    <section className={styles.screen} aria-label={title}>
      <header className={styles.head}>
        <IconLink icon={ChevronLeft} flip label={t("artifact.home")} href="/" />
        <h1 className={styles.title} dir="auto">
          {title}
        </h1>
        {actions}
      </header>
      <p className={styles.origin}>{t("sealedLink.origin")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className={styles.content} tabIndex={0}>
        <div className={styles.column}>{children}</div>
      </div>
    </section>
  );
}

"use client";
import { ChevronLeft } from "lucide-react";
import type { MouseEvent, ReactNode, UIEvent } from "react";
import { useTranslations } from "use-intl";
import { IconLink } from "@/components/ui/icon-button";
import styles from "./shared-page.module.css";

/** Distance from the end at which more content is rendered, in pixels. */
const nearEnd = 1500;

interface SharedFrameProps {
  readonly title: string;
  readonly actions: ReactNode;
  /** Called when the end of the content is near. */
  readonly onNearEnd?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** The screen around shared content: its title, its actions, and a note about its origin. */
export function SharedFrame({ title, actions, onNearEnd, children }: SharedFrameProps) {
  const t = useTranslations();

  function scroll({ currentTarget: view }: UIEvent<HTMLElement>) {
    if (view.scrollHeight - view.scrollTop - view.clientHeight < nearEnd) onNearEnd?.();
  }

  /** Follows anchors without changing the address, whose fragment is the content of the page. */
  function followAnchor(event: MouseEvent<HTMLElement>) {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    if (!link) return;
    event.preventDefault();
    document.getElementById(decodeURIComponent(link.getAttribute("href")?.slice(1) ?? ""))?.scrollIntoView();
  }

  return (
    // The capture phase, before the links' own handlers.
    <section className={styles.screen} aria-label={title} onClickCapture={followAnchor}>
      <header className={styles.head}>
        <IconLink icon={ChevronLeft} flip label={t("artifact.home")} href="/" />
        <h1 className={styles.title} dir="auto">
          {title}
        </h1>
        {actions}
      </header>
      <p className={styles.origin}>{t("sealedLink.origin")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className={styles.content} tabIndex={0} onScroll={scroll}>
        <div className={styles.column}>{children}</div>
      </div>
    </section>
  );
}

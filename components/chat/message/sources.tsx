"use client";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { SafeLink } from "@/components/markdown/safe-link";
import { Clamped } from "@/components/ui/clamped";
import type { Source } from "@/lib/chat/sources";
import styles from "./sources.module.css";

/** The web pages on which a reply is based, numbered, with their hosts and the quoted passages. */
export function Sources({ sources }: { readonly sources: readonly Source[] }) {
  const t = useTranslations("toolCalls");
  const id = useId();
  return (
    <section className={styles.sources} aria-labelledby={id}>
      <div id={id} className={styles.heading}>
        {t("sources")}
      </div>
      <ol className={styles.list}>
        {sources
          .filter(({ url }) => URL.canParse(url))
          .map(({ url, title, quote }) => {
            const { host } = new URL(url);
            return (
              <li key={url}>
                <SafeLink href={url}>
                  <bdi>{title ?? host}</bdi>
                </SafeLink>
                {title !== undefined && title !== host && (
                  <>
                    {" "}
                    <bdi dir="ltr" className={styles.host}>
                      {host}
                    </bdi>
                  </>
                )}
                {quote !== undefined && (
                  <blockquote className={styles.quote}>
                    <Clamped text={quote} />
                  </blockquote>
                )}
              </li>
            );
          })}
      </ol>
    </section>
  );
}

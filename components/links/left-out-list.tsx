"use client";
import { useTranslations } from "use-intl";
import type { LinkContents } from "@/lib/links/link-contents";
import styles from "./link-items-dialog.module.css";

/** The ignored parts of a link, each with its reason. */
export function LeftOutList({ contents: { leftOut, unknown } }: { readonly contents: LinkContents }) {
  const t = useTranslations("link");
  if (leftOut.length + unknown === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{t("leftOut")}</h3>
      <ul className={styles.leftOut}>
        {leftOut.map(({ name, reason }) => (
          <li key={name}>
            <code dir="ltr">{name}</code> <span>{t(reason)}</span>
          </li>
        ))}
        {unknown > 0 && <li>{t("unknown", { count: unknown })}</li>}
      </ul>
    </>
  );
}

"use client";
import { useTranslations } from "use-intl";
import { siteLinkNames } from "@/lib/brand/brand";
import { brand } from "@/lib/platform/brand";
import styles from "./site-links.module.css";

/** Whether the operator has set a link that every visitor must be able to find. */
export function hasSiteLinks(): boolean {
  return siteLinkNames.some((name) => brand.links[name]);
}

/** The operator's links to the legal notice, terms, privacy policy and support; without one, nothing. */
export function SiteLinks() {
  const t = useTranslations("siteLinks");
  if (!hasSiteLinks()) return null;
  return (
    <ul className={styles.links}>
      {siteLinkNames.map((name) => {
        const href = brand.links[name];
        return (
          href && (
            <li key={name}>
              <a href={href} target="_blank" rel="noreferrer">
                {t(name)}
              </a>
            </li>
          )
        );
      })}
    </ul>
  );
}

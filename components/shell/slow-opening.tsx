"use client";
import { basePath } from "@/lib/platform/build-info";
import { localeOf } from "@/locales/registry";
import { useLocale } from "@/store/base/locale";
import styles from "./slow-opening.module.css";

/** A notice of the likely reason the database does not open, with a link that saves the data without the app. */
export function SlowOpening() {
  const { code, messages } = useLocale();
  if (!messages?.data) return null;
  const { tag, direction } = localeOf(code);
  return (
    <div className={styles.notice} lang={tag} dir={direction} role="alert">
      <p>{messages.data.slowOpening}</p>
      <a href={`${basePath}/rescue/index.html`}>{messages.oops.saveData}</a>
    </div>
  );
}

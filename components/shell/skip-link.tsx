import { useTranslations } from "use-intl";
import styles from "./app-shell.module.css";

/** The first Tab stop: a link that skips the sidebar. */
export function SkipLink() {
  const t = useTranslations("app");
  return (
    <a className={styles.skip} href="#main">
      {t("skipToContent")}
    </a>
  );
}

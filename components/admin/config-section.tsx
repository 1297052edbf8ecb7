"use client";
import { useTranslations } from "use-intl";
import { Disclosure } from "@/components/ui/disclosure";
import { Notice } from "@/components/ui/notice";
import type { ShownConfig } from "@/store/admin/admin-api";
import styles from "./admin.module.css";

/** The configuration as the server sees it: its problems, and which variables are set. */
export function ConfigSection({ config: { problems, variables } }: { readonly config: ShownConfig }) {
  const t = useTranslations("admin");
  const set = variables.filter(({ isSet }) => isSet);
  const unset = variables.filter(({ isSet }) => !isSet);
  return (
    <section className={styles.group} aria-labelledby="admin-config">
      <h2 id="admin-config">{t("config")}</h2>
      {problems.length === 0 ? (
        <p className={styles.note}>{t("noProblems")}</p>
      ) : (
        <Notice
          kind="warn"
          heading={t("problems")}
          text={
            <ul className={styles.problems} lang="en" dir="ltr">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          }
        />
      )}
      <table className={styles.table}>
        <caption>{t("set")}</caption>
        <tbody>
          {set.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">
                <code dir="ltr">{name}</code>
              </th>
              <td>{value === undefined ? t("set") : <code dir="ltr">{value}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Disclosure look="plain" summary={t("unset")}>
        <p className={styles.names} dir="ltr">
          {unset.map(({ name }) => name).join(", ")}
        </p>
      </Disclosure>
    </section>
  );
}

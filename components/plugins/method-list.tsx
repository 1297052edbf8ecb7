"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { SearchField } from "@/components/ui/search-field";
import { Tag } from "@/components/ui/tag";
import type { Operation } from "@/lib/tools/openapi/operations";
import styles from "./plugin-editor.module.css";

/** Length from which a list has a search field. */
const searchedFrom = 12;

/** Maximum number of rendered operations; a search finds all. */
const maxRows = 100;

/** The operations of a document that the model can call. */
export function MethodList({ operations }: { readonly operations: readonly Operation[] }) {
  const t = useTranslations("plugins");
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const found = operations.filter(({ id, description, path }) =>
    [id, description, path].some((text) => text.toLowerCase().includes(wanted)),
  );
  if (operations.length === 0) return null;
  return (
    <section className={styles.methods} aria-label={t("methodsTitle")}>
      <h3>{t("methods", { count: operations.length })}</h3>
      {operations.length >= searchedFrom && (
        <SearchField label={t("searchMethods")} clearLabel={t("clearSearch")} value={query} onChange={setQuery} />
      )}
      <ul>
        {found.slice(0, maxRows).map(({ method, path, id, description }) => (
          <li key={`${method} ${path}`}>
            <Tag tone={method === "GET" || method === "HEAD" ? "ok" : "info"}>{method}</Tag>
            <span className={styles.method}>{id}</span>
            <span className={styles.description} dir="auto">
              {description}
            </span>
          </li>
        ))}
      </ul>
      {found.length > maxRows && <p className={styles.note}>{t("moreMethods", { count: found.length - maxRows })}</p>}
    </section>
  );
}

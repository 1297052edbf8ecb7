"use client";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { LiveRegion } from "@/components/ui/live-region";
import { SearchField } from "@/components/ui/search-field";
import { isFoundBy } from "@/lib/fields/search";
import { containsSimilar } from "@/lib/search/similar-words";
import styles from "./settings-screen.module.css";

/** What is searched for among the settings. */
export interface RowSearch {
  readonly query: string;
  /** Whether a row is found by its words. */
  readonly isFound: (words: readonly string[]) => boolean;
  /** True where no row has the words themselves, so that similar ones are looked for. */
  readonly isLenient: boolean;
}

interface SettingsSearchProps {
  readonly search: RowSearch;
  readonly onChange: (search: RowSearch) => void;
  /** Tells how many rows the search has found, once they stand. */
  readonly onFound: (count: number) => void;
  readonly found: number;
}

/** The search over all rows, which forgives slips of the keys where nothing else is found; on a phone behind a button. */
export function SettingsSearch({ search, onChange, onFound, found }: SettingsSearchProps) {
  const t = useTranslations("settingsSearch");
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);

  const { query } = search;

  useEffect(() => {
    if (search.query === "") return;
    const count = document.querySelectorAll("main [data-row]:not([hidden])").length;
    if (count === 0 && !search.isLenient) onChange(searchFor(search.query, true));
    else onFound(count);
  }, [search, onChange, onFound]);

  if (isPhone && !isOpen && query === "")
    return <IconButton icon={Search} label={t("search")} onClick={() => setOpen(true)} />;
  return (
    <>
      <SearchField
        // It has come where its button was pressed.
        autoFocus={isOpen}
        className={styles.search}
        label={t("search")}
        clearLabel={t("clearSearch")}
        value={query}
        onChange={(next) => onChange(searchFor(next, false))}
        onBlur={() => setOpen(false)}
      />
      <LiveRegion text={query === "" ? "" : t("found", { count: found })} />
    </>
  );
}

function searchFor(query: string, isLenient: boolean): RowSearch {
  const isMet = isLenient ? containsSimilar : undefined;
  return { query, isFound: (words) => isFoundBy(query, words, isMet), isLenient };
}

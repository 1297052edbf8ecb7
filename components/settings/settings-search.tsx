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

/** The search among the settings. */
export interface RowSearch {
  readonly query: string;
  /** Whether a row matches by its text. */
  readonly isFound: (words: readonly string[]) => boolean;
  /** True if no row matches exactly, so that similar text matches, too. */
  readonly isLenient: boolean;
}

interface SettingsSearchProps {
  readonly search: RowSearch;
  readonly onChange: (search: RowSearch) => void;
  /** Called with the number of matching rows, once they are rendered. */
  readonly onFound: (count: number) => void;
  readonly found: number;
}

/**
 * The search over all rows. If nothing matches exactly, it tolerates typing errors. On a phone it is behind a button.
 */
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
        // The field replaces the button that was clicked.
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

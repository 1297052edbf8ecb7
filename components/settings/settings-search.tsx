"use client";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { LiveRegion } from "@/components/ui/live-region";
import { SearchField } from "@/components/ui/search-field";
import styles from "./settings-screen.module.css";

interface SettingsSearchProps {
  readonly query: string;
  readonly onChange: (query: string) => void;
  /** Tells how many rows the search has found, once they stand. */
  readonly onFound: (count: number) => void;
  readonly found: number;
}

/** The search over all rows; on a phone behind a button. */
export function SettingsSearch({ query, onChange, onFound, found }: SettingsSearchProps) {
  const t = useTranslations("settings");
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (query !== "") onFound(document.querySelectorAll("main [data-row]:not([hidden])").length);
  }, [query, onFound]);

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
        onChange={onChange}
        onBlur={() => setOpen(false)}
      />
      <LiveRegion text={query === "" ? "" : t("found", { count: found })} />
    </>
  );
}

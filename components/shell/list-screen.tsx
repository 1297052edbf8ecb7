"use client";
import { ChevronLeft, X } from "lucide-react";
import { type ReactNode, useEffect, useId } from "react";
import { useStartChat } from "@/components/masks/use-start-chat";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { SearchField } from "@/components/ui/search-field";
import { brand } from "@/lib/platform/brand";
import styles from "./list-screen.module.css";

interface ListScreenProps {
  readonly title: string;
  /** The number of items. */
  readonly counts: string;
  readonly closeLabel: string;
  /** Actions on all items, in the header. */
  readonly actions?: ReactNode;
  readonly search: {
    readonly label: string;
    readonly clearLabel: string;
    readonly value: string;
    readonly onChange: (value: string) => void;
  };
  /** The controls beside the search: filters, and a button to add an item. */
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

/** A screen beside the sidebar with a searchable list of items to add and edit. Its close button leads back. */
export function ListScreen({ title, counts, closeLabel, actions, search, tools, children }: ListScreenProps) {
  const id = useId();
  const isPhone = useIsPhone();
  const { goBack } = useStartChat();
  const back = <IconButton icon={isPhone ? ChevronLeft : X} flip={isPhone} label={closeLabel} onClick={goBack} />;

  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
    performance.mark("screen-ready");
  }, [title]);

  return (
    <section className={styles.screen} aria-labelledby={id}>
      <header className={styles.head}>
        {isPhone && back}
        <div className={styles.titles}>
          <h1 id={id} className={styles.title}>
            {title}
          </h1>
          <p>{counts}</p>
        </div>
        {actions}
        {!isPhone && back}
      </header>
      <div className={styles.scroll}>
        <div className={styles.page}>
          <div className={styles.tools}>
            <SearchField className={styles.search} {...search} />
            {tools}
          </div>
          {children}
        </div>
      </div>
    </section>
  );
}

/** A notice, not an error, about something missing in the list, such as items that failed to load. */
export function ListNotice({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.notice} role="status">
      {children}
    </p>
  );
}

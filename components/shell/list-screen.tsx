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
  /** How many things there are. */
  readonly counts: string;
  readonly closeLabel: string;
  /** What can be done with all of them, in the head. */
  readonly actions?: ReactNode;
  readonly search: {
    readonly label: string;
    readonly clearLabel: string;
    readonly value: string;
    readonly onChange: (value: string) => void;
  };
  /** Stands beside the search: what narrows the list, and the way to one more. */
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

/** A screen beside the sidebar that lists things to search, add, look at and set up; it leads back to where one was. */
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

/** Says quietly what is missing in the list, such as what could not be loaded; nothing while nothing is. */
export function ListNotice({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.notice} role="status">
      {children}
    </p>
  );
}

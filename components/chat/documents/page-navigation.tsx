"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import styles from "./document-viewer.module.css";

interface PageNavigationProps {
  /** The shown page, from 0. */
  readonly index: number;
  readonly count: number;
  /** The names of sheets and sections; pages and slides have numbers only. */
  readonly labels?: readonly string[] | undefined;
  readonly onGo: (index: number) => void;
}

/** Buttons for the previous and next page, and between them the page's number or name, which can be changed. */
export function PageNavigation({ index, count, labels, onGo }: PageNavigationProps) {
  const t = useTranslations("documents");
  const format = useFormatter();
  // Unlike the attribute "disabled", a reason leaves the focus on the button.
  const position = t("pageOf", { page: index + 1, pages: count });
  return (
    <div className={styles.navigation}>
      <IconButton
        icon={ChevronLeft}
        flip
        label={t("previousPage")}
        disabledReason={index === 0 ? position : undefined}
        onClick={() => onGo(index - 1)}
      />
      {labels ? (
        <Select
          label={t("page")}
          value={String(index)}
          options={labels.map((label, place) => ({
            value: String(place),
            label: label || t("pageOf", { page: place + 1, pages: count }),
          }))}
          onChange={(value) => onGo(Number(value))}
        />
      ) : (
        <span className={styles.number} dir="ltr">
          <PageField index={index} count={count} onGo={onGo} />
          <span>/ {format.number(count)}</span>
        </span>
      )}
      <IconButton
        icon={ChevronRight}
        flip
        label={t("nextPage")}
        disabledReason={index >= count - 1 ? position : undefined}
        onClick={() => onGo(index + 1)}
      />
    </div>
  );
}

/** The field with the number of the page. Enter or leaving the field goes to the page. */
function PageField({ index, count, onGo }: Omit<PageNavigationProps, "labels">) {
  const t = useTranslations("documents");
  const [draft, setDraft] = useState<string>();

  function go() {
    const page = Number.parseInt(draft ?? "", 10);
    setDraft(undefined);
    const wanted = Math.min(count, Math.max(1, page)) - 1;
    if (Number.isInteger(page) && wanted !== index) onGo(wanted);
  }

  function pressKey(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    go();
  }

  return (
    <input
      className={styles.page}
      aria-label={t("goToPage")}
      inputMode="numeric"
      value={draft ?? String(index + 1)}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setDraft(target.value.replace(/\D+/g, "").slice(0, 6))}
      onBlur={go}
      onKeyDown={pressKey}
    />
  );
}

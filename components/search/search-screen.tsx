"use client";
import { ChevronLeft, X } from "lucide-react";
import { type UIEvent, useEffect, useId, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { Mark } from "@/components/shell/mark";
import { useCloseScreen } from "@/components/shell/use-close-screen";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { IconLink } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { isolated, isolatedLtr } from "@/components/ui/isolated";
import { SearchField } from "@/components/ui/search-field";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorMessage } from "@/components/use-error-message";
import { brand } from "@/lib/platform/brand";
import { operatorExamples } from "@/lib/search/operators";
import { OperatorChips } from "./operator-chips";
import { OperatorProblems } from "./operator-problems";
import { filterOf, maxChars } from "./search-address";
import { SearchFilters } from "./search-filters";
import { SearchResultList } from "./search-results";
import styles from "./search-screen.module.css";
import { useOpenResult } from "./use-open-result";
import { useOptionWalk } from "./use-option-walk";
import { useSearch } from "./use-search";
import { useSearchAddress } from "./use-search-address";

/** Number of chats requested at first, and added each time the end of the list is near. */
const chatsAtOnce = 12;
/** Distance from the end at which more are requested, in pixels. */
const nearEnd = 800;
const noSearch = { words: "", role: "", model: "", from: "", to: "", chat: "" } as const;

/** The search over all chats. */
export function SearchScreen() {
  const t = useTranslations();
  const id = useId();
  const [{ words, ...filters }, change] = useSearchAddress();
  const [limit, setLimit] = useState(chatsAtOnce);
  const { role, model, from, to, chat } = filters;
  const filter = useMemo(() => filterOf({ role, model, from, to, chat }), [role, model, from, to, chat]);
  const { results, error } = useSearch({ words, filter, most: limit });
  const chats = results?.chats ?? [];
  const openResult = useOpenResult();
  const elementId = (sessionId: string) => `${id}-${sessionId}`;
  const { activeId, onKeyDown } = useOptionWalk(
    chats.map(({ sessionId }) => sessionId),
    elementId,
    open,
  );
  const hasResults = chats.length > 0;

  const title = t("search.title");
  useCloseScreen();
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title]);

  function open(sessionId: string) {
    const result = chats.find((each) => each.sessionId === sessionId);
    if (result) openResult(result);
  }

  function changeSearch(changed: Parameters<typeof change>[0]) {
    change(changed);
    setLimit(chatsAtOnce);
  }

  /** Moves the focus to the field, because the clicked chip or button is unmounted. */
  function changeInField(changed: Parameters<typeof change>[0]) {
    changeSearch(changed);
    document.getElementById(`${id}-field`)?.focus();
  }

  function showMore({ currentTarget: view }: UIEvent<HTMLElement>) {
    const rest = view.scrollHeight - view.scrollTop - view.clientHeight;
    if (rest < nearEnd && results && chats.length < results.foundCount) setLimit(chats.length + chatsAtOnce);
  }

  return (
    <section className={styles.screen} aria-labelledby={`${id}-title`}>
      <Head id={`${id}-title`} />
      <div className={styles.scroll} onScroll={showMore}>
        <search className={styles.page}>
          <SearchField
            id={`${id}-field`}
            className={styles.field}
            value={words}
            onChange={(text) => changeSearch({ words: text })}
            onKeyDown={onKeyDown}
            label={t("search.field")}
            clearLabel={t("search.clear")}
            maxLength={maxChars}
            autoFocus
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={hasResults}
            aria-controls={hasResults ? `${id}-list` : undefined}
            aria-activedescendant={activeId === undefined ? undefined : elementId(activeId)}
          />
          <OperatorProblems words={words} models={results?.areModelsKnown ? results.models : undefined} />
          <OperatorChips words={words} onChange={(text) => changeInField({ words: text })} />
          <SearchFilters
            words={words}
            address={filters}
            models={results?.models ?? []}
            areModelsKnown={results?.areModelsKnown ?? false}
            onChange={changeSearch}
          />
          {words === "" && <SearchHints />}
          <SearchStatus results={results} />
          {hasResults && (
            <SearchResultList id={`${id}-list`} chats={chats} activeId={activeId} elementId={elementId} onOpen={open} />
          )}
        </search>
        <SearchWithoutResults words={words} results={results} error={error} onClear={() => changeInField(noSearch)} />
      </div>
    </section>
  );
}

/** The operators of a search, with examples. */
function SearchHints() {
  const t = useTranslations("search");
  return (
    <p className={styles.count}>
      {t("operators", { operators: isolatedLtr(operatorExamples.join(" ")) })}
      <br />
      {t("operatorsHint", { example: isolatedLtr('project:"Tide tables"'), escaped: isolatedLtr('\\"') })}
      <br />
      {t("datesHint", { before: isolatedLtr("before:"), after: isolatedLtr("after:") })}
    </p>
  );
}

interface SearchOutcome extends Pick<ReturnType<typeof useSearch>, "results"> {
  readonly words: string;
}

/** The number of results, as a status that screen readers announce. */
function SearchStatus({ results }: Pick<SearchOutcome, "results">) {
  const t = useTranslations("search");
  return (
    <p role="status" className={styles.count}>
      {results && statusTexts(results).map((text) => `${text} `)}
    </p>
  );

  function statusTexts(shown: NonNullable<SearchOutcome["results"]>): string[] {
    const { chats, chatCount, matchCount, isComplete, isRebuilding } = shown;
    if (chats.length === 0) return isRebuilding && !isComplete ? [t("rebuilding")] : [];
    return [
      chatCount > 0 ? t("found", { count: matchCount, chats: chatCount }) : t("foundSimilar"),
      ...(isComplete ? [] : [isRebuilding ? t("rebuilding") : t("reading")]),
    ];
  }
}

interface SearchWithoutResultsProps extends SearchOutcome, Pick<ReturnType<typeof useSearch>, "error"> {
  readonly onClear: () => void;
}

/** Takes the place of results: an error, a skeleton while the search runs, or the sentence that nothing was found. */
function SearchWithoutResults({ words, results, error, onClear }: SearchWithoutResultsProps) {
  const t = useTranslations();
  const errorText = useErrorMessage();
  if (error) {
    return (
      <EmptyState
        heading={t("search.failed")}
        text={errorText(error)}
        action={<Button onClick={() => location.reload()}>{t("chat.reload")}</Button>}
      />
    );
  }
  const isSearching = words.trim() !== "" && (results?.chats.length ?? 0) === 0;
  const isNone = isSearching && results?.isComplete;
  return (
    <>
      <div role="status">
        {isNone && (
          <EmptyState
            mark={<Mark />}
            heading={t("search.none", { words: isolated(words) })}
            text={t("search.noneHint")}
            action={<Button onClick={onClear}>{t("settingsSearch.clearSearch")}</Button>}
          />
        )}
      </div>
      {isSearching && !isNone && (
        <div className={styles.page}>
          <Skeleton label={t("search.loading")} />
        </div>
      )}
    </>
  );
}

function Head({ id }: { readonly id: string }) {
  const t = useTranslations();
  const isPhone = useIsPhone();
  return (
    <header className={styles.head}>
      {isPhone && <IconLink icon={ChevronLeft} flip label={t("chat.backToChats")} href="/" />}
      <h1 id={id} className={styles.title}>
        {t("search.title")}
      </h1>
      {!isPhone && <IconLink icon={X} label={t("search.close")} keys="Esc" href="/" />}
    </header>
  );
}

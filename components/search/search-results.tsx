"use client";
import type { MouseEvent } from "react";
import { useTranslations } from "use-intl";
import { SessionAvatar } from "@/components/chat/session-avatar";
import { useListDate } from "@/components/use-dates";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import type { ChatResult } from "@/store/search/search";
import { Pieces } from "./pieces";
import styles from "./search-screen.module.css";

interface SearchResultsProps {
  readonly id: string;
  readonly chats: readonly ChatResult[];
  readonly activeId: string | undefined;
  readonly elementId: (sessionId: string) => string;
  readonly onOpen: (sessionId: string) => void;
}

/** The results, grouped by chat. The search field keeps the focus and handles the keys. */
export function SearchResultList({ id, chats, activeId, elementId, onOpen }: SearchResultsProps) {
  const t = useTranslations("search");
  const similar = chats.filter(({ isSimilar }) => isSimilar);

  function click(event: MouseEvent) {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-chat]") : null;
    if (target?.dataset.chat !== undefined) onOpen(target.dataset.chat);
  }

  function draw(result: ChatResult) {
    const { sessionId } = result;
    return <Result key={sessionId} id={elementId(sessionId)} result={result} isActive={sessionId === activeId} />;
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    <div id={id} role="listbox" aria-label={t("results")} tabIndex={-1} className={styles.results} onClick={click}>
      {chats.filter(({ isSimilar }) => !isSimilar).map(draw)}
      {similar.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a listbox may not contain a fieldset
        <div role="group" aria-labelledby={`${id}-similar`}>
          <div id={`${id}-similar`} className={styles.caption}>
            {t("similar")}
          </div>
          {similar.map(draw)}
        </div>
      )}
    </div>
  );
}

interface ResultProps {
  readonly id: string;
  readonly result: ChatResult;
  readonly isActive: boolean;
}

function Result({ id, result: { sessionId, title, count, date, excerpt }, isActive }: ResultProps) {
  const t = useTranslations();
  const session = useChats((chats) => sessionOf(chats, sessionId));
  const when = useListDate(date);
  return (
    <div id={id} role="option" tabIndex={-1} aria-selected={isActive} data-chat={sessionId} className={styles.hit}>
      <span className={styles.chat}>
        {session && <SessionAvatar session={session} size="medium" />}
        <span className={styles.title} title={title.map(({ text }) => text).join("") || undefined}>
          {title.length > 0 ? <Pieces pieces={title} /> : t("chat.untitled")}
        </span>
      </span>
      <span className={styles.meta}>
        {count > 0 ? t("search.matches", { count }) : t("search.inTitle")} · {when}
      </span>
      {excerpt.length > 0 && (
        <span className={styles.excerpt}>
          <Pieces pieces={excerpt} />
        </span>
      )}
    </div>
  );
}

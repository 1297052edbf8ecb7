"use client";
import { ChevronDown, ChevronUp, MessagesSquare, X } from "lucide-react";
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { searchHref } from "@/components/search/search-address";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { SearchField } from "@/components/ui/search-field";
import { findInChat } from "@/lib/chat/find-in-chat";
import { isComposed } from "@/lib/chat/shortcuts";
import { isHidden } from "@/lib/platform/brand";
import { useChats } from "@/store/chats/chats";
import styles from "./find-bar.module.css";

interface FindBarProps {
  readonly sessionId: string;
  /** True if the whole chat is rendered, so that the browser's own search finds everything. */
  readonly isAllDrawn: boolean;
  readonly onGo: (id: string) => void;
}

/** Searches the whole chat if only a part of it is rendered. Ctrl F opens it in place of the browser's search. */
export const FindBar = memo(function FindBar({ sessionId, isAllDrawn, onGo }: FindBarProps) {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (isAllDrawn) return;
    function onKeyDown(event: globalThis.KeyboardEvent) {
      const isFind = event.key.toLowerCase() === "f" && (event.ctrlKey || event.metaKey);
      if (!isFind || event.shiftKey || event.altKey || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      setOpen(true);
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [isAllDrawn]);

  return isOpen && <OpenFindBar sessionId={sessionId} onGo={onGo} onClose={() => setOpen(false)} />;
});

interface OpenFindBarProps extends Pick<FindBarProps, "sessionId" | "onGo"> {
  readonly onClose: () => void;
}

function OpenFindBar({ sessionId, onGo, onClose }: OpenFindBarProps) {
  const t = useTranslations("thread");
  const bar = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const [words, setWords] = useState("");
  const [place, setPlace] = useState(-1);
  const wanted = useDeferredValue(words);
  const found = useMemo(() => {
    const { threads, messages } = useChats.getState();
    return findInChat(
      (threads[sessionId]?.ids ?? []).flatMap((id) => messages[id] ?? []),
      wanted,
    );
  }, [sessionId, wanted]);

  useEffect(() => {
    before.current = document.activeElement;
    bar.current?.querySelector("input")?.focus();
    return () => {
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    };
  }, []);

  function search(text: string) {
    setWords(text);
    setPlace(-1);
  }

  /** The search starts at the last match, because recent messages are searched for most. */
  function go(step: 1 | -1) {
    if (found.length === 0) return;
    const next = place < 0 ? found.length - 1 : (place + step + found.length) % found.length;
    setPlace(next);
    onGo(found[next] ?? "");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposed(event.nativeEvent)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      go(event.shiftKey ? 1 : -1);
    }
    if (event.key === "Escape" && words === "") {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  }

  return (
    <search ref={bar} className={styles.bar} onKeyDown={onKeyDown}>
      <SearchField value={words} onChange={search} label={t("find")} />
      <output className={styles.count}>
        {wanted.trim() !== "" &&
          (place < 0
            ? t("foundCount", { count: found.length })
            : t("foundPlace", { place: place + 1, count: found.length }))}
      </output>
      <IconButton icon={ChevronUp} label={t("findEarlier")} disabled={found.length === 0} onClick={() => go(-1)} />
      <IconButton icon={ChevronDown} label={t("findLater")} disabled={found.length === 0} onClick={() => go(1)} />
      {!isHidden("search") && (
        <IconLink icon={MessagesSquare} label={t("findEverywhere")} href={searchHref({ words })} />
      )}
      <IconButton icon={X} label={t("closeFind")} onClick={onClose} />
    </search>
  );
}

"use client";
import { FolderInput, Pin, PinOff, Tags, Trash2, X } from "lucide-react";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Toolbar } from "@/components/ui/toolbar";
import { useUi } from "@/store/base/ui";
import { useChatList } from "@/store/chats/chat-list";
import { useChats } from "@/store/chats/chats";
import styles from "./chat-selection-bar.module.css";
import { useChatActions } from "./use-chat-actions";

/** The bar below the list in selection mode: the number of selected chats, and their actions. */
export function ChatSelectionBar({ isNarrow }: { readonly isNarrow: boolean }) {
  const t = useTranslations();
  const { remove } = useChatActions();
  const sessions = useChats((chats) => chats.sessions);
  const chosen = useChatList((list) => list.chosen);
  const chosenChats = sessions.filter(({ id }) => chosen && id in chosen);
  const ids = chosenChats.map(({ id }) => id);
  const isPinned = ids.length > 0 && chosenChats.every(({ pinned }) => pinned);
  // A project would store the chat.
  const storedIds = chosenChats.filter(({ isTemporary }) => !isTemporary).map(({ id }) => id);
  const off = ids.length === 0 && { disabledReason: t("chatList.selectFirst") };

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) end();
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <Toolbar label={t("chatList.bar")} className={styles.bar}>
      <output className={styles.count} aria-label={t("chatList.selected", { count: ids.length })}>
        {isNarrow ? ids.length : t("chatList.selected", { count: ids.length })}
      </output>
      <IconButton
        icon={isPinned ? PinOff : Pin}
        label={t(isPinned ? "chatList.unpin" : "chatList.pin")}
        {...off}
        onClick={() => {
          useChats.getState().setPinned(ids, !isPinned);
          end();
        }}
      />
      <IconButton
        icon={FolderInput}
        label={t("projects.move")}
        aria-haspopup="dialog"
        {...(storedIds.length === 0 && { disabledReason: t("chatList.selectFirst") })}
        onClick={() => {
          useUi.getState().openDialog({ kind: "move-to-project", sessionIds: storedIds });
          end();
        }}
      />
      <IconButton
        icon={Tags}
        label={t("tags.title")}
        aria-haspopup="dialog"
        {...off}
        onClick={() => {
          useUi.getState().openDialog({ kind: "tags", sessionIds: ids });
          end();
        }}
      />
      <IconButton
        icon={Trash2}
        label={t("chatList.deleteSelected", { count: ids.length })}
        {...off}
        onClick={() => {
          remove(...ids);
          end();
        }}
      />
      <IconButton icon={X} label={t("chatList.endSelection")} keys="Esc" onClick={end} />
    </Toolbar>
  );
}

/** Moves the focus to the list, because the clicked button is unmounted with the bar. */
function end(): void {
  const isInBar = document.activeElement?.closest("[role=toolbar]") !== null;
  useChatList.getState().endSelection();
  if (isInBar) document.querySelector<HTMLElement>("nav li > :is(a, [data-fold])[tabindex='0']")?.focus();
}

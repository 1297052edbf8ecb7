"use client";
import { ArrowUp } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import composerStyles from "@/components/chat/composer/composer.module.css";
import { MessageField } from "@/components/chat/composer/message-field";
import { Icon } from "@/components/ui/icon";
import { emptyDraft, isBlankDraft } from "@/lib/chat/draft";
import { isUntouched, topOf } from "@/lib/chat/session";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { draftPersistence } from "@/store/turns/draft-persistence";
import styles from "./start-box.module.css";
import { newChatDefaults, useChatActions } from "./use-chat-actions";

/** The id of the draft before there is an empty chat for it. */
const noChat = "";

/**
 * The message box below the list of chats and the mask picker, on phones. What is typed is the draft of an empty chat;
 * sending opens that chat.
 */
export function StartBox() {
  const t = useTranslations("composer");
  const { open } = useChatActions();
  const box = useRef<HTMLTextAreaElement>(null);
  const chatId = useChats(({ sessions }) => {
    const top = topOf(sessions);
    return top && isUntouched(top) ? top.id : noChat;
  });
  const isBlank = useDrafts(({ drafts }) => isBlankDraft(drafts[chatId] ?? emptyDraft));

  useEffect(() => {
    if (chatId === noChat) return;
    useDrafts.getState().open(chatId);
    draftPersistence.follow(chatId);
  }, [chatId]);

  // The first letter creates the chat, so that its draft is stored.
  useEffect(() => {
    if (chatId !== noChat || isBlank) return;
    const { currentId, newChat, select } = useChats.getState();
    const { drafts, change, clear } = useDrafts.getState();
    const draft = drafts[noChat] ?? emptyDraft;
    const id = newChat(newChatDefaults());
    select(currentId);
    change(id, () => draft);
    clear(noChat);
  }, [chatId, isBlank]);

  function send() {
    if (chatId === noChat || isBlank) return;
    useDrafts.getState().requestSend(chatId);
    open(chatId);
  }

  return (
    <form
      className={`${composerStyles.composer} ${styles.start}`}
      aria-label={t("label")}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <MessageField sessionId={chatId} box={box} onSend={send} canListPrompts={false} />
      <button type="submit" className={composerStyles.send} aria-label={t("send")} disabled={isBlank}>
        <Icon glyph={ArrowUp} />
      </button>
    </form>
  );
}

"use client";
import { ArrowUp, KeyRound, Paperclip } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import composerStyles from "@/components/chat/composer/composer.module.css";
import { composerParts } from "@/components/chat/composer/composer-group";
import type { PickRequest } from "@/components/chat/composer/file-pickers";
import { MessageField } from "@/components/chat/composer/message-field";
import { useEarlyText } from "@/components/chat/composer/use-early-text";
import { isOfDemo, useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { useIdle } from "@/components/ui/use-idle";
import { emptyDraft, isBlankDraft } from "@/lib/chat/draft";
import { isUntouched, topOf } from "@/lib/chat/session";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { useAccess } from "@/store/settings/access";
import { hasNoKey } from "@/store/settings/add-key";
import { draftPersistence } from "@/store/turns/draft-persistence";
import styles from "./start-box.module.css";
import { newChatDefaults, useChatActions } from "./use-chat-actions";

const FilePickers = composerParts.component("FilePickers");

/** The id of the draft before there is an empty chat for it. */
const noChat = "";

/**
 * The message box below the list of chats and the mask picker, on phones. What is typed is the draft of an empty chat;
 * sending and attaching files open that chat.
 */
export function StartBox() {
  const t = useTranslations("composer");
  const tools = useTranslations("composerTools");
  const { open } = useChatActions();
  const box = useRef<HTMLTextAreaElement>(null);
  const chatId = useChats(({ sessions }) => {
    const top = topOf(sessions);
    return top && isUntouched(top) ? top.id : noChat;
  });
  const isIdle = useIdle();
  const [request, setRequest] = useState<PickRequest>();
  const isBlank = useDrafts(({ drafts }) => isBlankDraft(drafts[chatId] ?? emptyDraft));

  useEffect(() => {
    if (chatId === noChat) return;
    useDrafts.getState().open(chatId);
    draftPersistence.follow(chatId);
  }, [chatId]);

  // The first letter creates the chat, so that its draft is stored.
  useEffect(() => {
    if (chatId === noChat && !isBlank) createChat();
  }, [chatId, isBlank]);

  const hasAttachments = useDrafts(({ drafts, attaching }) => {
    const { images, texts } = drafts[chatId] ?? emptyDraft;
    return images.length + texts.length + (attaching[chatId] ?? 0) > 0;
  });
  // The chat's own message box shows the files.
  const isAttached = request !== undefined && hasAttachments;
  useEffect(() => {
    if (isAttached) open(chatId);
  }, [isAttached, chatId, open]);

  const isSentEarly = useEarlyText(chatId, box);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is a chat for the text
  useEffect(() => {
    if (isSentEarly) send();
  }, [isSentEarly, chatId, isBlank]);

  function pickFiles() {
    if (chatId === noChat) createChat();
    setRequest({ source: "files" });
  }

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
      <IconButton icon={Paperclip} label={tools("addFiles")} onClick={pickFiles} />
      <Suspense>
        {(isIdle || request) && chatId !== noChat && <FilePickers sessionId={chatId} box={box} request={request} />}
      </Suspense>
      <button type="submit" className={composerStyles.send} aria-label={t("send")} disabled={isBlank}>
        <Icon glyph={ArrowUp} />
      </button>
    </form>
  );
}

/**
 * The message box of the home page, below the way to an API key until one is set. A new user then needs no empty chat
 * to find it.
 */
export function HomeStart() {
  return (
    <>
      <AddKey />
      <StartBox />
    </>
  );
}

function AddKey() {
  const t = useTranslations("access");
  const chatId = useChats(({ sessions }) => topOf(sessions)?.id ?? noChat);
  const settings = useUsedSettings(chatId);
  const isOffered = useAccess((access) => !access.flags?.hideUserApiKey && hasNoKey(access));
  // Without a key, a local model may be in use.
  if (!isOffered || (settings && !isOfDemo(settings))) return null;
  return (
    <Button
      className={styles.addKey}
      icon={KeyRound}
      aria-haspopup="dialog"
      onClick={() => useUi.getState().openDialog({ kind: "add-key" })}
    >
      {t("useOwnKey")}
    </Button>
  );
}

/** Creates an empty chat with the text typed so far, and leaves the open chat as it is. */
function createChat(): void {
  const { currentId, newChat, select } = useChats.getState();
  const { drafts, change, clear } = useDrafts.getState();
  const draft = drafts[noChat] ?? emptyDraft;
  const id = newChat(newChatDefaults());
  select(currentId);
  change(id, () => draft);
  clear(noChat);
}

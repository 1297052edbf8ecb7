"use client";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import { isComposed } from "@/lib/chat/shortcuts";
import { useChatList } from "@/store/chats/chat-list";
import { useChats } from "@/store/chats/chats";
import styles from "./rename-field.module.css";

/** The field that renames a chat in the list: Enter and blur save, Esc restores. */
export function RenameField({ session }: { readonly session: ChatSession }) {
  const t = useTranslations();
  const field = useRef<HTMLInputElement>(null);
  const title = titleOf(session, t("chat.untitled"));
  const isEnded = useRef(false);

  useEffect(() => {
    isEnded.current = false;
    field.current?.select();
  }, []);

  function end(topic: string | undefined) {
    if (isEnded.current) return;
    isEnded.current = true;
    if (topic !== undefined && topic !== session.topic) useChats.getState().patchSession(session.id, { topic });
    useChatList.setState({ renamingId: "" });
  }

  function pressKey(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation();
    if (isComposed(event.nativeEvent) || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    const link = event.currentTarget.closest("[data-id]")?.querySelector("a");
    end(event.key === "Enter" ? event.currentTarget.value.trim() : undefined);
    link?.focus();
  }

  return (
    <input
      ref={field}
      className={styles.field}
      aria-label={t("chatList.titleOf", { title })}
      defaultValue={session.topic}
      placeholder={title}
      maxLength={200}
      dir="auto"
      onKeyDown={pressKey}
      onBlur={(event) => end(event.currentTarget.value.trim())}
    />
  );
}

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
  /** The title when renaming began; a model may write another one meanwhile. */
  const previous = useRef("");

  useEffect(() => {
    isEnded.current = false;
    previous.current = field.current?.value ?? "";
    field.current?.select();
  }, []);

  /** Ends renaming, and stores the field's title. An automatic title that was not changed stays automatic. */
  function end(input: HTMLInputElement | undefined) {
    if (isEnded.current) return;
    isEnded.current = true;
    const topic = input?.value.trim();
    if (topic !== undefined && topic !== previous.current.trim())
      useChats.getState().patchSession(session.id, { topic });
    useChatList.setState({ renamingId: "" });
  }

  function pressKey(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation();
    if (isComposed(event.nativeEvent) || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    const link = event.currentTarget.closest("[data-id]")?.querySelector("a");
    end(event.key === "Enter" ? event.currentTarget : undefined);
    link?.focus();
  }

  return (
    <input
      ref={field}
      className={styles.field}
      aria-label={t("chatList.titleOf", { title })}
      defaultValue={session.topic || title}
      placeholder={title}
      maxLength={200}
      dir="auto"
      onKeyDown={pressKey}
      onBlur={(event) => end(event.currentTarget)}
    />
  );
}

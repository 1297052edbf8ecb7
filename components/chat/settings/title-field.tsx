"use client";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import styles from "@/components/chat/chat-header.module.css";
import { tipProps } from "@/components/ui/tip-props";
import { titleOf } from "@/lib/chat/session";
import { isComposed } from "@/lib/chat/shortcuts";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";

interface TitleFieldProps {
  readonly sessionId: string;
  readonly isEditing: boolean;
  readonly onEditingChange: (isEditing: boolean) => void;
}

/** The page heading, which becomes a field when clicked: Enter saves, Esc restores. */
export function TitleField({ sessionId, isEditing, onEditingChange }: TitleFieldProps) {
  const t = useTranslations("chat");
  const topic = useChats((chats) => sessionOf(chats, sessionId)?.topic);
  const title = useChats((chats) => titleOf(sessionOf(chats, sessionId) ?? { topic: "" }, t("untitled")));
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** True if a key ended editing; then the heading takes the focus back. */
  const isEndedByKey = useRef(false);

  useEffect(() => {
    if (isEditing) field.current?.select();
    else if (isEndedByKey.current) button.current?.focus();
    isEndedByKey.current = false;
  }, [isEditing]);

  /** Ends editing with a new title, or without a change. */
  function end(written?: string) {
    onEditingChange(false);
    if (written !== undefined) useChats.getState().patchSession(sessionId, { topic: written });
  }

  function pressKey(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposed(event.nativeEvent) || (event.key !== "Enter" && event.key !== "Escape")) return;
    // The same event would also trigger the button that replaces the field.
    event.preventDefault();
    event.stopPropagation();
    isEndedByKey.current = true;
    end(event.key === "Enter" ? event.currentTarget.value.trim() : undefined);
  }

  return (
    <h1 className={styles.title}>
      {isEditing ? (
        <input
          ref={field}
          className={styles.field}
          aria-label={t("title")}
          defaultValue={topic}
          placeholder={title}
          maxLength={200}
          dir="auto"
          onKeyDown={pressKey}
          onBlur={(event) => !isEndedByKey.current && end(event.currentTarget.value.trim())}
        />
      ) : (
        <button
          ref={button}
          type="button"
          className={styles.button}
          onClick={() => onEditingChange(true)}
          dir="auto"
          {...tipProps(t("renameChat"))}
        >
          {title}
        </button>
      )}
    </h1>
  );
}

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
  /** The title when editing began; a model may write another one meanwhile. */
  const previous = useRef("");
  /** True if a key ended editing; then the heading takes the focus back. */
  const isEndedByKey = useRef(false);

  useEffect(() => {
    if (isEditing) {
      previous.current = field.current?.value ?? "";
      field.current?.select();
    } else if (isEndedByKey.current) button.current?.focus();
    isEndedByKey.current = false;
  }, [isEditing]);

  /** Ends editing, and stores the field's title. An automatic title that was not changed stays automatic. */
  function end(input?: HTMLInputElement) {
    onEditingChange(false);
    const written = input?.value.trim();
    if (written === undefined || written === previous.current.trim()) return;
    useChats.getState().patchSession(sessionId, { topic: written });
  }

  function pressKey(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposed(event.nativeEvent) || (event.key !== "Enter" && event.key !== "Escape")) return;
    // The same event would also trigger the button that replaces the field.
    event.preventDefault();
    event.stopPropagation();
    isEndedByKey.current = true;
    end(event.key === "Enter" ? event.currentTarget : undefined);
  }

  return (
    <h1 className={styles.title}>
      {isEditing ? (
        <input
          ref={field}
          className={styles.field}
          aria-label={t("title")}
          defaultValue={topic || title}
          placeholder={title}
          maxLength={200}
          dir="auto"
          onKeyDown={pressKey}
          onBlur={(event) => !isEndedByKey.current && end(event.currentTarget)}
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

"use client";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { tipProps } from "@/components/ui/tooltip";
import styles from "./chat-header.module.css";

interface TitleFieldProps {
  /** The stored title; empty while the chat is untitled. */
  readonly title: string;
  /** What stands for it on screen. */
  readonly shown: string;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  /** Ends editing with a new title, or with none when nothing is to change. */
  readonly onEnd: (title?: string) => void;
}

/** The page's heading, which becomes a field when it is pressed: Enter saves, Esc restores. */
export function TitleField({ title, shown, isEditing, onEdit, onEnd }: TitleFieldProps) {
  const t = useTranslations("chat");
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  useEffect(() => {
    if (isEditing) field.current?.select();
    else if (wasEditing.current) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  function pressKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") onEnd(event.currentTarget.value.trim());
    if (event.key === "Escape") {
      event.stopPropagation();
      onEnd();
    }
  }

  return (
    <h1 className={styles.title}>
      {isEditing ? (
        <input
          ref={field}
          className={styles.field}
          aria-label={t("title")}
          defaultValue={title}
          placeholder={shown}
          maxLength={200}
          dir="auto"
          onKeyDown={pressKey}
          onBlur={(event) => onEnd(event.currentTarget.value.trim())}
        />
      ) : (
        <button
          ref={button}
          type="button"
          className={styles.button}
          onClick={onEdit}
          dir="auto"
          {...tipProps(t("renameChat"))}
        >
          {shown}
        </button>
      )}
    </h1>
  );
}

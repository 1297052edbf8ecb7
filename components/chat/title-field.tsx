"use client";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { tipProps } from "@/components/ui/tip-props";
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
  /** Ended by a key, the field gives the focus back; ended by going elsewhere, it leaves it there. */
  const isEndedByKey = useRef(false);

  useEffect(() => {
    if (isEditing) field.current?.select();
    else if (isEndedByKey.current) button.current?.focus();
    isEndedByKey.current = false;
  }, [isEditing]);

  function pressKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    // The same press would go on to the button that takes the field's place.
    event.preventDefault();
    event.stopPropagation();
    isEndedByKey.current = true;
    onEnd(event.key === "Enter" ? event.currentTarget.value.trim() : undefined);
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
          onBlur={(event) => !isEndedByKey.current && onEnd(event.currentTarget.value.trim())}
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

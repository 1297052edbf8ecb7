"use client";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/text-area";
import { isComposed } from "@/lib/chat/commands";
import { type Content, type Message, textOf, withText } from "@/lib/chat/message";
import { useChats } from "@/store/chats";
import { useTurns } from "@/store/turns";
import styles from "./message.module.css";

interface MessageEditorProps {
  readonly sessionId: string;
  readonly message: Message;
  readonly onClose: () => void;
}

/**
 * Changes the text of a message in its place; its images stay. A question can be asked anew in these words: then the
 * earlier one and all that followed it stay as another version.
 */
export function MessageEditor({ sessionId, message, onClose }: MessageEditorProps) {
  const t = useTranslations("thread");
  const app = useTranslations("app");
  const isAnswering = useTurns((turns) => sessionId in turns.inFlight);
  const [text, setText] = useState(() => textOf(message));
  const form = useRef<HTMLFormElement>(null);
  const isEmpty = text.trim() === "" && typeof message.content === "string";

  useEffect(() => {
    const area = form.current?.querySelector("textarea");
    area?.focus({ preventScroll: true });
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);

  function save() {
    if (isEmpty) return;
    useChats.getState().update(message.id, (present) => ({ ...present, content: withText(present.content, text) }));
    onClose();
  }

  function askAnew() {
    const content: Content = withText(message.content, text);
    onClose();
    void useTurns.getState().resend(sessionId, message.id, content);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposed(event.nativeEvent)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    }
  }

  return (
    <form
      ref={form}
      className={styles.editor}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextArea aria-label={t("editText")} value={text} onChange={setText} dir="auto" />
      <div className={styles.editorActions}>
        <Button type="button" size="small" variant="quiet" onClick={onClose}>
          {app("cancel")}
        </Button>
        {message.role === "user" && (
          <Button
            type="button"
            size="small"
            {...(isAnswering && { disabledReason: t("stillAnswering") })}
            onClick={askAnew}
          >
            {t("askAnew")}
          </Button>
        )}
        <Button type="submit" size="small" variant="solid" {...(isEmpty && { disabledReason: t("emptyText") })}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}

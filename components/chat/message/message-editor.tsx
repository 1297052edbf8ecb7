"use client";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/text-area";
import { type Content, type Message, withText } from "@/lib/chat/message";
import { isComposed } from "@/lib/chat/shortcuts";
import { useChats } from "@/store/chats/chats";
import { useMessageEdits } from "@/store/chats/message-edits";
import { useTurns } from "@/store/turns/turns";
import styles from "./message.module.css";

interface MessageEditorProps {
  readonly sessionId: string;
  readonly message: Message;
}

/** Minimum time between two saves while typing, in milliseconds. */
const everyMs = 400;

/**
 * Edits the text of a message in place; its images stay. A question can be sent again: the previous one and everything
 * below it become another version.
 */
export function MessageEditor({ sessionId, message }: MessageEditorProps) {
  const t = useTranslations("thread");
  const app = useTranslations("app");
  const isAnswering = useTurns((turns) => sessionId in turns.inFlight);
  const text = useMessageEdits(({ texts }) => texts[message.id] ?? "");
  const { change, end, save: keep } = useMessageEdits.getState();
  const form = useRef<HTMLFormElement>(null);
  const isEmpty = text.trim() === "" && typeof message.content === "string";

  useEffect(() => {
    // An editor that only scrolls back into view does not take the focus.
    const { askedFor, arrive } = useMessageEdits.getState();
    if (askedFor !== message.id) return;
    arrive();
    const area = form.current?.querySelector("textarea");
    area?.focus({ preventScroll: true });
    area?.setSelectionRange(area.value.length, area.value.length);
  }, [message.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each text is saved after a short delay
  useEffect(() => {
    const timer = setTimeout(keep, everyMs);
    addEventListener("pagehide", keep);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", keep);
    };
  }, [text, keep]);

  // Save on unmount, because the tab may be closed in another chat.
  useEffect(() => keep, [keep]);

  function close() {
    end(message.id);
  }

  function save() {
    if (isEmpty) return;
    useChats.getState().update(message.id, (present) => ({ ...present, content: withText(present.content, text) }));
    close();
  }

  function askAnew() {
    const content: Content = withText(message.content, text);
    close();
    void useTurns.getState().resend(sessionId, message.id, content);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposed(event.nativeEvent)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
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
      <TextArea
        aria-label={t("editText")}
        value={text}
        onChange={(written) => change(message.id, written)}
        dir="auto"
      />
      <div className={styles.editorActions}>
        <Button type="button" size="small" variant="quiet" onClick={close}>
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

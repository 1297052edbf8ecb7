"use client";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { sendShortcut } from "@/components/shell/shortcut-event";
import { Button } from "@/components/ui/button";
import { isPhone } from "@/components/ui/is-phone";
import { TextArea } from "@/components/ui/text-area";
import { joinFiles } from "@/lib/chat/file-block";
import { type Content, type Message, textOf, withText } from "@/lib/chat/message";
import { isSendKey } from "@/lib/chat/message-box-keys";
import { isComposed } from "@/lib/chat/shortcuts";
import { splitFiles } from "@/lib/chat/text-file";
import { useChats } from "@/store/chats/chats";
import { useMessageEdits } from "@/store/chats/message-edits";
import { useSettings } from "@/store/settings/settings";
import { useTurns } from "@/store/turns/turns";
import styles from "./message.module.css";

interface MessageEditorProps {
  readonly sessionId: string;
  readonly message: Message;
}

/** Minimum time between two saves while typing, in milliseconds. */
const everyMs = 400;

/**
 * Edits the text of a message in place; its images and files stay. The main button sends a question again: the previous one and
 * everything below it become another version. "Save only" changes its text and sends nothing.
 */
export function MessageEditor({ sessionId, message }: MessageEditorProps) {
  const t = useTranslations("thread");
  const app = useTranslations("app");
  const composer = useTranslations("composer");
  const isQuestion = message.role === "user";
  const isAnswering = useTurns((turns) => sessionId in turns.inFlight);
  const text = useMessageEdits(({ texts }) => texts[message.id] ?? "");
  const { change, end } = useMessageEdits.getState();
  const submitKey = useSettings((settings) => settings.submitKey);
  const form = useFocusOnArrival(message.id);
  useSaveWhileTyping(text);
  const isEmpty = text.trim() === "" && withEditedText(message, "") === "";

  function close() {
    const hasFocus = form.current?.contains(document.activeElement) === true;
    end(message.id);
    // The focused element is removed. On a phone, the message box would open the keyboard.
    if (hasFocus && !isPhone()) sendShortcut("focusMessageBox");
  }

  function save() {
    if (isEmpty) return;
    useChats.getState().update(message.id, (present) => ({ ...present, content: withEditedText(present, text) }));
    close();
  }

  function send() {
    if (isEmpty || isAnswering) return;
    const content = withEditedText(message, text);
    close();
    void useTurns.getState().resend(sessionId, message.id, content);
  }

  const submit = isQuestion ? send : save;

  function onKeyDown(event: KeyboardEvent) {
    if (isComposed(event.nativeEvent)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    const isSubmitKey = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    // The keys of the message box send a question; in a reply, Enter adds a line.
    if (isSubmitKey || (isQuestion && isSendKey(event.nativeEvent, submitKey))) {
      event.preventDefault();
      submit();
    }
  }

  return (
    <form
      ref={form}
      className={styles.editor}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextArea
        aria-label={t("editText")}
        value={text}
        onChange={(written) => change(message.id, written)}
        dir="auto"
        enterKeyHint={isQuestion && submitKey === "Enter" ? "send" : "enter"}
      />
      <div className={styles.editorActions}>
        <Button type="button" size="small" variant="quiet" onClick={close}>
          {app("cancel")}
        </Button>
        {isQuestion && (
          <Button type="button" size="small" {...(isEmpty && { disabledReason: t("emptyText") })} onClick={save}>
            {t("saveOnly")}
          </Button>
        )}
        <Button
          type="submit"
          size="small"
          variant="solid"
          disabledReason={isEmpty ? t("emptyText") : isQuestion && isAnswering ? t("stillAnswering") : undefined}
        >
          {isQuestion ? composer("send") : t("save")}
        </Button>
      </div>
    </form>
  );
}

/** Returns the content with another text. The images stay, and the text files of a question, which are not edited. */
function withEditedText(message: Message, text: string): Content {
  const files = message.role === "user" ? splitFiles(textOf(message)).files : [];
  return withText(message.content, files.length === 0 ? text : joinFiles({ text, files }));
}

/** Focuses an editor that the user has just opened. Returns the ref of its form. */
function useFocusOnArrival(messageId: string) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // An editor that only scrolls back into view does not take the focus.
    const { askedFor, arrive } = useMessageEdits.getState();
    if (askedFor !== messageId) return;
    arrive();
    const area = form.current?.querySelector("textarea");
    area?.focus({ preventScroll: true });
    area?.setSelectionRange(area.value.length, area.value.length);
    form.current?.scrollIntoView({ block: "nearest" });
  }, [messageId]);

  return form;
}

/** Saves the text a moment after each change, and when the editor or the tab is closed. */
function useSaveWhileTyping(text: string) {
  const { save } = useMessageEdits.getState();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text is saved after a short delay
  useEffect(() => {
    const timer = setTimeout(save, everyMs);
    addEventListener("pagehide", save);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", save);
    };
  }, [text, save]);

  // Save on unmount, because the tab may be closed in another chat.
  useEffect(() => save, [save]);
}

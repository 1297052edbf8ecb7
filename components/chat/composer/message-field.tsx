"use client";
import type { KeyboardEvent, RefObject } from "react";
import { useTranslations } from "use-intl";
import { useGrowingHeight } from "@/components/ui/use-growing-height";
import { isSendKey } from "@/lib/chat/message-box-keys";
import { isComposed } from "@/lib/chat/shortcuts";
import { brand } from "@/lib/platform/brand";
import { useDrafts } from "@/store/chats/drafts";
import { readLastInput } from "@/store/chats/last-input";
import { useSettings } from "@/store/settings/settings";
import styles from "./composer.module.css";

/**
 * Longer texts are not measured while typing and use the page's direction: both would process the whole text at every
 * key.
 */
const measuredChars = 100_000;

interface MessageFieldProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly onSend: () => void;
  /** Whether the box lists prompts after a slash, if the settings allow it. */
  readonly canListPrompts?: boolean;
}

/** The textarea of the message box. A separate component, so that typing re-renders nothing else. */
export function MessageField({ sessionId, box, onSend, canListPrompts = true }: MessageFieldProps) {
  const t = useTranslations("composer");
  const submitKey = useSettings((settings) => settings.submitKey);
  const hasPrompts = useSettings((settings) => !settings.disablePromptHint) && canListPrompts;
  const text = useDrafts(({ drafts }) => drafts[sessionId]?.text ?? "");
  useGrowingHeight(box, text);

  function write(written: string) {
    useDrafts.getState().change(sessionId, () => ({ text: written }));
  }

  function pressKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    // The hints above the box have handled the key.
    if (event.defaultPrevented) return;
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
    const press = {
      key,
      code: event.code,
      ctrlKey,
      metaKey,
      altKey,
      shiftKey,
      isComposing: nativeEvent.isComposing,
      keyCode: event.keyCode,
    };
    if (isSendKey(press, submitKey)) {
      event.preventDefault();
      return onSend();
    }
    if (ctrlKey || metaKey || altKey || shiftKey || isComposed(press)) return;
    if (key === "ArrowUp" && text === "") {
      const last = readLastInput();
      if (last === "") return;
      event.preventDefault();
      write(last);
    }
  }

  return (
    <textarea
      ref={box}
      className={styles.box}
      // By this, undo and redo find the draft.
      data-draft={sessionId}
      data-long={text.length > measuredChars || undefined}
      rows={1}
      // An empty box, and so its placeholder, uses the page's direction.
      dir={text === "" || text.length > measuredChars ? undefined : "auto"}
      aria-label={t("label")}
      placeholder={t(hasPrompts ? "placeholder" : "placeholderPlain", { name: brand.name })}
      value={text}
      onChange={(event) => write(event.target.value)}
      onKeyDown={pressKey}
      enterKeyHint={submitKey === "Enter" ? "send" : "enter"}
    />
  );
}

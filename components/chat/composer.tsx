"use client";
import { ArrowUp, Square } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useShortcut } from "@/components/shell/shortcut-event";
import { Icon } from "@/components/ui/icon";
import { useIsPhone } from "@/components/ui/is-phone";
import { tipProps } from "@/components/ui/tip-props";
import { useGrowingHeight } from "@/components/ui/use-growing-height";
import { isComposed, isSendKey } from "@/lib/chat/commands";
import { textOf } from "@/lib/chat/message";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { brand } from "@/lib/platform/brand";
import { useAccess } from "@/store/access";
import { useChats } from "@/store/chats";
import { useSettings } from "@/store/settings";
import { useTurns } from "@/store/turns";
import styles from "./composer.module.css";
import { ModelButton } from "./model-button";
import { useDockHeight } from "./use-dock-height";
import { useDraft } from "./use-draft";

/**
 * Longer texts are neither counted nor measured while they are typed, and keep the page's direction: each of these reads
 * them whole at every key.
 */
const countedChars = 100_000;
/** The hint line stands until so many messages were ever sent. */
const hintedMessages = 3;

/** The message box: what is written here is sent, or kept as the chat's draft. */
export function Composer({ sessionId }: { sessionId: string }) {
  const t = useTranslations("composer");
  const box = useRef<HTMLTextAreaElement>(null);
  const dock = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const submitKey = useSettings((settings) => settings.submitKey);
  // Decided once, so that the box does not move when the hint has done its work.
  const [isHinted] = useState(() => useSettings.getState().sentCount < hintedMessages);
  const isAnswering = useTurns((turns) => sessionId in turns.inFlight);
  const isRead = useChats((chats) => chats.threads[sessionId]?.status === "ready");
  const areFlagsKnown = useAccess((access) => access.flags !== null);
  /** Who answers is known once the server has said what it offers, and where, once the messages are read. */
  const isReady = isRead && areFlagsKnown;
  const [isPending, setPending] = useState(false);
  const { draft, setDraft, clearDraft } = useDraft(sessionId);
  const isBlank = draft.trim() === "";
  useDockHeight(dock);
  useGrowingHeight(box, draft);

  useShortcut(
    "focusMessageBox",
    useCallback(() => box.current?.focus(), []),
  );
  useEffect(() => {
    if (!isPhone) box.current?.focus();
    // Tells the measurements of the first load that a person can type now.
    performance.mark("screen-ready");
  }, [isPhone]);

  function send() {
    if (isBlank || isAnswering) return;
    if (!isReady) return setPending(true);
    setPending(false);
    void useTurns.getState().send(sessionId, draft);
    useSettings.getState().countSent();
    clearDraft();
    if (isPhone) box.current?.blur();
    else box.current?.focus();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent too early goes out at the first moment it can
  useEffect(() => {
    if (isPending && isReady) send();
  }, [isPending, isReady]);

  function pressKey(event: KeyboardEvent<HTMLTextAreaElement>) {
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
      return send();
    }
    const isPlain = !(ctrlKey || metaKey || altKey || shiftKey);
    if (key === "Escape" && isPlain && isAnswering && !isComposed(press)) {
      event.preventDefault();
      useTurns.getState().stop(sessionId);
    }
    if (key === "ArrowUp" && isPlain && draft === "") {
      const last = lastQuestion(sessionId);
      if (last === undefined) return;
      event.preventDefault();
      setDraft(last);
    }
  }

  return (
    <div className={styles.dock} ref={dock}>
      <form
        className={styles.composer}
        aria-label={t("label")}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={box}
          className={styles.box}
          data-long={draft.length > countedChars || undefined}
          rows={1}
          // Empty, it runs as the page does, and so does its placeholder.
          dir={draft === "" || draft.length > countedChars ? undefined : "auto"}
          aria-label={t("label")}
          placeholder={t("placeholder", { name: brand.name })}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={pressKey}
          enterKeyHint={submitKey === "Enter" ? "send" : "enter"}
        />
        <div className={styles.tools}>
          <span className={styles.grow} />
          <TokenCount text={draft} />
          <ModelButton sessionId={sessionId} />
          {isAnswering ? (
            <button
              type="button"
              className={`${styles.send} ${styles.stop}`}
              aria-label={t("stop")}
              // The second press of a double click on Send is none on Stop.
              onClick={(event) => event.detail <= 1 && useTurns.getState().stop(sessionId)}
              {...tipProps(t("stop"), "Esc")}
            >
              <Icon glyph={Square} />
            </button>
          ) : (
            <button
              type="submit"
              className={styles.send}
              aria-label={t("send")}
              disabled={isBlank || !isRead}
              {...tipProps(t("send"))}
            >
              <Icon glyph={ArrowUp} />
            </button>
          )}
        </div>
      </form>
      {isHinted && (
        <p className={styles.hint}>
          {submitKey === "Enter" ? t("hintEnter") : t("hintOther", { keys: submitKey.replace(" + ", " ") })}
        </p>
      )}
    </div>
  );
}

/** About how many tokens the draft has; shown from the first on. */
function TokenCount({ text }: { text: string }) {
  const t = useTranslations("composer");
  const count = text.length > countedChars ? 0 : Math.round(estimateTokens(text));
  if (count < 1) return null;
  return <span className={styles.count}>{t("tokens", { count })}</span>;
}

/** Answers the text of the chat's last question. */
function lastQuestion(sessionId: string): string | undefined {
  const { threads, messages } = useChats.getState();
  const id = threads[sessionId]?.ids.findLast((each) => messages[each]?.role === "user");
  const message = id === undefined ? undefined : messages[id];
  return message && textOf(message);
}

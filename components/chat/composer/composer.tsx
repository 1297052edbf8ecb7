"use client";
import { ArrowUp, Square } from "lucide-react";
import { memo, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useShortcut } from "@/components/shell/shortcut-event";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { Icon } from "@/components/ui/icon";
import { useIsPhone } from "@/components/ui/is-phone";
import { tipProps } from "@/components/ui/tip-props";
import { useIdle } from "@/components/ui/use-idle";
import { type ChatCommand, commandOf } from "@/lib/chat/chat-commands";
import { contentOfDraft, emptyDraft, isBlankDraft } from "@/lib/chat/draft";
import { toAppError } from "@/lib/errors";
import { isHidden } from "@/lib/platform/brand";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { isTemporary } from "@/store/chats/is-temporary";
import { storeLastInput } from "@/store/chats/last-input";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { draftPersistence } from "@/store/turns/draft-persistence";
import { useTurns } from "@/store/turns/turns";
import styles from "./composer.module.css";
import { composerParts } from "./composer-group";
import { ComposerTools } from "./composer-tools";
import { MessageField } from "./message-field";
import { ModelButton } from "./model-button";
import { useDockHeight } from "./use-dock-height";
import { useEarlyText } from "./use-early-text";

const ComposerHead = composerParts.component("ComposerHead");
const AttachmentTray = composerParts.component("AttachmentTray");
const BoxRows = composerParts.component("BoxRows");
const RequestMeter = composerParts.component("RequestMeter");
const VoiceButton = composerParts.component("VoiceButton");

/** The hint line is shown until this many messages were sent. */
const hintedMessages = 3;

/** Places the caret of a field behind its text, unless the user is typing in it. */
function moveCaretToEnd(field: HTMLTextAreaElement): void {
  if (document.activeElement !== field) field.setSelectionRange(field.value.length, field.value.length);
}

/** The message box. Its text is sent, or stored as the chat's draft. */
export const Composer = memo(function Composer({ sessionId }: { sessionId: string }) {
  const t = useTranslations("composer");
  const box = useRef<HTMLTextAreaElement>(null);
  const dock = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const isIdle = useIdle();
  const hasVoice = useSettings((settings) => settings.realtimeConfig.enable) && !isPhone && !isHidden("voice");
  const submitKey = useSettings((settings) => settings.submitKey);
  // Decided once, so that the box does not move when the hint becomes unnecessary.
  const [isHinted] = useState(() => useSettings.getState().sentCount < hintedMessages);
  const isAnswering = useTurns((turns) => sessionId in turns.inFlight);
  const isRead = useChats((chats) => chats.threads[sessionId]?.status === "ready");
  const areFlagsKnown = useAccess((access) => access.flags !== null);
  const attaching = useDrafts((drafts) => drafts.attaching[sessionId] ?? 0);
  /** The model is only known once the flags are loaded; the position of a message, once the thread is. */
  const isReady = isRead && areFlagsKnown && attaching === 0;
  const [isPending, setPending] = useState(false);
  const actions = useChatActions();
  // Before the first paint, so that the draft is there from the start.
  useState(() => useDrafts.getState().open(sessionId));
  // Select a boolean, not the text, so that typing does not re-render the composer.
  const isBlank = useDrafts(({ drafts }) => isBlankDraft(drafts[sessionId] ?? emptyDraft));
  // Render the first letter at once, and the counter in a separate task.
  const isCounted = !useDeferredValue(isBlank);
  const hasAttachments = useDrafts(({ drafts }) => {
    const { images, texts } = drafts[sessionId] ?? emptyDraft;
    return images.length + texts.length > 0;
  });
  useDockHeight(dock);
  const isSentEarly = useEarlyText(sessionId, box);

  useShortcut(
    "focusMessageBox",
    useCallback(() => box.current?.focus(), []),
  );
  useEffect(() => {
    if (box.current) moveCaretToEnd(box.current);
    // On a phone, the focus would open the keyboard.
    if (!isPhone) box.current?.focus();
    // Marks the time at which the user can type, for the load measurements.
    performance.mark("screen-ready");
  }, [isPhone]);
  useEffect(() => {
    draftPersistence.follow(sessionId);
  }, [sessionId]);

  const run = useCallback(
    (command: ChatCommand) => {
      useDrafts.getState().change(sessionId, () => ({ text: "" }));
      composerParts
        .load()
        .then(({ runCommand }) => runCommand(command, sessionId, actions))
        .catch((thrown: unknown) => report(toAppError(thrown)));
    },
    [sessionId, actions],
  );

  function send() {
    const draft = useDrafts.getState().drafts[sessionId] ?? emptyDraft;
    const command = commandOf(draft.text);
    if (command) return run(command);
    if (isBlankDraft(draft) && attaching === 0) return setPending(false);
    if (!isReady) return setPending(true);
    setPending(false);
    void useTurns.getState().send(sessionId, contentOfDraft(draft));
    useDrafts.getState().clear(sessionId);
    if (isPhone) box.current?.blur();
    // The empty box is rendered first.
    setTimeout(() => {
      useSettings.getState().countSent();
      if (draft.text !== "" && !isTemporary(sessionId)) storeLastInput(draft.text);
      if (!isPhone) box.current?.focus();
    });
  }

  // The message box of the list asks for this.
  const isRequested = useDrafts(({ requestedId }) => requestedId === sessionId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => {
    if (!isRequested) return;
    useDrafts.getState().requestSend("");
    send();
  }, [isRequested]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isSentEarly) send();
  }, [isSentEarly]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a message sent too early is sent as soon as possible
  useEffect(() => {
    if (isPending && isReady) send();
  }, [isPending, isReady]);

  return (
    <div className={styles.dock} ref={dock}>
      <Suspense>{isIdle && <ComposerHead sessionId={sessionId} box={box} onCommand={run} />}</Suspense>
      <form
        className={styles.composer}
        aria-label={t("label")}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Suspense>{(hasAttachments || attaching > 0) && <AttachmentTray sessionId={sessionId} box={box} />}</Suspense>
        <MessageField sessionId={sessionId} box={box} onSend={send} />
        <Suspense>{isIdle && <BoxRows sessionId={sessionId} />}</Suspense>
        <div className={styles.tools}>
          <ComposerTools sessionId={sessionId} box={box} isIdle={isIdle} />
          <span className={styles.grow} />
          <Suspense>{isIdle && isCounted && <RequestMeter sessionId={sessionId} />}</Suspense>
          <ModelButton sessionId={sessionId} />
          {hasVoice && (
            <span className={styles.voice}>
              <Suspense>{isIdle && <VoiceButton sessionId={sessionId} />}</Suspense>
            </span>
          )}
          {isAnswering && (
            <button
              type="button"
              className={`${styles.send} ${styles.stop}`}
              data-quiet={!isBlank || undefined}
              aria-label={t("stop")}
              // Ignore the second click of a double-click on Send; Stop appears under the pointer.
              onClick={(event) => event.detail <= 1 && useTurns.getState().stop(sessionId)}
              {...tipProps(t("stop"), "Esc")}
            >
              <Icon glyph={Square} />
            </button>
          )}
          {(!isAnswering || !isBlank) && (
            <button
              type="submit"
              className={styles.send}
              aria-label={t(isAnswering ? "queue" : "send")}
              disabled={isBlank || !isRead}
              {...tipProps(t(isAnswering ? "queue" : "send"))}
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
});

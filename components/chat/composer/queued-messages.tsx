"use client";
import { ArrowUp, Pencil } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { imagesOf, textOf } from "@/lib/chat/message";
import { draftOfContent } from "@/lib/chat/returned-draft";
import type { WaitingMessage } from "@/lib/chat/waiting-message";
import { useUi } from "@/store/base/ui";
import { useDrafts } from "@/store/chats/drafts";
import { unqueueMessage } from "@/store/turns/omitted-parts";
import { useTurns } from "@/store/turns/turns";
import { useOnline } from "@/store/turns/when-online";
import styles from "./queued-messages.module.css";

interface QueuedMessagesProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

/**
 * The messages sent during a reply or offline. Each waits for the previous reply, or can be sent now, or returned to
 * the draft. After a stopped reply, they are held and labeled.
 */
export function QueuedMessages({ sessionId, box }: QueuedMessagesProps) {
  const t = useTranslations("queue");
  const queued = useTurns((turns) => turns.queued[sessionId] ?? none);
  const isAnswering = useTurns((turns) => sessionId in turns.inFlight);
  const isOnline = useOnline();
  const offline = useTranslations("offline");
  const [isWanted, setWanted] = useState(false);
  const [isHeld, setHeld] = useState(false);

  // Between two replies, the next message is sent at once.
  useEffect(() => {
    if (isAnswering) return setHeld(false);
    const timer = setTimeout(() => setHeld(true), heldMs);
    return () => clearTimeout(timer);
  }, [isAnswering]);

  useEffect(() => {
    if (!isWanted || isAnswering) return;
    setWanted(false);
    void useTurns.getState().sendQueued(sessionId);
  }, [isWanted, isAnswering, sessionId]);

  function sendNow() {
    useTurns.getState().stop(sessionId);
    setWanted(true);
    box.current?.focus();
  }

  function takeBack(index: number) {
    const message = unqueueMessage(useTurns.getState(), sessionId, index);
    if (message) useDrafts.getState().returnToDraft(sessionId, [draftOfContent(message.content)]);
    box.current?.focus();
    if (message?.models) useUi.getState().openDialog({ kind: "compare", sessionId, models: message.models });
  }

  return (
    <>
      <p role="status" className={styles.note}>
        {isOnline ? isHeld && queued.length > 0 && t("label") : offline("waiting")}
      </p>
      <ul className={styles.queue} aria-label={t("label")}>
        {queued.map(({ id, content, models }, index) => (
          <li key={id} className={styles.row}>
            <WaitingText content={content} models={models} />
            {index === 0 && (
              <IconButton
                icon={ArrowUp}
                iconSize="small"
                label={t(isAnswering ? "stopAndSend" : "send")}
                onClick={sendNow}
              />
            )}
            <IconButton icon={Pencil} iconSize="small" label={t("takeBack")} onClick={() => takeBack(index)} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Time without a reply after which the messages count as held, in milliseconds. */
const heldMs = 400;

const none: readonly WaitingMessage[] = [];

/** Maximum length of a waiting message in its row, in characters. */
const shownChars = 300;

function WaitingText({ content, models = [] }: Pick<WaitingMessage, "content" | "models">) {
  const t = useTranslations("queue");
  const format = useFormatter();
  const images = imagesOf({ content }).length;
  return (
    <span className={styles.text} dir="auto">
      {textOf({ content }).slice(0, shownChars)}
      {images > 0 && <span className={styles.detail}>{t("images", { count: images })}</span>}
      {models.length > 0 && (
        <bdi className={styles.detail}>
          {format.list(
            models.map(({ model }) => model),
            { type: "unit" },
          )}
        </bdi>
      )}
    </span>
  );
}

"use client";
import { ArrowDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Icon } from "@/components/ui/icon";
import { useChats } from "@/store/chats";
import { useTurns } from "@/store/turns";
import { Announcer } from "./announcer";
import { MessageView } from "./message-view";
import { SessionCodeLook } from "./session-code-look";
import styles from "./thread.module.css";
import { useStickToBottom } from "./use-stick-to-bottom";
import { useWindow } from "./use-window";

/** The conversation: the last messages, more as the reader scrolls up. */
export function Thread({ sessionId }: { sessionId: string }) {
  const t = useTranslations("chat");
  const ids = useChats((chats) => chats.threads[sessionId]?.ids ?? noIds);
  const isAnswering = useTurns((turns) => sessionId in turns.inFlight);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const shown = useWindow(scroller, ids.length);
  const { isAway, toEnd } = useStickToBottom(scroller, content);

  // Sending turns the following on, wherever the reader was.
  const replyId = useTurns((turns) => turns.inFlight[sessionId]);
  useEffect(() => {
    if (replyId === ids.at(-1)) toEnd();
  }, [replyId, ids, toEnd]);

  return (
    <div className={styles.wrap}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div ref={scroller} className={styles.scroll} role="log" aria-live="off" aria-label={t("thread")} tabIndex={0}>
        <div ref={content} className={styles.thread}>
          <SessionCodeLook sessionId={sessionId}>
            {ids.slice(ids.length - shown).map((id) => (
              <MessageView key={id} sessionId={sessionId} id={id} isLast={id === ids.at(-1)} />
            ))}
          </SessionCodeLook>
        </div>
      </div>
      {isAway && (
        <button type="button" className={styles.latest} onClick={toEnd}>
          <Icon glyph={ArrowDown} size="small" />
          {t(isAnswering ? "stillWriting" : "latest")}
        </button>
      )}
      <Announcer sessionId={sessionId} />
    </div>
  );
}

const noIds: readonly string[] = [];

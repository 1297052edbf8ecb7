"use client";
import { Suspense, useEffect, useRef, useState } from "react";
import { useLocale as useIntlLocale, useTranslations } from "use-intl";
import type { HeardFrom } from "@/components/chat/message/use-heard-reply";
import { lazyGroup } from "@/components/lazy-group";
import { LiveRegion } from "@/components/ui/live-region";
import { countWords } from "@/lib/chat/count-words";
import { textOf } from "@/lib/chat/message";
import { useChats } from "@/store/chats/chats";
import { comparisonRun } from "@/store/turns/comparison-run";
import { useTurns } from "@/store/turns/turns";

const HeardReply = lazyGroup(() => import("@/components/chat/message/heard-reply"), { needsMessages: false }).component(
  "HeardReply",
);

/**
 * Announces to screen readers when a reply starts, its sentences as they arrive, and how it ended; never single tokens.
 * Of several replies side by side, only the start: their columns announce their ends.
 */
export function Announcer({ sessionId }: { sessionId: string }) {
  const t = useTranslations("thread");
  const locale = useIntlLocale();
  const replyId = useTurns((turns) => turns.inFlight[sessionId]);
  const before = useRef(replyId);
  const isCompared = useRef(false);
  const [text, setText] = useState("");
  const [isReady, setReady] = useState(false);
  const [heard, setHeard] = useState<HeardFrom>();

  // A live region must be in the page before its text changes, and after the message box.
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 500);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    const ended = before.current;
    before.current = replyId;
    if (replyId) {
      isCompared.current = comparisonRun(useTurns.getState().context.running.get(sessionId)) !== undefined;
      return setText(t("replyStarted"));
    }
    const message = ended && !isCompared.current ? useChats.getState().messages[ended] : undefined;
    if (!message) {
      // A retry that a budget refuses leaves no reply.
      if (ended) setText("");
      return;
    }
    if (message.isError) return setText(t("replyFailed"));
    if (message.stopped) return setText(t("replyStopped"));
    // Counting the words of a long reply takes longer than a frame, so the last frame of the reply renders first.
    const timer = setTimeout(() => setText(t("replyFinished", { count: countWords(textOf(message), locale) })));
    return () => clearTimeout(timer);
  }, [sessionId, replyId, t, locale]);

  // The event that starts a reply may arrive after its first words, and even after its last.
  useEffect(() => {
    if (!replyId || isCompared.current) return;
    // The text that the reply replaces while it streams: the previous version, or the part being continued.
    const previous = useTurns.getState().context.running.get(sessionId)?.previous;
    setHeard({ replyId, before: previous ? textOf(previous) : "" });
  }, [replyId, sessionId]);

  return (
    <>
      {(isReady || heard) && (
        <Suspense>
          <HeardReply from={heard} isGrowing={replyId !== undefined} />
        </Suspense>
      )}
      <LiveRegion text={text} />
    </>
  );
}

"use client";
import { Blend, ChevronLeft, ChevronRight } from "lucide-react";
import { type CSSProperties, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { DamagedMessage } from "@/components/chat/message/damaged-message";
import { lazyGroup } from "@/components/lazy-group";
import { Button } from "@/components/ui/button";
import { ErrorBoundary } from "@/components/ui/error-boundary";
import { IconButton } from "@/components/ui/icon-button";
import { LiveRegion } from "@/components/ui/live-region";
import { isBlendable } from "@/lib/chat/blend";
import { comparedAnswers } from "@/lib/chat/comparison";
import type { Message } from "@/lib/chat/message";
import { chatStart } from "@/lib/chat/versions";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import { useSelection } from "@/store/chats/selection";
import { shownProviderName } from "@/store/settings/models";
import { useTurns } from "@/store/turns/turns";
import { type ColumnStatus, columnStatus, endedSince, isGrowing } from "./column-status";
import styles from "./comparison.module.css";
import { ComparisonColumn } from "./comparison-column";
import { useColumnHeads } from "./use-column-heads";
import { useColumnHeight } from "./use-column-height";
import { useColumnScroll } from "./use-column-scroll";

const BlendDialog = lazyGroup(() => import("./blend-dialog")).component("BlendDialog");

interface ComparisonProps {
  readonly sessionId: string;
  /** The visible reply; the others are hidden versions of it. */
  readonly message: Message;
  readonly previousId: string | undefined;
  /** The visible reply alone, which is shown while messages are selected. */
  readonly children: ReactNode;
}

/** The replies of several models to the last question side by side, until one is chosen. */
export function Comparison({ sessionId, message, previousId, children }: ComparisonProps) {
  const t = useTranslations();
  const format = useFormatter();
  const isSelecting = useSelection((selection) => selection.sessionId === sessionId);
  const answers = useComparedAnswers(sessionId, message, previousId);
  const statuses = useStatuses(answers);
  const isHere = useTurns((turns) => sessionId in turns.inFlight);
  const announced = useEndedReplies(answers, statuses);
  const box = useRef<HTMLDivElement>(null);
  const { isScrollable, index, isAtStart, isAtEnd, step } = useColumnScroll(box, answers.length);
  useColumnHeads(box, isScrollable);
  useColumnHeight(box, isScrollable);
  // An unavailable button keeps the focus.
  const place = t("thread.versionOf", { place: index + 1, count: answers.length });
  const look: CSSProperties & Record<"--columns", number> = { "--columns": answers.length };
  // A single reply is left if branches were deleted.
  if (isSelecting || answers.length < 2) return children;
  return (
    <article
      className={styles.comparison}
      aria-label={t("several.replies")}
      data-message={message.id}
      data-comparison=""
      style={look}
    >
      {isScrollable && (
        <div className={styles.walk}>
          <IconButton
            icon={ChevronLeft}
            flip
            label={t("several.previous")}
            disabledReason={isAtStart ? place : undefined}
            onClick={() => step(-1)}
          />
          <span>{place}</span>
          <IconButton
            icon={ChevronRight}
            flip
            label={t("several.next")}
            disabledReason={isAtEnd ? place : undefined}
            onClick={() => step(1)}
          />
        </div>
      )}
      <div ref={box} className={styles.columns} data-scrollable={isScrollable || undefined}>
        {answers.map((answer) => (
          <ErrorBoundary key={answer.column} fallback={<DamagedMessage id={answer.id} />}>
            <ComparisonColumn
              sessionId={sessionId}
              id={answer.id}
              label={labelOf(answer, answers)}
              hasOthers={answers.filter(({ isError }) => !isError).length > 1}
              isElsewhere={!isHere && statuses.some(isGrowing)}
            />
          </ErrorBoundary>
        ))}
      </div>
      {!statuses.some(isGrowing) && <BlendButton sessionId={sessionId} answers={answers} />}
      <LiveRegion text={format.list(announced.map(textOfEnd), { type: "unit" })} />
    </article>
  );

  function textOfEnd({ label, status }: EndedReply): string {
    const word = t(status === "stopped" ? "message.stopped" : `several.${status}`);
    return t("several.status", { model: label, status: word });
  }
}

interface BlendButtonProps {
  readonly sessionId: string;
  readonly answers: readonly Message[];
}

/** The button that opens the dialog of a blend, once there are two replies with a text. */
function BlendButton({ sessionId, answers }: BlendButtonProps) {
  const t = useTranslations("several");
  const [isOpen, setOpen] = useState(false);
  const replies = answers.filter(isBlendable);
  if (replies.length < 2) return null;
  return (
    <div className={styles.blend}>
      <Button icon={Blend} size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("blend")}
      </Button>
      {isOpen && (
        <Suspense>
          <BlendDialog
            sessionId={sessionId}
            replies={replies}
            labelOf={(reply) => labelOf(reply, answers)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Returns the replies of the columns. Growing replies are not part of this state, so it changes seldom. */
function useComparedAnswers(sessionId: string, message: Message, previousId = chatStart): readonly Message[] {
  const hiddenIds = useChats((chats) => chats.threads[sessionId]?.asides[previousId]);
  const messages = useChats((chats) => chats.messages);
  const { id, comparison = "" } = message;
  return useMemo(
    () =>
      comparedAnswers(
        comparison,
        [id, ...(hiddenIds ?? [])].flatMap((each) => messages[each] ?? []),
      ),
    [comparison, id, hiddenIds, messages],
  );
}

/** Returns the states of replies, in the same order. */
function useStatuses(answers: readonly Message[]): readonly ColumnStatus[] {
  const joined = useChats((chats) =>
    answers
      .map(({ id }) => columnStatus(messageNow(chats, id) ?? { id, role: "assistant", content: "", date: 0 }))
      .join(),
  );
  return useMemo(() => joined.split(",") as ColumnStatus[], [joined]);
}

interface EndedReply {
  readonly label: string;
  readonly status: ColumnStatus;
}

/** Returns the replies that ended last, to announce them; none while one is asked again. Several may end at once. */
function useEndedReplies(answers: readonly Message[], statuses: readonly ColumnStatus[]): readonly EndedReply[] {
  const before = useRef(statuses);
  const [ended, setEnded] = useState<readonly EndedReply[]>([]);
  useEffect(() => {
    const former = before.current;
    before.current = statuses;
    const found = endedSince(former, statuses).flatMap((index) => {
      const [answer, status] = [answers[index], statuses[index]];
      return answer && status ? [{ label: labelOf(answer, answers), status }] : [];
    });
    // The same end of a reply is announced again.
    const isAgain = endedSince(statuses, former).length > 0;
    if (found.length > 0 || isAgain) setEnded(found);
  }, [answers, statuses]);
  return ended;
}

/** Returns the name of a reply's model, with its provider if another model has the same name. */
function labelOf({ model = "", providerName = "" }: Message, answers: readonly Message[]): string {
  const isUnique = answers.filter((answer) => answer.model === model).length < 2;
  return isUnique ? model : `${model} (${shownProviderName(providerName)})`;
}

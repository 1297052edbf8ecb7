import { memo, type ReactNode } from "react";
import { DamagedMessage } from "@/components/chat/message/damaged-message";
import { MessageView } from "@/components/chat/message/message-view";
import { ErrorBoundary } from "@/components/ui/error-boundary";
import type { IndexRange } from "./use-message-window";

/** Number of slots that are added at a time. */
const slotPage = 128;

/** Returns the messages that have a slot: the rendered ones, and at least `slotPage` on both sides. */
export function slotsAround({ start, end }: IndexRange, total: number): IndexRange {
  return {
    start: Math.max(0, (Math.floor(start / slotPage) - 1) * slotPage),
    end: Math.min(total, (Math.ceil(end / slotPage) + 1) * slotPage),
  };
}

interface MessageSlotProps {
  readonly sessionId: string;
  readonly id: string;
  /** The message above; absent for the first. */
  readonly previousId: string | undefined;
  readonly isLast: boolean;
  /** False while the message is too far from the viewport to be rendered. */
  readonly isRendered: boolean;
  /** Marks above the message. */
  readonly marks: ReactNode;
}

/**
 * The container of a message, which exists before the message is rendered.
 *
 * An element that is added beside others makes the browser style those again once a formula is on the page: its own
 * rules for MathML contain `:nth-child`. In a slot, a message has no siblings.
 */
export const MessageSlot = memo(function MessageSlot({ isRendered, marks, ...message }: MessageSlotProps) {
  return (
    <div>
      {isRendered && (
        <>
          {marks}
          <ErrorBoundary fallback={<DamagedMessage id={message.id} />}>
            <MessageView {...message} />
          </ErrorBoundary>
        </>
      )}
    </div>
  );
});

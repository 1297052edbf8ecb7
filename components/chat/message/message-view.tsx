"use client";
import { memo, Suspense } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { isCompared } from "@/lib/chat/comparison";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import { Answer } from "./answer";
import { Question } from "./question";

const Comparison = lazyGroup(() => import("@/components/chat/comparison/comparison")).component("Comparison");

interface MessageViewProps {
  readonly sessionId: string;
  readonly id: string;
  /** The message above; absent for the first. */
  readonly previousId: string | undefined;
  readonly isLast: boolean;
}

/** One message of the thread. Only this component re-renders when its message changes. */
export const MessageView = memo(function MessageView({ id, ...place }: MessageViewProps) {
  const message = useChats((chats) => messageNow(chats, id));
  if (!message) return null;
  if (message.role === "user") return <Question {...place} message={message} />;
  const answer = <Answer {...place} message={message} />;
  if (!place.isLast || !isCompared(message)) return answer;
  return (
    <Suspense fallback={answer}>
      <Comparison {...place} message={message}>
        {answer}
      </Comparison>
    </Suspense>
  );
});

"use client";
import { memo } from "react";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import { Answer } from "./answer";
import { Question } from "./question";

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
  return <Answer {...place} message={message} />;
});

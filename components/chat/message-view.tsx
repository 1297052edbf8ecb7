"use client";
import { memo } from "react";
import { messageNow, useChats } from "@/store/chats";
import { Answer } from "./answer";
import { Question } from "./question";

interface MessageViewProps {
  readonly sessionId: string;
  readonly id: string;
  readonly isLast: boolean;
}

/** One entry of the conversation; it alone is drawn again when its message changes. */
export const MessageView = memo(function MessageView({ sessionId, id, isLast }: MessageViewProps) {
  const message = useChats((chats) => messageNow(chats, id));
  if (!message) return null;
  if (message.role === "user") return <Question sessionId={sessionId} message={message} isLast={isLast} />;
  return <Answer sessionId={sessionId} message={message} isLast={isLast} />;
});

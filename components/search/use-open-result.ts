"use client";
import { useCallback } from "react";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { useSoughtMessage } from "@/store/chats/sought-message";
import type { ChatResult } from "@/store/search/search";

/**
 * Returns the function that opens a chat at the message that matches. A chat found by its title opens where it was
 * left.
 */
export function useOpenResult(): (result: Pick<ChatResult, "sessionId" | "messageId">) => void {
  const { open } = useChatActions();
  return useCallback(
    ({ sessionId, messageId }) => {
      if (messageId !== undefined) useSoughtMessage.getState().seek({ sessionId, messageId });
      open(sessionId);
    },
    [open],
  );
}

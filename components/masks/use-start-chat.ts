import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { useChatActions } from "@/components/shell/use-chat-actions";
import type { Mask } from "@/lib/chat/mask";
import { useChats } from "@/store/chats/chats";
import { startChat } from "@/store/chats/start-chat";

/** Returns the navigation of the mask screens. */
export function useStartChat() {
  const router = useRouter();
  const { open, newChat } = useChatActions();
  return useMemo(
    () => ({
      /** Starts a chat without a mask. */
      startPlain: newChat,
      startWith(mask: Mask) {
        const { currentId } = useChats.getState();
        open(startChat(mask), currentId);
      },
      /** Opens the picker. */
      pick: () => router.push("/new-chat?from=home"),
      /** Goes back to the previous screen, but not out of the app. */
      goBack() {
        if (isBackHere()) router.back();
        else router.push("/");
      },
    }),
    [open, newChat, router],
  );
}

/** Whether the previous history entry is of this site; older browsers only know that there is one. */
function isBackHere(): boolean {
  return "navigation" in window ? window.navigation.canGoBack : history.length > 1;
}

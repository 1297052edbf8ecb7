import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { openEmptyChatIn } from "@/components/actions/project-actions";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { emptyDraft } from "@/lib/chat/draft";
import type { Mask } from "@/lib/chat/mask";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { startChat } from "@/store/chats/start-chat";
import { useTurns } from "@/store/turns/turns";
import { pickerHref } from "./picker-href";

/** Returns the navigation of the mask screens. Chats are started in a project, if one is given. */
export function useStartChat(projectId?: string) {
  const router = useRouter();
  const { open, newChat } = useChatActions();
  return useMemo(() => {
    /** Starts a chat without a mask. */
    function startPlain() {
      if (projectId === undefined) newChat();
      else openEmptyChatIn(projectId, open);
    }
    return {
      startPlain,
      /** Starts a chat without a mask whose message box has a text. */
      startWithText(text: string) {
        startPlain();
        useDrafts.getState().returnToDraft(useChats.getState().currentId, [{ ...emptyDraft, text }]);
      },
      startWith(mask: Mask) {
        const { currentId } = useChats.getState();
        const waitingIds = new Set(Object.keys(useTurns.getState().queued));
        open(startChat(mask, { projectId, waitingIds }), currentId);
      },
      /** Opens the picker. */
      pick: () => router.push(pickerHref({ from: "home", project: projectId })),
      /** Goes back to the previous screen, but not out of the app. */
      goBack() {
        if (isBackHere()) router.back();
        else router.push("/");
      },
    };
  }, [open, newChat, router, projectId]);
}

/** Whether the previous history entry is of this site; older browsers only know that there is one. */
function isBackHere(): boolean {
  return "navigation" in window ? window.navigation.canGoBack : history.length > 1;
}

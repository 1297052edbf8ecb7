import { useChats } from "@/store/chats/chats";
import { useTurns } from "@/store/turns/turns";

/** Whether a reply to the chat is growing, in this tab or another. */
export function useIsAnswering(sessionId: string): boolean {
  const isHere = useTurns((turns) => sessionId in turns.inFlight);
  const isAnywhere = useChats(({ threads, messages }) => {
    const ids = threads[sessionId]?.ids ?? [];
    return ids.some((id) => messages[id]?.streaming);
  });
  return isHere || isAnywhere;
}

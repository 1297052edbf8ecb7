import { useChats } from "@/store/chats/chats";
import { isGrowing } from "@/store/chats/is-growing";
import { useTurns } from "@/store/turns/turns";

/** Whether a reply to the chat is growing, in this tab or another. */
export function useIsAnswering(sessionId: string): boolean {
  const isHere = useTurns((turns) => sessionId in turns.inFlight);
  const isAnywhere = useChats((chats) => isGrowing(chats, sessionId));
  return isHere || isAnywhere;
}

import { useChats } from "@/store/chats";
import { useSettings } from "@/store/settings";
import { startSpeech } from "@/store/speech";
import { useTurns } from "@/store/turns";

/**
 * Reads each reply to the open chat aloud while it is written, where that is chosen; one that is being written already,
 * too. Answers the function that ends it.
 */
export function startAutoplay(): () => void {
  let last: string | undefined;

  function follow() {
    const messageId = useTurns.getState().inFlight[useChats.getState().currentId];
    if (messageId === last) return;
    last = messageId;
    const { enable, autoplay } = useSettings.getState().ttsConfig;
    if (messageId !== undefined && enable && autoplay) void startSpeech(messageId);
  }

  follow();
  return useTurns.subscribe(follow);
}

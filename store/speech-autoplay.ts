import { useChats } from "@/store/chats";
import { useSettings } from "@/store/settings";
import { startSpeech, stopSpeech } from "@/store/speech";
import { useTurns } from "@/store/turns";

/**
 * Reads each reply to the open chat aloud while it is written, where that is chosen. Answers the function that ends it.
 */
export function startAutoplay(): () => void {
  return useTurns.subscribe(({ inFlight }, before) => {
    const { currentId } = useChats.getState();
    const messageId = inFlight[currentId];
    if (messageId === undefined || messageId === before.inFlight[currentId]) return;
    const { enable, autoplay } = useSettings.getState().ttsConfig;
    if (!enable || !autoplay) return;
    stopSpeech();
    void startSpeech(messageId);
  });
}

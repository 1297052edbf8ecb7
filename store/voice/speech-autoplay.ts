import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import { useSettings } from "@/store/settings/settings";
import { useTurns } from "@/store/turns/turns";
import { isDictating } from "@/store/voice/dictation-state";
import { startSpeech } from "@/store/voice/speech";

/**
 * Reads each reply of the open chat aloud while it is written, if that is turned on. Includes a reply that is being
 * written now. Returns the function that ends it.
 */
export function startAutoplay(): () => void {
  let last: string | undefined;

  function follow() {
    const chats = useChats.getState();
    const messageId = useTurns.getState().inFlight[chats.currentId];
    if (messageId === last) return;
    // A reply's id is set one macrotask before its message is added.
    if (messageId !== undefined && !messageNow(chats, messageId)) return;
    last = messageId;
    const { enable, autoplay } = useSettings.getState().ttsConfig;
    // A recording would contain the voice.
    if (messageId !== undefined && enable && autoplay && !isDictating()) void startSpeech(messageId);
  }

  follow();
  const ends = [useTurns.subscribe(follow), useChats.subscribe(follow)];
  return () => {
    for (const end of ends) end();
  };
}

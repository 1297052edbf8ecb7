import { useEffect, useState } from "react";
import { createHeardText } from "@/lib/chat/heard-text";
import { textOf } from "@/lib/chat/message";
import { messageNow, useChats } from "@/store/chats";

/** How often something is told at most, in milliseconds. */
const pauseMs = 1000;
/** How long the words stay behind the end: a screen reader has taken them by then, and finds them in the reply. */
const stayMs = 1000;

/** Answers what is told of a growing reply so far: its sentences as they come, once a second at most, and all at its end. */
export function useHeardReply(replyId: string | undefined): readonly string[] {
  const [heard, setHeard] = useState<readonly string[]>([]);

  useEffect(() => {
    if (replyId === undefined) {
      const timer = setTimeout(() => setHeard([]), stayMs);
      return () => clearTimeout(timer);
    }
    const text = () => {
      const message = messageNow(useChats.getState(), replyId);
      return message ? textOf(message) : "";
    };
    const { next } = createHeardText();
    // What it goes on from was told before; what it takes the place of is not told.
    const before = text();
    const tell = async (isWhole: boolean) => {
      const now = text();
      const fresh = next(now.startsWith(before) ? now.slice(before.length) : now, isWhole);
      if (fresh === "") return;
      const { spokenText } = await import("@/lib/chat/spoken-text");
      const words = spokenText(fresh);
      if (words !== "") setHeard((earlier) => [...earlier, words]);
    };
    setHeard([]);
    const timer = setInterval(() => void tell(false), pauseMs);
    return () => {
      clearInterval(timer);
      void tell(true);
    };
  }, [replyId]);

  return heard;
}

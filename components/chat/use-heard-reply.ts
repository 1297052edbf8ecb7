import { useEffect, useMemo, useState } from "react";
import { createHeardText } from "@/lib/chat/heard-text";
import { textOf } from "@/lib/chat/message";
import { messageNow, useChats } from "@/store/chats";

/** How often something is told at most, in milliseconds. */
const pauseMs = 1000;
/** How long the words stay behind the end: a screen reader has taken them by then, and finds them in the reply. */
const stayMs = 1000;

/** A reply that is told, and where its telling begins. */
export interface HeardFrom {
  readonly replyId: string;
  /** What was to read in its place when it began: told before, or not to be told. */
  readonly before: string;
}

/**
 * Answers what is told of the latest reply so far: its sentences as they come, once a second at most, and all when it
 * grows no more.
 */
export function useHeardReply(from: HeardFrom | undefined, isGrowing: boolean): readonly string[] {
  const [heard, setHeard] = useState<readonly string[]>([]);
  const nextPart = useMemo(() => from && partsOf(from), [from]);

  useEffect(() => {
    if (!nextPart) return;
    const tell = async (isWhole: boolean) => {
      const part = await nextPart(isWhole);
      if (part !== "") setHeard((earlier) => [...earlier, part]);
    };
    if (!isGrowing) {
      void tell(true);
      const timer = setTimeout(() => setHeard([]), stayMs);
      return () => clearTimeout(timer);
    }
    const timer = setInterval(() => void tell(false), pauseMs);
    return () => {
      clearInterval(timer);
      // The next reply can begin with no pause between.
      void tell(true);
    };
  }, [nextPart, isGrowing]);

  return heard;
}

/** Answers a function that answers what can be told of a reply and was not yet, in the words that are spoken. */
function partsOf({ replyId, before }: HeardFrom) {
  const { next } = createHeardText();
  return async (isWhole: boolean) => {
    const message = messageNow(useChats.getState(), replyId);
    const text = message ? textOf(message) : "";
    const fresh = next(text.startsWith(before) ? text.slice(before.length) : text, isWhole);
    if (fresh === "") return "";
    const { spokenText } = await import("@/lib/chat/spoken-text");
    return spokenText(fresh);
  };
}

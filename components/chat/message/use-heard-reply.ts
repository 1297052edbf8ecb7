import { useEffect, useMemo, useState } from "react";
import { createHeardText } from "@/lib/chat/heard-text";
import { textOf } from "@/lib/chat/message";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";

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
 * Returns what is told of the latest reply so far: its sentences as they come, once a second at most, and all when it
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
    if (isGrowing) {
      const timer = setInterval(() => void tell(false), pauseMs);
      return () => {
        clearInterval(timer);
        // The next reply can begin with no pause between.
        void tell(true);
      };
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    void tell(true).then(() => {
      if (!isOver) timer = setTimeout(() => setHeard([]), stayMs);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [nextPart, isGrowing]);

  return heard;
}

/** Returns a function that answers what can be told of a reply and was not yet, in the words that are spoken, in order. */
function partsOf({ replyId, before }: HeardFrom) {
  const { next } = createHeardText();
  let earlier: Promise<unknown> = Promise.resolve();
  return (isWhole: boolean): Promise<string> => {
    const message = messageNow(useChats.getState(), replyId);
    const text = message ? textOf(message) : "";
    const fresh = next(text.startsWith(before) ? text.slice(before.length) : text, isWhole);
    const part = earlier.then(() => (fresh === "" ? "" : spokenInSteps(fresh)));
    earlier = part;
    return part;
  };
}

/** Returns the words of a Markdown text; a long one that comes at once does not hold the page up. */
async function spokenInSteps(markdown: string): Promise<string> {
  const { spokenBlocks, spokenLines } = await import("@/lib/chat/spoken-text");
  const lines: string[] = [];
  for (const block of spokenBlocks(markdown)) {
    await browserEnvironment.delay(0);
    lines.push(...spokenLines(block));
  }
  return lines.join("\n");
}

import { useEffect, useMemo, useState } from "react";
import { createHeardText } from "@/lib/chat/heard-text";
import { textOf } from "@/lib/chat/message";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";

/** Minimum time between two announcements, in milliseconds. */
const pauseMs = 1000;
/**
 * Time that the text stays after the end, in milliseconds. By then screen readers have read it, and the reply itself
 * contains it.
 */
const stayMs = 1000;

/** A reply to announce, and the text before it. */
export interface HeardFrom {
  readonly replyId: string;
  /** The text shown in its place when the reply began; it is not announced. */
  readonly before: string;
}

/**
 * Returns the announced parts of the latest reply: complete sentences, at most once a second, and the rest when it
 * stops growing.
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
        // The next reply may begin without a pause.
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

/** Returns a function that returns the new sentences of a reply, as plain spoken text, in order. */
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

/** Returns the spoken text of Markdown, in steps, so that a long text does not block the tab. */
async function spokenInSteps(markdown: string): Promise<string> {
  const { spokenBlocks, spokenLines } = await import("@/lib/chat/spoken-text");
  const lines: string[] = [];
  for (const block of spokenBlocks(markdown)) {
    await browserEnvironment.delay(0);
    lines.push(...spokenLines(block));
  }
  return lines.join("\n");
}

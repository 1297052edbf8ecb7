import { foldText } from "@/lib/chat/fold-text";
import type { Message } from "@/lib/chat/message";

/** Returns the texts of a message that can be found, as they were written: all that it says, then its thinking. */
export function searchableTexts({ content, reasoning = "" }: Pick<Message, "content" | "reasoning">): string[] {
  const said =
    typeof content === "string" ? [content] : content.flatMap((part) => (part.type === "text" ? part.text : []));
  return [...said, reasoning].filter((text) => text !== "");
}

/** Between the texts of a message stands what no query holds, so that nothing is found across them. */
const between = "\u0000";

/** Returns all that can be found of a message, folded. */
export function searchableText(message: Pick<Message, "content" | "reasoning">): string {
  return searchableTexts(message).map(foldText).join(between);
}

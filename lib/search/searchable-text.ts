import { withDocumentNames } from "@/lib/chat/document-names";
import { foldText } from "@/lib/chat/fold-text";
import type { Message } from "@/lib/chat/message";

/** Returns the searchable texts of a message, unfolded: its content, then its reasoning. */
export function searchableTexts({ content, reasoning = "" }: Pick<Message, "content" | "reasoning">): string[] {
  const texts =
    typeof content === "string" ? [content] : content.flatMap((part) => (part.type === "text" ? part.text : []));
  return [...texts.map(withDocumentNames), reasoning].filter((text) => text !== "");
}

/** Separator that no query contains, so that no match spans two texts. */
const between = "\u0000";

/** Returns the whole searchable text of a message, folded. */
export function searchableText(message: Pick<Message, "content" | "reasoning">): string {
  return searchableTexts(message).map(foldText).join(between);
}

import { firstWordsOf } from "@/components/chat/branches/use-branches";
import type { Message } from "@/lib/chat/message";

/** The first words of a message, without Markdown marks. */
export function MessageExcerpt({ message }: { readonly message: Message }) {
  return firstWordsOf(message);
}

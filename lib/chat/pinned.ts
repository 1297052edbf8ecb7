import type { Mask } from "@/lib/chat/mask";
import { imagesOf, type Message, textOf } from "@/lib/chat/message";

/** Returns the prompt of a mask that a message was pinned as: one of the same role with the same text and images. */
export function pinnedPrompt({ context }: Pick<Mask, "context">, message: Message): Message | undefined {
  if (context.length === 0) return undefined;
  const text = textOf(message);
  const images = imagesOf(message).join("\n");
  return context.find(
    (prompt) => prompt.role === message.role && textOf(prompt) === text && imagesOf(prompt).join("\n") === images,
  );
}

import { imagesOf, type Message } from "@/lib/chat/message";

/** Replaces the images of a message by a note, for models without vision, which reject a request that contains images. */
export function withoutImages<Given extends Pick<Message, "content">>(message: Given): Given {
  const count = imagesOf(message).length;
  if (count === 0) return message;
  const texts = typeof message.content === "string" ? [] : message.content.filter((part) => part.type === "text");
  return { ...message, content: [...texts.map(({ text }) => text), noteOf(count)].join("\n\n") };
}

function noteOf(count: number): string {
  return count === 1
    ? "[Image not sent: this model cannot see images]"
    : `[${count} images not sent: this model cannot see images]`;
}

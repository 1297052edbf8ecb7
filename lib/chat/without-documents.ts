import { documentsIn } from "@/lib/chat/documents-in";
import { fileBlock } from "@/lib/chat/file-block";
import { textOf, withText } from "@/lib/chat/message";
import type { ModelMessage } from "@/lib/chat/request";
import { splitFiles } from "@/lib/chat/text-file";

/** Replaces the stored documents of messages by notes with their names. */
export function withoutDocuments(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== "user" || documentsIn(textOf(message)).length === 0) return message;
    const { text, files } = splitFiles(textOf(message));
    const notes = files.map((file) =>
      file.document ? `(The document "${file.name}" is left out of this request.)` : fileBlock(file),
    );
    return { ...message, content: withText(message.content, [text, ...notes].filter(Boolean).join("\n\n")) };
  });
}

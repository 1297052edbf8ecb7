import type { Draft } from "@/lib/chat/draft";
import { type Content, imagesOf, textOf } from "@/lib/chat/message";
import { fileBlock, splitFiles } from "@/lib/chat/text-file";

/** Returns the content of an unsent message as a draft. */
export function draftOfContent(content: Content): Draft {
  const { text, files } = splitFiles(textOf({ content }));
  return { text, images: imagesOf({ content }), texts: files.map(fileBlock) };
}

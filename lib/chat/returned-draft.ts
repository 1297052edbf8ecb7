import type { Draft } from "@/lib/chat/draft";
import { fileBlock } from "@/lib/chat/file-block";
import { type Content, imagesOf, textOf } from "@/lib/chat/message";
import { splitFiles } from "@/lib/chat/text-file";

/** Returns the content of an unsent message as a draft. */
export function draftOfContent(content: Content): Draft {
  const { text, files } = splitFiles(textOf({ content }));
  return { text, images: imagesOf({ content }), texts: files.map(fileBlock) };
}

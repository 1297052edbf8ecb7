import { documentsIn } from "@/lib/chat/documents-in";
import { joinFiles } from "@/lib/chat/file-block";
import { textOf, withText } from "@/lib/chat/message";
import { type FileInput, maxOriginalSize, takesPages } from "@/lib/chat/original-files";
import type { ModelMessage } from "@/lib/chat/request";
import { defaultPart } from "@/lib/chat/sent-documents";
import { type StoredDocument, splitFiles } from "@/lib/chat/text-file";

/** The model of a request, and the original files on this device. */
export interface FileLimits {
  /** The model's input of files; undefined without one. */
  readonly input: FileInput | undefined;
  /** The model's context size in tokens; undefined if it is unknown. */
  readonly window: number | undefined;
  /** Sizes of the original files in bytes, by id; missing ones were deleted. */
  readonly sizes: ReadonlyMap<string, number>;
}

/** Returns a document whose original cannot be sent as one whose text is sent: all of it, or passages if it is long. */
export function sentAsText(document: StoredDocument, window: number | undefined): StoredDocument {
  return document.sent === "file" ? { ...document, sent: defaultPart(document.tokens, [], window) } : document;
}

/**
 * Replaces the choice of the original file by the text where the model takes no files, the file was deleted, or the
 * files of later messages use up what a request may contain.
 */
export function withSendableFiles(
  messages: readonly ModelMessage[],
  { input, window, sizes }: FileLimits,
): ModelMessage[] {
  let roomBytes = maxOriginalSize;
  let roomPages = input?.maxPages ?? Number.POSITIVE_INFINITY;

  function sendable(document: StoredDocument): StoredDocument {
    const { file = "", pages, sent } = document;
    if (sent !== "file") return document;
    const size = sizes.get(file);
    if (size === undefined || size > roomBytes || pages > roomPages || !takesPages(input, pages)) {
      return sentAsText(document, window);
    }
    roomBytes -= size;
    roomPages -= pages;
    return document;
  }

  return messages
    .toReversed()
    .map((message): ModelMessage => {
      if (message.role !== "user" || originalIdsIn(message).length === 0) return message;
      const { text, files } = splitFiles(textOf(message));
      const sent = files.map((file) => (file.document ? { ...file, document: sendable(file.document) } : file));
      return { ...message, content: withText(message.content, joinFiles({ text, files: sent })) };
    })
    .toReversed();
}

/** Returns the ids of the original files that a message sends. */
export function originalIdsIn(message: ModelMessage): string[] {
  if (message.role !== "user") return [];
  return documentsIn(textOf(message)).flatMap(({ document: { sent, file } }) => (sent === "file" ? (file ?? []) : []));
}

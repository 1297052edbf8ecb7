import { documentsIn } from "@/lib/chat/documents-in";
import { joinFiles } from "@/lib/chat/file-block";
import { textOf, withText } from "@/lib/chat/message";
import { type FileInput, maxOriginalSize, takesPages } from "@/lib/chat/original-files";
import type { ModelMessage } from "@/lib/chat/request";
import { defaultPart, firstPagesAsImages, imageRanges } from "@/lib/chat/sent-documents";
import { type StoredDocument, splitFiles } from "@/lib/chat/text-file";
import { isScan } from "@/lib/documents/scanned-document";

/** The model of a request, and the original files on this device. */
export interface FileLimits {
  /** The model's input of files; undefined without one. */
  readonly input: FileInput | undefined;
  /** The model's context size in tokens; undefined if it is unknown. */
  readonly window: number | undefined;
  readonly supportsVision: boolean;
  /** Sizes of the original files in bytes, by id; missing ones were deleted. */
  readonly sizes: ReadonlyMap<string, number>;
}

/**
 * Returns a document whose original cannot be sent with what is sent instead: images of the pages of a scan if the model
 * has vision, otherwise its text. Of a long text, passages are sent.
 */
export function withoutOriginal(
  document: StoredDocument,
  { window, supportsVision }: Pick<FileLimits, "window" | "supportsVision">,
): StoredDocument {
  if (document.sent !== "file") return withoutImages(document, supportsVision);
  const isSeen = supportsVision && isScan(document);
  return {
    ...document,
    sent: isSeen ? firstPagesAsImages(document.pages) : defaultPart(document.tokens, [], window),
  };
}

/** Returns a document whose pages are sent as images with the text of these pages if the model has no vision. */
function withoutImages(document: StoredDocument, supportsVision: boolean): StoredDocument {
  const ranges = imageRanges(document.sent);
  return ranges !== undefined && !supportsVision ? { ...document, sent: ranges } : document;
}

/**
 * Replaces the choice of the original file by the text, or by images of the pages of a scan, where the model takes no
 * files, the file was deleted, or the files of later messages use up what a request may contain.
 */
export function withSendableFiles(
  messages: readonly ModelMessage[],
  { input, window, supportsVision, sizes }: FileLimits,
): ModelMessage[] {
  let roomBytes = maxOriginalSize;
  let roomPages = input?.maxPages ?? Number.POSITIVE_INFINITY;

  function sendable(document: StoredDocument): StoredDocument {
    const { file = "", pages, sent } = document;
    const size = sizes.get(file);
    const abilities = { window, supportsVision: supportsVision && size !== undefined };
    if (sent !== "file") return withoutOriginal(document, abilities);
    if (size === undefined || size > roomBytes || pages > roomPages || !takesPages(input, pages)) {
      return withoutOriginal(document, abilities);
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

/** Returns the ids of the original files that a message sends, whole or as images of their pages. */
export function originalIdsIn(message: ModelMessage): string[] {
  if (message.role !== "user") return [];
  return documentsIn(textOf(message)).flatMap(({ document: { sent, file } }) =>
    sent === "file" || imageRanges(sent) !== undefined ? (file ?? []) : [],
  );
}

import { maxImages } from "@/lib/chat/draft";
import { maxOriginalSize, takesPages } from "@/lib/chat/original-files";
import { documentFormatOf } from "@/lib/documents/document-format";
import type { ReadDocument } from "@/lib/documents/read-document";
import { scanText } from "@/lib/documents/scanned-document";
import { useUi } from "@/store/base/ui";
import { isTemporary } from "@/store/chats/is-temporary";
import { attachFileTexts, modelOf } from "@/store/chats/store-document";
import { type TabContext, tabContext } from "@/store/records/records";

/**
 * Attaches a document to the draft of a chat: its text, or the original of a PDF without text if the chat's model takes
 * PDF files or images of their pages. Returns the number of pages to attach as images of the message, if the original
 * cannot be stored. Other documents without text are reported. Throws `storage-full` or `storage-unavailable`.
 */
export async function attachReadDocument(
  sessionId: string,
  file: File,
  read: ReadDocument,
  context: TabContext = tabContext,
): Promise<number> {
  const { toast } = useUi.getState();
  const { name } = file;
  const original = documentFormatOf(file) === "pdf" ? { original: file } : {};
  if (read.kind === "text") {
    await attachFileTexts(sessionId, [{ name, text: read.text, ...original }], context);
    if (read.isCut) toast({ kind: "document-cut", name });
    return 0;
  }
  const { pages = 0 } = read;
  const { input, supportsVision } = modelOf(sessionId);
  const isStorable = file.size <= maxOriginalSize && context.records.database && !isTemporary(sessionId);
  if (pages > 0 && isStorable && (supportsVision || takesPages(input, pages))) {
    await attachFileTexts(sessionId, [{ name, text: scanText(pages), isScan: true, original: file }], context);
    return 0;
  }
  if (pages === 0 || !supportsVision) {
    toast({ kind: "document-refused", reason: read.kind, name });
    return 0;
  }
  if (pages > maxImages) toast({ kind: "images-cut", most: maxImages });
  return Math.min(pages, maxImages);
}

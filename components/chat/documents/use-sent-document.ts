import { useAbilities } from "@/components/chat/settings/use-abilities";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { type FileInput, takesPages } from "@/lib/chat/original-files";
import type { StoredDocument } from "@/lib/chat/text-file";
import { withoutOriginal } from "@/lib/documents/sent-files";
import { useChats } from "@/store/chats/chats";
import { fileInputNow } from "@/store/settings/file-input";

/** The abilities of a model that decide how documents are sent. */
interface DocumentModel {
  /** The input of original files; undefined without one. */
  readonly input: FileInput | undefined;
  /** The context size in tokens, if it is known. */
  readonly window: number | undefined;
  readonly supportsVision: boolean;
}

/** A document as it is sent to the current chat's model. */
export interface SentDocument {
  readonly document: StoredDocument;
  /** Whether the original can be sent. */
  readonly takesFile: boolean;
  /** Whether pages can be sent as images. */
  readonly takesImages: boolean;
}

/** Returns a document as it is sent to the current chat's model: as text if the model does not take the chosen part. */
export function useSentDocument(stored: StoredDocument): SentDocument {
  const { input, window, supportsVision } = useDocumentModel();
  const takesFile = stored.file !== undefined && takesPages(input, stored.pages);
  const takesImages = stored.file !== undefined && stored.pages > 0 && supportsVision;
  const isTaken = stored.sent === "file" ? takesFile : takesImages;
  return { document: isTaken ? stored : withoutOriginal(stored, { window, supportsVision }), takesFile, takesImages };
}

/** Returns the abilities of the current chat's model. */
function useDocumentModel(): DocumentModel {
  const currentId = useChats((chats) => chats.currentId);
  const abilities = useAbilities();
  const used = useUsedSettings(currentId);
  if (!used) return { input: undefined, window: undefined, supportsVision: false };
  const { window, vision } = abilities(used);
  return { input: fileInputNow(used), window, supportsVision: vision };
}

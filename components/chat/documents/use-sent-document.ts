import { useAbilities } from "@/components/chat/settings/use-abilities";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { type FileInput, takesPages } from "@/lib/chat/original-files";
import type { StoredDocument } from "@/lib/chat/text-file";
import { sentAsText } from "@/lib/documents/sent-files";
import { useChats } from "@/store/chats/chats";
import { fileInputNow } from "@/store/settings/file-input";

/** The abilities of a model that decide how documents are sent. */
interface DocumentModel {
  /** The input of original files; undefined without one. */
  readonly input: FileInput | undefined;
  /** The context size in tokens, if it is known. */
  readonly window: number | undefined;
}

/** A document as it is sent to the current chat's model. */
interface SentDocument {
  readonly document: StoredDocument;
  /** Whether the original can be sent. */
  readonly takesFile: boolean;
}

/** Returns a document as it is sent to the current chat's model: as text if the model does not take the original. */
export function useSentDocument(stored: StoredDocument): SentDocument {
  const { input, window } = useDocumentModel();
  const takesFile = stored.file !== undefined && takesPages(input, stored.pages);
  return { document: takesFile ? stored : sentAsText(stored, window), takesFile };
}

/** Returns the abilities of the current chat's model. */
function useDocumentModel(): DocumentModel {
  const currentId = useChats((chats) => chats.currentId);
  const abilities = useAbilities();
  const used = useUsedSettings(currentId);
  if (!used) return { input: undefined, window: undefined };
  return { input: fileInputNow(used), window: abilities(used).window };
}

import { useAbilities } from "@/components/chat/settings/use-abilities";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import type { FileInput } from "@/lib/chat/original-files";
import { useChats } from "@/store/chats/chats";
import { fileInputNow } from "@/store/settings/file-input";

/** The abilities of a model that decide how documents are sent. */
interface DocumentModel {
  /** The input of original files; undefined without one. */
  readonly input: FileInput | undefined;
  /** The context size in tokens, if it is known. */
  readonly window: number | undefined;
}

/** Returns the abilities of the current chat's model. */
export function useFileInput(): DocumentModel {
  const currentId = useChats((chats) => chats.currentId);
  const abilities = useAbilities();
  const used = useUsedSettings(currentId);
  if (!used) return { input: undefined, window: undefined };
  return { input: fileInputNow(used), window: abilities(used).window };
}

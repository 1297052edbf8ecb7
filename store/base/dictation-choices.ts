import { type DictationChoices, readDictationChoices } from "@/lib/chat/dictation";
import { parseJson } from "@/lib/json";
import { localKeys } from "@/lib/storage/local-keys";
import { pageStorage } from "@/store/base/page-storage";

/** Returns the user's choices for dictation. */
export function dictationChoices(): DictationChoices {
  return readDictationChoices(parseJson(pageStorage().getItem(localKeys.dictation) ?? ""));
}

/** Stores some of the user's choices. */
export function storeDictationChoices(changes: Partial<DictationChoices>): void {
  try {
    pageStorage().setItem(localKeys.dictation, JSON.stringify({ ...dictationChoices(), ...changes }));
  } catch {
    // Lost choices are asked for again. More important writes have already reported full or blocked storage.
  }
}

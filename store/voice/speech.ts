import { create } from "zustand";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";

/** What is read aloud: one message at a time, in the whole page. */
interface SpeechStore {
  readonly messageId: string | null;
  /** True once it is heard; until then its sound is fetched. */
  readonly isHeard: boolean;
}

export const useSpeech = create<SpeechStore>()(() => ({ messageId: null, isHeard: false }));

/** Ends what is being read aloud. */
let controller = new AbortController();

/** Stops reading aloud. */
export function stopSpeech(): void {
  controller.abort();
  useSpeech.setState({ messageId: null, isHeard: false });
}

/** Reads a message aloud in place of whatever was; one that is being read is stopped. */
export function toggleSpeech(messageId: string): void {
  if (useSpeech.getState().messageId === messageId) stopSpeech();
  else void startSpeech(messageId);
}

/**
 * Reads a message aloud, also one that still grows; with the voice of this device where that is said. Resolves when it
 * has ended; a failure is shown.
 */
export async function startSpeech(messageId: string, withDevice = false): Promise<void> {
  stopSpeech();
  const own = new AbortController();
  controller = own;
  useSpeech.setState({ messageId, isHeard: false });
  const onStart = () => !own.signal.aborted && useSpeech.setState({ isHeard: true });
  try {
    const { readAloud } = await import("@/store/voice/read-aloud");
    await readAloud({ messageId, withDevice, signal: own.signal, onStart });
  } catch (thrown) {
    report(toAppError(thrown));
  } finally {
    if (!own.signal.aborted) useSpeech.setState({ messageId: null, isHeard: false });
  }
}

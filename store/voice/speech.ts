import { create } from "zustand";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";

/** The message that is being read aloud: one at a time in this tab. */
interface SpeechStore {
  readonly messageId: string | null;
  /** True once it is audible; before that its sound is being fetched. */
  readonly isHeard: boolean;
}

export const useSpeech = create<SpeechStore>()(() => ({ messageId: null, isHeard: false }));

/** Aborts the current speech. */
let controller = new AbortController();

export function stopSpeech(): void {
  controller.abort();
  useSpeech.setState({ messageId: null, isHeard: false });
}

/** Reads a message aloud in place of any other; stops it if it is being read already. */
export function toggleSpeech(messageId: string): void {
  if (useSpeech.getState().messageId === messageId) stopSpeech();
  else void startSpeech(messageId);
}

/**
 * Reads a message aloud, also one that is growing. Resolves when it has ended; a failure is shown.
 *
 * @param withDevice true: use the device's voices
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

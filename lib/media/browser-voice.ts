import { AppError } from "@/lib/errors";

interface Speaking {
  /** The address of a voice of this device; empty or gone: one for the page's language. */
  readonly voice: string;
  /** 1 is the usual speed. */
  readonly speed: number;
  readonly signal: AbortSignal;
  /** Called when the first word is heard. */
  readonly onStart: () => void;
}

/** Whether this browser can read aloud by itself. */
export function hasBrowserVoices(): boolean {
  return "speechSynthesis" in globalThis;
}

/**
 * Reads pieces of text aloud with the voices of this device; resolves when the last has ended or the signal is aborted.
 * Throws AppError `not-supported` where the browser can not, or a voice fails.
 */
export async function speakInBrowser(pieces: AsyncIterable<string>, speaking: Speaking): Promise<void> {
  if (!hasBrowserVoices()) throw new AppError("not-supported");
  const { signal } = speaking;
  const stop = () => speechSynthesis.cancel();
  signal.addEventListener("abort", stop);
  try {
    for await (const text of pieces) {
      if (signal.aborted) return;
      await utter(text, speaking);
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function utter(text: string, { voice, speed, signal, onStart }: Speaking): Promise<void> {
  const utterance = new SpeechSynthesisUtterance(text);
  const chosen = speechSynthesis.getVoices().find(({ voiceURI }) => voiceURI === voice);
  if (chosen) utterance.voice = chosen;
  utterance.lang = chosen?.lang ?? document.documentElement.lang;
  utterance.rate = speed;
  return new Promise((resolve, reject) => {
    utterance.onstart = onStart;
    utterance.onend = () => resolve();
    utterance.onerror = () => (signal.aborted ? resolve() : reject(new AppError("not-supported")));
    speechSynthesis.speak(utterance);
  });
}

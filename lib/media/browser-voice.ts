import { AppError } from "@/lib/errors";

interface Speaking {
  /** URI of a voice of this device; if it is empty or missing, a voice for the page's language is used. */
  readonly voice: string;
  /** Speed as a factor; 1 is the default. */
  readonly speed: number;
  readonly signal: AbortSignal;
  /** Called when the first word is spoken. */
  readonly onStart: () => void;
}

/** Whether the browser supports speech synthesis. */
export function hasBrowserVoices(): boolean {
  return "speechSynthesis" in globalThis;
}

/**
 * Reads pieces of text aloud with this device's voices. Resolves when the last one has ended or the signal is aborted.
 * Throws AppError `not-supported` if the browser lacks speech synthesis or a voice fails.
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

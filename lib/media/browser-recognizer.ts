/** The part of the browser's `SpeechRecognition` that is used; TypeScript's library does not declare it. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally?: boolean;
  onresult: ((event: { readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>> }) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onstart: (() => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

interface RecognitionClass {
  new (): Recognition;
  /** Missing in browsers that recognize speech only on a server. */
  available?(options: { readonly langs: readonly string[]; readonly processLocally: boolean }): Promise<string>;
}

/** The error of a recognition, with an error code of the Web Speech API. */
export class RecognitionError extends Error {
  override readonly name = "RecognitionError";
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

interface Recognizing {
  readonly language: string;
  /** True: the browser must recognize on this device, or fail. */
  readonly isLocal: boolean;
  /** True: listens until it is stopped; false: until the first pause. */
  readonly isContinuous: boolean;
  readonly onStart: () => void;
  /** Called with all words so far. */
  readonly onHeard: (text: string) => void;
}

/** A running recognition. */
export interface RunningRecognition {
  /** Resolves with the text when the recognition ends. Rejects with a `RecognitionError`. */
  readonly text: Promise<string>;
  /** Ends the recognition; what was said until now is still recognized. */
  stop(): void;
  /** Ends the recognition without a text. */
  abort(): void;
}

function recognitionClass(): RecognitionClass | undefined {
  const scope = globalThis as { SpeechRecognition?: RecognitionClass; webkitSpeechRecognition?: RecognitionClass };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
}

/** Whether the browser has a speech recognizer. */
export function hasRecognizer(): boolean {
  return recognitionClass() !== undefined;
}

/** Whether the browser can recognize a language on this device now, without a download. */
export async function isRecognizedLocally(language: string): Promise<boolean> {
  try {
    const found = await recognitionClass()?.available?.({ langs: [language], processLocally: true });
    return found === "available";
  } catch {
    // An invalid language, or a policy of the site that forbids it.
    return false;
  }
}

/**
 * Starts the browser's recognizer, which opens the microphone itself. Throws `RecognitionError` if the browser has none.
 */
export function startRecognition({
  language,
  isLocal,
  isContinuous,
  onStart,
  onHeard,
}: Recognizing): RunningRecognition {
  const Recognizer = recognitionClass();
  if (!Recognizer) throw new RecognitionError("service-not-allowed");
  const recognition = new Recognizer();
  recognition.lang = language;
  recognition.interimResults = true;
  recognition.continuous = isContinuous;
  if (isLocal) recognition.processLocally = true;
  let heard = "";
  let failure: string | undefined;
  const text = new Promise<string>((resolve, reject) => {
    recognition.onstart = onStart;
    recognition.onresult = ({ results }) => {
      heard = joinedResults(results);
      onHeard(heard);
    };
    recognition.onerror = ({ error }) => {
      failure = error;
    };
    // Words that were recognized before an error are not lost.
    recognition.onend = () =>
      failure === undefined || heard !== "" ? resolve(heard) : reject(new RecognitionError(failure));
  });
  recognition.start();
  return { text, stop: () => recognition.stop(), abort: () => recognition.abort() };
}

function joinedResults(results: ArrayLike<ArrayLike<{ readonly transcript: string }>>): string {
  const texts = Array.from(results, (alternatives) => alternatives[0]?.transcript.trim() ?? "");
  return texts.filter((each) => each !== "").join(" ");
}

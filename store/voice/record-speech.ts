import { createSilenceWatch, type SilenceWatch } from "@/lib/chat/dictation";
import { type RunningRecognition, startRecognition } from "@/lib/media/browser-recognizer";
import { closeMicrophone, openMicrophone } from "@/lib/media/microphone";
import { measureLevel, type SoundLevel } from "@/lib/media/sound-level";
import { recordSound } from "@/lib/media/sound-recorder";
import { browserEnvironment } from "@/lib/platform/browser-environment";

/** Interval in which the level is checked for silence, in milliseconds. */
const watchMs = 100;

/** Maximum size of a recording, in bytes: the limit of speech-to-text services. */
const maxSoundBytes = 25_000_000;

/** Time that a recognizer has after Stop, in milliseconds. Then the words so far count. */
const recognizerMs = 4000;

/** A recording under way. */
export interface Recording {
  /** Aborted by Stop: what was said until then is still recognized. */
  readonly stop: AbortController;
  /** Aborted by Discard. */
  readonly signal: AbortSignal;
  /** Called when the microphone is open, with a function that reads its level; without one if the level is unknown. */
  readonly onStart: (readLevel: (() => number) | undefined) => void;
  /** Called when the recording ends, before the last words are recognized. */
  readonly onStopped: () => void;
}

/**
 * Records speech until it is stopped, by silence or by the time limit. Returns the sound; undefined if there was only
 * silence, if it was stopped before the browser recorded anything, or after Discard. Throws AppError `not-allowed` and `not-supported` like `openMicrophone`.
 */
export async function recordSpeech({ stop, signal, onStart, onStopped }: Recording): Promise<Blob | undefined> {
  const stream = await openMicrophone("");
  let level: SoundLevel | undefined;
  try {
    if (signal.aborted) return undefined;
    level = measureLevel(stream);
    const recorder = recordSound(stream, maxSoundBytes, () => stop.abort());
    const watch = createSilenceWatch(browserEnvironment.now());
    onStart(level.read);
    const isSilent = (await untilStopped(watch, level.read, stop.signal, signal)) === "silence" && !watch.hasSpeech();
    if (signal.aborted || isSilent) {
      recorder.discard();
      return undefined;
    }
    onStopped();
    const sound = await recorder.stop();
    return sound.size > 0 ? sound : undefined;
  } finally {
    level?.close();
    closeMicrophone(stream);
  }
}

interface Recognizing extends Recording {
  readonly language: string;
  readonly isLocal: boolean;
  readonly onHeard: (text: string) => void;
}

/**
 * Recognizes speech with the browser's recognizer until it is stopped. Returns the text; empty after Discard. Throws
 * AppError like `openMicrophone`, and `RecognitionError`.
 */
export async function recognizeSpeech(recognizing: Recognizing): Promise<string> {
  // The recognizers of phones need the microphone for themselves.
  if (matchMedia("(pointer: coarse)").matches) return recognizeStream(recognizing, undefined);
  const stream = await openMicrophone("");
  try {
    return await recognizeStream(recognizing, stream);
  } finally {
    closeMicrophone(stream);
  }
}

async function recognizeStream(recognizing: Recognizing, stream: MediaStream | undefined): Promise<string> {
  const { signal } = recognizing;
  if (signal.aborted) return "";
  const level = stream && measureLevel(stream);
  const ended = new AbortController();
  const watch = createSilenceWatch(browserEnvironment.now());
  let heard = "";
  try {
    const running = startRecognition({
      language: recognizing.language,
      isLocal: recognizing.isLocal,
      // The recognizers of phones repeat words otherwise.
      isContinuous: stream !== undefined,
      onStart: () => recognizing.onStart(level?.read),
      onHeard(text) {
        // Words count as speech, however quiet they are.
        watch.note(1, browserEnvironment.now());
        heard = text;
        recognizing.onHeard(text);
      },
    });
    // A recognizer may never report its end.
    const cut = cutOff(running, recognizing, { watch, readLevel: level?.read, ended: ended.signal });
    return await Promise.race([running.text, cut.then(() => (signal.aborted ? "" : heard))]);
  } catch (thrown) {
    if (signal.aborted) return "";
    throw thrown;
  } finally {
    ended.abort();
    level?.close();
  }
}

interface Watched {
  readonly watch: SilenceWatch;
  readonly readLevel: (() => number) | undefined;
  /** Aborted when the recognition has ended. */
  readonly ended: AbortSignal;
}

/** Ends a recognition after Stop, silence or Discard. Resolves when it was aborted, or has ended by itself. */
async function cutOff(
  running: RunningRecognition,
  { stop, signal, onStopped }: Recording,
  { watch, readLevel, ended }: Watched,
): Promise<void> {
  const isEnded = AbortSignal.any([ended, signal]);
  await untilStopped(watch, readLevel, stop.signal, isEnded);
  if (!isEnded.aborted) {
    onStopped();
    running.stop();
    await browserEnvironment.delay(recognizerMs, isEnded);
  }
  if (!ended.aborted) running.abort();
}

/** Waits for Stop or Discard, or for the reason to stop by itself. Without a level, only the time counts. */
async function untilStopped(
  watch: SilenceWatch,
  readLevel: (() => number) | undefined,
  stopped: AbortSignal,
  discarded: AbortSignal,
): Promise<"silence" | "time" | undefined> {
  const either = AbortSignal.any([stopped, discarded]);
  while (!either.aborted) {
    const reason = watch.note(readLevel?.() ?? 1, browserEnvironment.now());
    if (reason !== undefined) return reason;
    await browserEnvironment.delay(watchMs, either);
  }
  return undefined;
}

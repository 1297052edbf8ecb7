import {
  type DictationFailure,
  type DictationStep,
  type DictationWay,
  destinationOf,
  foldDictation,
  noDictation,
  pickWay,
  startsByItself,
  wayId,
} from "@/lib/chat/dictation";
import { dictationLanguage, dictationLanguages } from "@/lib/chat/dictation-languages";
import { toAppError } from "@/lib/errors";
import { RecognitionError } from "@/lib/media/browser-recognizer";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { dictationChoices, storeDictationChoices } from "@/store/base/dictation-choices";
import { report } from "@/store/base/ui";
import { closedDictation, useDictation } from "@/store/voice/dictation-state";
import { dictationWays, transcribe } from "@/store/voice/dictation-ways";
import { type Recording, recognizeSpeech, recordSpeech } from "@/store/voice/record-speech";
import { stopSpeech } from "@/store/voice/speech";
import { useVoice } from "@/store/voice/voice";

/** The place of a dictation, and the function that gets its text. */
export interface DictationOpening {
  readonly sessionId: string;
  readonly providerName: string;
  readonly onText: (text: string) => void;
}

/** The dictation under way. */
interface Run {
  readonly opening: DictationOpening;
  /** Aborted when the dictation is closed; a text may still be on the way. */
  readonly closing: AbortController;
  /** Aborted when the recording is stopped. */
  stop: AbortController;
  /** Aborted when this recording is given up, but not the dictation. */
  recording: AbortController;
  /** The last recording, to send it again. */
  sound: Blob | undefined;
  /** The measured length of the last recording, in seconds. */
  seconds?: number;
}

let run: Run | undefined;

function note(step: DictationStep): void {
  useDictation.setState(({ state }) => ({ state: foldDictation(state, step) }));
}

/**
 * Opens a dictation. It records at once if the user has agreed to the destination. Another dictation is closed; if it is
 * being transcribed, its text still goes to its chat.
 */
export async function openDictation(opening: DictationOpening): Promise<void> {
  if (run?.opening.sessionId === opening.sessionId) return;
  if (useDictation.getState().state.phase === "transcribing") detach();
  else closeDictation();
  const closing = new AbortController();
  const endVoice = useVoice.subscribe(closeForVoice);
  closing.signal.addEventListener("abort", endVoice);
  run = { opening, closing, stop: new AbortController(), recording: new AbortController(), sound: undefined };
  useDictation.setState({ ...closedDictation, sessionId: opening.sessionId, language: dictationChoices().language });
  await prepare(run);
}

/** Finds the ways, and records at once if the user has agreed to the destination. */
async function prepare(current: Run): Promise<void> {
  useDictation.setState({ state: foldDictation(noDictation, { type: "open" }) });
  await findWays();
  if (run === current) startIfAllowed();
}

/** Closes the dictation without a text. */
export function closeDictation(): void {
  run?.recording.abort();
  detach();
}

/** Closes the dictation of a chat whose live conversation begins: both need the microphone. */
function closeForVoice({ sessionId }: { readonly sessionId: string | null }): void {
  if (sessionId !== null && useDictation.getState().state.phase !== "transcribing") closeDictation();
}

/** Closes the dictation; a text that is on the way still goes to its chat. */
function detach(): void {
  run?.closing.abort();
  run = undefined;
  useDictation.setState(closedDictation);
}

/** Closes the dictation of a chat that is left, unless its text is on the way: that is still added to the draft. */
export function leaveDictation(sessionId: string): void {
  const { sessionId: current, state } = useDictation.getState();
  if (current === sessionId && state.phase !== "transcribing") closeDictation();
}

/** Ends the recording. Its text follows. */
export function stopDictation(): void {
  run?.stop.abort();
}

/**
 * Starts recording, which is the user's consent to the destination. After a failed call, sends the recording
 * again; without a way, looks for ways again.
 */
export function startDictation(): void {
  const { way } = useDictation.getState();
  if (!run) return;
  if (!way) return void prepare(run);
  const { allowed } = dictationChoices();
  const destination = destinationOf(way);
  if (destination !== undefined && !allowed.includes(destination)) {
    storeDictationChoices({ allowed: [...allowed, destination] });
  }
  void record(run, way);
}

/** Chooses a way. A recording with another one is discarded, and begins again if its destination was allowed. */
export function chooseWay(id: string): void {
  const way = useDictation.getState().ways.find((each) => wayId(each) === id);
  if (!run || !way) return;
  storeDictationChoices({ way: id });
  restart(run, () => useDictation.setState({ way }));
}

/** Chooses a language. A recognizer starts again with it; a provider gets it with the recording. */
export async function chooseLanguage(language: string): Promise<void> {
  storeDictationChoices({ language });
  const current = run;
  const { way } = useDictation.getState();
  if (!current) return;
  if (way?.kind === "provider") return useDictation.setState({ language });
  restart(current, () => useDictation.setState({ language, way: undefined }));
  await findWays();
  if (run === current) startIfAllowed();
}

/** Returns the language of the browser's recognizer. */
export function recognizerLanguage(language: string): string {
  if (language !== "") return language;
  return dictationLanguage(document.documentElement.lang, dictationLanguages(navigator.languages));
}

/** Discards the recording, applies a change, and starts again if the user has agreed to the destination. */
function restart(current: Run, change: () => void): void {
  current.recording.abort();
  current.sound = undefined;
  const { sessionId } = current.opening;
  useDictation.setState({ state: foldDictation(noDictation, { type: "open" }), sessionId, readLevel: undefined });
  change();
  startIfAllowed();
}

function startIfAllowed(): void {
  const { way, state } = useDictation.getState();
  if (run && way && state.phase === "ready" && startsByItself(way, dictationChoices())) void record(run, way);
}

/** Finds the ways and picks one. Never throws: without a way, the dictation has failed. */
async function findWays(): Promise<void> {
  const current = run;
  if (!current) return;
  try {
    const choices = dictationChoices();
    const ways = await dictationWays(current.opening.providerName, recognizerLanguage(choices.language));
    if (run !== current) return;
    const way = pickWay(ways, choices);
    useDictation.setState({ ways, way });
    if (!way) note({ type: "failed", failure: { reason: "service-off" } });
  } catch (thrown) {
    fail(current, failureOf(thrown));
  }
}

/** Records, and hands the text over. */
async function record(current: Run, way: DictationWay): Promise<void> {
  current.recording.abort();
  current.recording = new AbortController();
  current.stop = new AbortController();
  const { signal } = current.recording;
  stopSpeech();
  note({ type: "start" });
  try {
    const text = (await textOf(current, way, signal))?.trim();
    if (signal.aborted) return;
    if (text === undefined) return await askAgain(current);
    if (text === "") return fail(current, { reason: "empty" });
    if (run === current) closeDictation();
    current.opening.onText(text);
  } catch (thrown) {
    if (signal.aborted) return;
    if (run === current) fail(current, failureOf(thrown));
    // Another dictation is on screen.
    else report(toAppError(thrown));
  } finally {
    if (!signal.aborted && run === current) useDictation.setState({ readLevel: undefined });
  }
}

/** Notes a failure, unless another dictation is on screen. */
function fail(current: Run, failure: DictationFailure): void {
  if (run === current) note({ type: "failed", failure });
}

/** Keeps the recording for a new consent, because its destination has changed. */
async function askAgain(current: Run): Promise<void> {
  if (run !== current) return;
  useDictation.setState({ way: undefined });
  note({ type: "moved" });
  await findWays();
}

/** Returns the text; undefined if the settings now lead to another destination. */
async function textOf(current: Run, way: DictationWay, signal: AbortSignal): Promise<string | undefined> {
  const isShown = () => !signal.aborted && run === current;
  let startedAt = 0;
  const recording: Recording = {
    stop: current.stop,
    signal,
    onStart(readLevel) {
      startedAt = browserEnvironment.now();
      if (!isShown()) return;
      useDictation.setState({ readLevel });
      note({ type: "started", at: browserEnvironment.now() });
    },
    onStopped() {
      current.seconds = (browserEnvironment.now() - startedAt) / 1000;
      if (isShown()) note({ type: "stopped" });
    },
  };
  const { language } = useDictation.getState();
  if (way.kind !== "provider") {
    current.sound = undefined;
    const onHeard = (text: string) => isShown() && note({ type: "heard", text });
    const isLocal = way.kind === "device";
    return recognizeSpeech({ ...recording, language: recognizerLanguage(language), isLocal, onHeard });
  }
  const sound = current.sound ?? (await recordSpeech(recording));
  if (!sound || signal.aborted) return "";
  if (current.sound) useDictation.setState({ state: { phase: "transcribing" } });
  current.sound = sound;
  const text = await transcribe(way, {
    sound,
    seconds: current.seconds,
    language: useDictation.getState().language,
    signal,
  });
  // A recording without words is not worth sending again.
  if (text !== undefined) current.sound = undefined;
  return text;
}

/** The reasons of failures by the error codes of the Web Speech API. */
const recognitionReasons: Readonly<Record<string, Exclude<DictationFailure["reason"], "service">>> = {
  "not-allowed": "denied",
  "service-not-allowed": "service-off",
  "audio-capture": "no-microphone",
  "language-not-supported": "language",
  "no-speech": "empty",
  aborted: "empty",
};

function failureOf(thrown: unknown): DictationFailure {
  if (thrown instanceof RecognitionError) return { reason: recognitionReasons[thrown.code] ?? "unreachable" };
  const error = toAppError(thrown);
  switch (error.code) {
    case "not-allowed":
      return { reason: "denied" };
    case "not-supported":
      return { reason: "no-microphone" };
    case "network":
      return { reason: "unreachable" };
    default:
      return { reason: "service", error };
  }
}

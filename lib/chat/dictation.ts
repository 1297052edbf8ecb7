import type { AppError } from "@/lib/errors";

/** A way in which speech becomes text, and where the audio goes. */
export type DictationWay =
  | { readonly kind: "device" }
  | { readonly kind: "browser" }
  | {
      readonly kind: "provider";
      /** The provider's id. */
      readonly id: string;
      readonly name: string;
      /** The host that receives the audio first. */
      readonly host: string;
      /** Whether that host is the site's server, which forwards the audio to the provider. */
      readonly isRelayed: boolean;
    };

/** Returns the id of a way, by which it is chosen and stored. */
export function wayId(way: DictationWay): string {
  return way.kind === "provider" ? way.id : way.kind;
}

/** Returns the destination that the user has to see before the first recording; undefined if no audio is sent. */
export function destinationOf(way: DictationWay): string | undefined {
  if (way.kind === "device") return undefined;
  return way.kind === "browser" ? "browser" : `${way.id}@${way.host}`;
}

/** The user's choices for dictation. They are stored on this device. */
export interface DictationChoices {
  /** The language as a BCP 47 tag; empty for the default. */
  readonly language: string;
  /** The id of the chosen way; empty for the default. */
  readonly way: string;
  /** The destinations to which the user has agreed. */
  readonly allowed: readonly string[];
}

/** Whether a recording may be made, because no audio is sent, or the user has agreed to the destination. */
export function isAllowed(way: DictationWay, { allowed }: Pick<DictationChoices, "allowed">): boolean {
  const destination = destinationOf(way);
  return destination === undefined || allowed.includes(destination);
}

/**
 * Whether a dictation may begin to record by itself. A user who chose this device has to press Start before any audio is
 * sent, also if they once agreed to the destination.
 */
export function startsByItself(way: DictationWay, choices: DictationChoices): boolean {
  return isAllowed(way, choices) && (choices.way !== "device" || destinationOf(way) === undefined);
}

/**
 * Returns the way to use: the chosen one, or else the browser's recognizer if it runs on this device or was allowed,
 * then a provider, then the browser's service.
 */
export function pickWay(ways: readonly DictationWay[], choices: DictationChoices): DictationWay | undefined {
  const ranked: readonly ((way: DictationWay) => boolean)[] = [
    (way) => wayId(way) === choices.way,
    ({ kind }) => kind === "device",
    (way) => way.kind === "browser" && isAllowed(way, choices),
    ({ kind }) => kind === "provider",
    () => true,
  ];
  for (const fits of ranked) {
    const way = ways.find(fits);
    if (way) return way;
  }
  return undefined;
}

/** The reason that a dictation failed. `service` is an error of a provider. */
export type DictationFailure =
  | { readonly reason: "denied" | "no-microphone" | "empty" | "language" | "unreachable" | "service-off" }
  | { readonly reason: "service"; readonly error: AppError };

/** The state of a dictation. */
export type Dictation =
  | { readonly phase: "closed" | "ready" | "starting" }
  | { readonly phase: "listening"; readonly startedAt: number; readonly heard: string }
  | { readonly phase: "transcribing" }
  | { readonly phase: "failed"; readonly failure: DictationFailure };

/** A step of a dictation. `moved`: the recording would go to another destination than the agreed one. */
export type DictationStep =
  | { readonly type: "open" }
  | { readonly type: "start" }
  | { readonly type: "started"; readonly at: number }
  | { readonly type: "heard"; readonly text: string }
  | { readonly type: "stopped" }
  | { readonly type: "moved" }
  | { readonly type: "failed"; readonly failure: DictationFailure }
  | { readonly type: "closed" };

/** The state without a dictation. */
export const noDictation: Dictation = { phase: "closed" };

/** Returns the next state. Steps that do not fit the state, such as late ones after the end, change nothing. */
export function foldDictation(dictation: Dictation, step: DictationStep): Dictation {
  const { phase } = dictation;
  switch (step.type) {
    case "open":
      return phase === "closed" ? { phase: "ready" } : dictation;
    case "start":
      return phase === "closed" ? dictation : { phase: "starting" };
    case "started":
      return phase === "starting" ? { phase: "listening", startedAt: step.at, heard: "" } : dictation;
    case "heard":
      return phase === "listening" ? { ...dictation, heard: step.text } : dictation;
    case "stopped":
      return phase === "listening" ? { phase: "transcribing" } : dictation;
    case "moved":
      return phase === "transcribing" ? { phase: "ready" } : dictation;
    case "failed":
      return phase === "closed" ? dictation : { phase: "failed", failure: step.failure };
    case "closed":
      return noDictation;
  }
}

/** Maximum time of a recording, in milliseconds. */
const maxDictationMs = 5 * 60_000;

/** Time without speech after which a recording stops, in milliseconds. */
const defaultSilenceMs = 3000;

/** The same before the first word, in milliseconds. */
const firstWordMs = 10_000;

/** Minimum level of speech, from 0 to 1: louder than the noise of a room. */
const speechLevel = 0.012;

/** Decides when a recording stops by itself. */
export interface SilenceWatch {
  /** Notes a level, from 0 to 1. Returns the reason to stop now, if there is one. */
  note(level: number, now: number): "silence" | "time" | undefined;
  /** Whether anything was louder than noise. */
  hasSpeech(): boolean;
}

/** Creates the watch of a recording that began at a time, in milliseconds. */
export function createSilenceWatch(startedAt: number, silenceMs: number = defaultSilenceMs): SilenceWatch {
  let lastSpeechAt: number | undefined;
  return {
    note(level, now) {
      if (level >= speechLevel) lastSpeechAt = now;
      if (now - startedAt >= maxDictationMs) return "time";
      const quietMs = now - (lastSpeechAt ?? startedAt);
      return quietMs >= (lastSpeechAt === undefined ? firstWordMs : silenceMs) ? "silence" : undefined;
    },
    hasSpeech: () => lastSpeechAt !== undefined,
  };
}

/** Scripts that are written without spaces between words, and marks after which no space follows. */
const isJoined = /[\s\p{Ps}\p{Pi}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}。、，！？：；]$/u;

/** A character before which a space is needed. */
const needsSpaceBefore = /^[\p{L}\p{N}]/u;

/** Returns a text with the spoken text in place of the selection, and the position of the caret after it. */
export function insertSpoken(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  spoken: string,
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const words = spoken.trim();
  const gapBefore = before === "" || isJoined.test(before) ? "" : " ";
  const gapAfter = needsSpaceBefore.test(after) && !isJoined.test(words) ? " " : "";
  const whole = `${before}${gapBefore}${words}`;
  return { text: `${whole}${gapAfter}${after}`, caret: whole.length };
}

/** Returns the language of a tag as ISO 639-1, such as `en`; undefined for an empty or invalid tag. */
export function languageOfTag(tag: string): string | undefined {
  return /^([a-z]{2})(-|$)/i.exec(tag)?.[1]?.toLowerCase();
}

/** Returns the stored choices. Invalid values become the defaults. Never throws. */
export function readDictationChoices(input: unknown): DictationChoices {
  const source = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  const { language, way, allowed } = source;
  return {
    language: typeof language === "string" && languageOfTag(language) ? language : "",
    way: typeof way === "string" ? way : "",
    allowed: Array.isArray(allowed) ? allowed.filter((each) => typeof each === "string").slice(0, maxAllowed) : [],
  };
}

/** Maximum number of stored destinations. */
const maxAllowed = 50;

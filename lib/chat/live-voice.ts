import type { ErrorCode } from "@/lib/errors";

/** Phases of a live conversation, as displayed in the panel. */
export type VoicePhase =
  | "connecting"
  | "listening"
  | "thinking"
  | "speaking"
  | "failed"
  | "ended"
  | "denied"
  | "no-microphone"
  | "not-set-up";

/** Phases in which audio flows in both directions. */
const livePhases: readonly VoicePhase[] = ["listening", "thinking", "speaking"];

/** Whether audio flows in both directions. */
export function isLive(phase: VoicePhase): boolean {
  return livePhases.includes(phase);
}

/** The reason that a conversation failed or ended; `unexpected` if only the service's own message explains it. */
export interface VoiceFailure {
  readonly code: ErrorCode;
  /** The service's message, or an empty string. */
  readonly message: string;
}

/** The panel's state of a live conversation. */
export interface LiveVoice {
  readonly phase: VoicePhase;
  /** The last speaker and the recognized text. */
  readonly caption: { readonly role: "user" | "assistant"; readonly itemId: string; readonly text: string } | null;
  readonly failure: VoiceFailure | null;
  /** Whether the model has started to speak: from then on, its voice cannot change. */
  readonly isVoiceFixed: boolean;
}

export const noVoice: LiveVoice = {
  phase: "connecting",
  caption: null,
  failure: null,
  isVoiceFixed: false,
};

/** Events of the service and of our audio that change the panel. */
export type VoiceStep =
  | { readonly type: "ready" | "person-starts" | "person-ends" | "reply-starts" | "sound-starts" | "sound-ends" }
  | { readonly type: "reply-ends" | "reply-fails" | "reply-sound" | "person-said" | "error" }
  | { readonly type: "reply-text"; readonly itemId: string; readonly text: string }
  | { readonly type: "person-text"; readonly itemId: string; readonly text: string; readonly isWhole: boolean }
  | { readonly type: "broke"; readonly phase: VoicePhase; readonly failure: VoiceFailure | null };

/** Returns the panel's state after an event. A failed conversation ignores later events. */
export function foldVoice(voice: LiveVoice, step: VoiceStep): LiveVoice {
  if (step.type === "broke") return { ...voice, phase: step.phase, failure: step.failure };
  if (voice.phase !== "connecting" && !isLive(voice.phase)) return voice;
  switch (step.type) {
    case "ready":
    case "person-starts":
    case "sound-ends":
    case "reply-fails":
      return { ...voice, phase: "listening" };
    case "person-ends":
    case "reply-starts":
      return {
        ...voice,
        phase: voice.phase === "speaking" ? "speaking" : "thinking",
        isVoiceFixed: voice.isVoiceFixed || step.type === "reply-starts",
      };
    case "sound-starts":
      return { ...voice, phase: "speaking", isVoiceFixed: true };
    case "reply-text":
      return { ...voice, caption: { role: "assistant", itemId: step.itemId, text: textBefore() + step.text } };
    case "person-text":
      return withPersonText(voice, step);
    default:
      return voice;
  }

  function textBefore(): string {
    return step.type === "reply-text" && voice.caption?.itemId === step.itemId ? voice.caption.text : "";
  }
}

/**
 * Sets the user's caption. The transcript often arrives after the first words of the reply, whose caption then remains.
 */
function withPersonText(voice: LiveVoice, step: VoiceStep & { type: "person-text" }): LiveVoice {
  const { itemId, text, isWhole } = step;
  const before = voice.caption?.itemId === itemId ? voice.caption.text : "";
  const now = isWhole ? text : before + text;
  if (now.trim() === "" || voice.phase === "speaking") return voice;
  return { ...voice, caption: { role: "user", itemId, text: now } };
}

/** Returns the last sentence of a text for a caption. */
export function lastSentence(text: string): string {
  const sentences = text.trim().split(/(?<=[.!?…؟]["'”’»)]*)\s+|(?<=[。！？])/u);
  return sentences.at(-1) ?? "";
}

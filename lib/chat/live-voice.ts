import type { ErrorCode } from "@/lib/errors";

/** What a live conversation is at, as the panel says it. */
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

/** Phases in which the two sides can hear each other. */
const livePhases: readonly VoicePhase[] = ["listening", "thinking", "speaking"];

/** Whether the two sides of a conversation can hear each other. */
export function isLive(phase: VoicePhase): boolean {
  return livePhases.includes(phase);
}

/** Why a conversation did not begin or is over; `unexpected` where only the service's own words say it. */
export interface VoiceFailure {
  readonly code: ErrorCode;
  /** What the service said, or nothing. */
  readonly message: string;
}

/** What the panel shows of a live conversation. */
export interface LiveVoice {
  readonly phase: VoicePhase;
  /** Who spoke last, and all that was understood of it. */
  readonly caption: { readonly role: "user" | "assistant"; readonly itemId: string; readonly text: string } | null;
  readonly failure: VoiceFailure | null;
  /** The model has begun to speak: from then on its voice stays. */
  readonly isVoiceFixed: boolean;
}

export const noVoice: LiveVoice = {
  phase: "connecting",
  caption: null,
  failure: null,
  isVoiceFixed: false,
};

/** What decides over the panel, out of the events of the service and of our own sound. */
export type VoiceStep =
  | { readonly type: "ready" | "person-starts" | "person-ends" | "reply-starts" | "sound-starts" | "sound-ends" }
  | { readonly type: "reply-ends" | "reply-fails" | "reply-sound" | "person-said" | "error" }
  | { readonly type: "reply-text"; readonly itemId: string; readonly text: string }
  | { readonly type: "person-text"; readonly itemId: string; readonly text: string; readonly isWhole: boolean }
  | { readonly type: "broke"; readonly phase: VoicePhase; readonly failure: VoiceFailure | null };

/** Folds a step into what the panel shows. A conversation that broke stays so, whatever still arrives. */
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

/** What a person said is often understood behind the first words of the answer, which then stay. */
function withPersonText(voice: LiveVoice, step: VoiceStep & { type: "person-text" }): LiveVoice {
  const { itemId, text, isWhole } = step;
  const before = voice.caption?.itemId === itemId ? voice.caption.text : "";
  const now = isWhole ? text : before + text;
  if (now.trim() === "" || voice.phase === "speaking") return voice;
  return { ...voice, caption: { role: "user", itemId, text: now } };
}

/** Returns the last sentence of a text, as a caption shows it; the one before while the last has hardly begun. */
export function lastSentence(text: string): string {
  const sentences = text.trim().split(/(?<=[.!?…؟]["'”’»)]*)\s+|(?<=[。！？])/u);
  return sentences.at(-1) ?? "";
}

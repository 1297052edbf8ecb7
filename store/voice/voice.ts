import { create } from "zustand";
import { foldVoice, type LiveVoice, noVoice, type VoiceStep } from "@/lib/chat/live-voice";

/** The live conversation: one in the whole page. What carries it is in `voice-call.ts`, loaded with the panel. */
interface VoiceStore extends LiveVoice {
  /** The chat in which it is written down; null while there is none. */
  readonly sessionId: string | null;
  readonly isMuted: boolean;
  /** When the two sides could first hear each other, in milliseconds since the epoch. */
  readonly startedAt: number | null;
  /** The microphone that was chosen; empty for the usual one. */
  readonly deviceId: string;
  /** Opens the panel over a chat. */
  open(sessionId: string): void;
  /** Closes the panel. */
  close(): void;
  /** Begins anew in the panel. */
  reset(): void;
  note(step: VoiceStep): void;
}

export const useVoice = create<VoiceStore>()((set) => ({
  ...noVoice,
  sessionId: null,
  isMuted: false,
  startedAt: null,
  deviceId: "",
  open(sessionId) {
    set({ ...noVoice, sessionId, isMuted: false, startedAt: null });
  },
  close() {
    set({ sessionId: null });
  },
  reset() {
    set({ ...noVoice, isMuted: false, startedAt: null });
  },
  note(step) {
    set((voice) => foldVoice(voice, step));
  },
}));

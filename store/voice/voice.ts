import { create } from "zustand";
import { foldVoice, type LiveVoice, noVoice, type VoiceStep } from "@/lib/chat/live-voice";

/** The live conversation: one in this tab. `voice-call.ts`, loaded with the panel, runs it. */
interface VoiceStore extends LiveVoice {
  /** The chat it is written to; null outside a conversation. */
  readonly sessionId: string | null;
  readonly isMuted: boolean;
  /** Time when both sides could first hear each other, in milliseconds since the epoch. */
  readonly startedAt: number | null;
  /** The chosen microphone; empty for the default one. */
  readonly deviceId: string;
  /** Opens the panel for a chat. */
  open(sessionId: string): void;
  close(): void;
  /** Restarts the conversation in the panel. */
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

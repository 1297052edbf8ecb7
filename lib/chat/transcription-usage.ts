import type { Usage } from "@/lib/chat/message";

/** The reported usage of a transcription: tokens, or the length of the recording in seconds. */
export interface TranscriptionUsage {
  readonly tokens?: Usage;
  readonly seconds?: number;
}

import type { Usage } from "@/lib/chat/message";
import { recordOf } from "@/lib/json";

/** Parses the counts of audio, images and cache writes in the details of input and output. Zeros are omitted. */
export function mediaCounts(input: unknown, output: unknown): [keyof Usage, unknown][] {
  const [sent, received] = [recordOf(input), recordOf(output)];
  const counts: [keyof Usage, unknown][] = [
    ["cacheWriteTokens", sent.cache_write_tokens],
    ["inputAudioTokens", sent.audio_tokens],
    ["inputImageTokens", sent.image_tokens],
    ["outputAudioTokens", received.audio_tokens],
    ["outputImageTokens", received.image_tokens],
  ];
  return counts.filter(([, count]) => count !== 0);
}

import { joinSamples } from "./pcm";
import { voiceRate } from "./wav";

/** Length of sound that is held while the user is silent, in samples: the service notices speech a moment late. */
const heldSamples = 5 * voiceRate;

/** The sound of the microphone that has not been cut out yet. Positions are in milliseconds since the recording began. */
export interface VoiceRecording {
  /** Appends samples. While the user is silent, sound older than five seconds is dropped. */
  append(samples: Int16Array, isUserSilent: boolean): void;
  /** Returns the samples between two positions, and drops all before the second. */
  cut(fromMs: number, toMs: number): Int16Array;
}

/** Creates an empty recording. */
export function createVoiceRecording(): VoiceRecording {
  const chunks: Int16Array[] = [];
  /** Position of the first chunk, in samples. */
  let start = 0;

  const end = () => chunks.reduce((position, { length }) => position + length, start);

  /** Drops whole chunks that end before a position, in samples. */
  function dropBefore(position: number): void {
    for (let first = chunks[0]; first && start + first.length <= position; first = chunks[0]) {
      start += first.length;
      chunks.shift();
    }
  }

  return {
    append(samples, isUserSilent) {
      chunks.push(samples);
      if (isUserSilent) dropBefore(end() - heldSamples);
    },
    cut(fromMs, toMs) {
      const samples = joinSamples(chunks);
      const from = Math.max(0, samplesIn(fromMs) - start);
      const to = Math.max(from, samplesIn(toMs) - start);
      dropBefore(samplesIn(toMs));
      return samples.slice(from, to);
    },
  };
}

/** Returns the number of samples in a time. */
export function samplesIn(ms: number): number {
  return Math.round((ms / 1000) * voiceRate);
}

import { AppError } from "@/lib/errors";

/** So much sound is decoded ahead of what is heard, in seconds. */
const aheadSeconds = 8;

interface Playing {
  readonly signal: AbortSignal;
  /** Called when the first piece is heard. */
  readonly onStart: () => void;
}

/**
 * Plays pieces of sound one behind the other, without gaps where they come in time; resolves when the last has ended or
 * the signal is aborted. Throws AppError `protocol` for a piece that is no sound, and what `pieces` throws, once what was
 * heard before has ended.
 */
export async function playSounds(pieces: AsyncIterable<ArrayBuffer>, { signal, onStart }: Playing): Promise<void> {
  const context = new AudioContext();
  const close = () => void context.close().catch(() => {});
  signal.addEventListener("abort", close);
  let endsAt = 0;
  try {
    await context.resume();
    for await (const bytes of pieces) {
      if (signal.aborted) return;
      const source = context.createBufferSource();
      source.buffer = await decode(context, bytes);
      source.connect(context.destination);
      if (endsAt === 0) onStart();
      const startsAt = Math.max(endsAt, context.currentTime);
      endsAt = startsAt + source.buffer.duration;
      source.start(startsAt);
      await reached(context, endsAt - aheadSeconds, signal);
    }
  } finally {
    await reached(context, endsAt, signal);
    signal.removeEventListener("abort", close);
    if (context.state !== "closed") close();
  }
}

async function decode(context: AudioContext, bytes: ArrayBuffer): Promise<AudioBuffer> {
  try {
    // A copy, since decoding takes the bytes away from whoever keeps them.
    return await context.decodeAudioData(bytes.slice(0));
  } catch (thrown) {
    throw new AppError("protocol", {}, { cause: thrown });
  }
}

/** Resolves when the sound has come to a moment, in seconds, or the signal is aborted. */
async function reached(context: AudioContext, moment: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && context.state !== "closed" && context.currentTime < moment) {
    const ms = Math.min(250, (moment - context.currentTime) * 1000);
    await new Promise((resolve) => setTimeout(resolve, Math.max(10, ms)));
  }
}

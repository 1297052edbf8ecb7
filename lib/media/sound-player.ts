import { AppError } from "@/lib/errors";

/** Maximum duration of audio that is decoded ahead, in seconds. */
const aheadSeconds = 8;

interface Playing {
  readonly signal: AbortSignal;
  /** Called when the first piece starts to play. */
  readonly onStart: () => void;
}

/**
 * Plays pieces of audio one after another, without gaps if they arrive in time. Resolves when the last one has ended or
 * the signal is aborted. Throws AppError `protocol` for a piece that is not audio, and what `pieces` throws, after
 * earlier pieces have ended.
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
    // Copy the data, because decoding detaches the buffer from its owner.
    return await context.decodeAudioData(bytes.slice(0));
  } catch (thrown) {
    throw new AppError("protocol", {}, { cause: thrown });
  }
}

/** Resolves when the playback has reached a time, in seconds, or the signal is aborted. */
async function reached(context: AudioContext, moment: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && context.state !== "closed" && context.currentTime < moment) {
    const ms = Math.min(250, (moment - context.currentTime) * 1000);
    await new Promise((resolve) => setTimeout(resolve, Math.max(10, ms)));
  }
}

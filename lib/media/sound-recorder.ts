import { AppError } from "@/lib/errors";

/** File formats in order of preference; speech-to-text services accept each of them. */
const formats = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];

/** Bits per second, enough for speech. */
const bitsPerSecond = 32_000;

/** Interval in which the browser hands over what was recorded, in milliseconds. */
const pieceMs = 1000;

/** A recording of a stream. */
export interface SoundRecorder {
  /** Ends the recording and returns its file. */
  stop(): Promise<Blob>;
  /** Ends the recording without a file. */
  discard(): void;
}

/** Whether the browser can record sound. */
export function canRecord(): boolean {
  return typeof MediaRecorder === "function";
}

/**
 * Records a stream. `onFull` is called if the file reaches `maxBytes`. Throws AppError `not-supported` if the browser
 * cannot record it.
 */
export function recordSound(stream: MediaStream, maxBytes: number, onFull: () => void): SoundRecorder {
  const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format));
  const parts: Blob[] = [];
  let bytes = 0;
  let isFull = false;
  const recorder = start();
  const ended = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  recorder.ondataavailable = ({ data }) => {
    if (isFull || bytes + data.size > maxBytes) {
      if (!isFull) onFull();
      isFull = true;
      return;
    }
    bytes += data.size;
    parts.push(data);
  };

  function start(): MediaRecorder {
    try {
      const created = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: bitsPerSecond });
      created.start(pieceMs);
      return created;
    } catch (thrown) {
      throw new AppError("not-supported", {}, { cause: thrown });
    }
  }

  function end() {
    if (recorder.state !== "inactive") recorder.stop();
  }

  return {
    async stop() {
      end();
      await ended;
      return new Blob(parts, { type: recorder.mimeType || mimeType || "audio/webm" });
    },
    discard() {
      end();
      parts.length = 0;
    },
  };
}

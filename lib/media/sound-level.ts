/** The level of a stream's sound. */
export interface SoundLevel {
  /** Returns the level now, from 0 to 1. */
  read(): number;
  close(): void;
}

/** Measures the level of a stream. It plays nothing. */
export function measureLevel(stream: MediaStream): SoundLevel {
  const context = new AudioContext();
  const analyser = analyserOf(context, stream);
  // Some browsers start a context only after this call.
  void context.resume().catch(() => undefined);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read() {
      analyser.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    },
    close: () => void context.close(),
  };
}

/** Connects a stream to a context, which is closed if that fails. */
function analyserOf(context: AudioContext, stream: MediaStream): AnalyserNode {
  try {
    const analyser = new AnalyserNode(context, { fftSize: 1024 });
    context.createMediaStreamSource(stream).connect(analyser);
    return analyser;
  } catch (thrown) {
    void context.close();
    throw thrown;
  }
}

import { AppError } from "@/lib/errors";
import { openMicrophone } from "@/lib/media/microphone";
import { floatOf, int16Of } from "@/lib/media/pcm";
import { voiceRate } from "@/lib/media/wav";

/** Smoothing factor of the levels, so that the waveform does not flicker. */
const smoothing = 0.8;

/** The audio of a live conversation: the microphone, the playback, and the levels of both. */
export interface VoiceSound {
  /** The microphone's stream; a WebRTC connection may carry it. */
  readonly microphone: MediaStream;
  setMuted(isMuted: boolean): void;
  /** Switches to another microphone by the browser's device id. Throws AppError like `openVoiceSound`. */
  changeMicrophone(deviceId: string): Promise<MediaStream>;
  /** Plays samples after those already queued. */
  play(samples: Int16Array): void;
  /** Plays the stream of a connection, and passes its samples on. */
  playStream(stream: MediaStream, onHeard: (samples: Int16Array) => void): void;
  isPlaying(): boolean;
  /** Stops the playback and returns the duration that was played, in milliseconds. */
  silence(): number;
  /** Fills in the levels from low to high frequencies, each from 0 to 255. */
  readLevels(levels: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

interface SoundOpening {
  readonly recorderUrl: string;
  readonly deviceId: string;
  /** Called with each tenth of a second of the microphone's audio; not called while muted. */
  readonly onRecorded: (samples: Int16Array) => void;
  /** Called when all queued audio has been played. */
  readonly onPlayed: () => void;
}

/**
 * Opens the microphone and the playback. Throws AppError `not-allowed` if the user or the browser denies the
 * microphone, `not-supported` without a microphone.
 */
export async function openVoiceSound(opening: SoundOpening): Promise<VoiceSound> {
  const { recorderUrl, deviceId, onRecorded, onPlayed } = opening;
  let microphone = await openMicrophone(deviceId);
  const context = new AudioContext({ sampleRate: voiceRate });
  const analyser = new AnalyserNode(context, { fftSize: 256, smoothingTimeConstant: smoothing });
  let isMuted = false;
  let disconnect = () => {};

  function connect() {
    const source = context.createMediaStreamSource(microphone);
    const recorder = record(context, (samples) => !isMuted && onRecorded(samples));
    source.connect(recorder);
    source.connect(analyser);
    disconnect = () => {
      source.disconnect();
      recorder.port.close();
    };
  }

  function releaseMicrophone() {
    for (const track of microphone.getTracks()) track.stop();
  }

  try {
    await context.audioWorklet.addModule(recorderUrl);
    await context.resume();
    connect();
  } catch (thrown) {
    releaseMicrophone();
    void context.close();
    throw new AppError("not-supported", {}, { cause: thrown });
  }

  return {
    get microphone() {
      return microphone;
    },
    setMuted(muted) {
      isMuted = muted;
      for (const track of microphone.getAudioTracks()) track.enabled = !muted;
    },
    async changeMicrophone(id) {
      const next = await openMicrophone(id);
      disconnect();
      releaseMicrophone();
      microphone = next;
      for (const track of microphone.getAudioTracks()) track.enabled = !isMuted;
      connect();
      return microphone;
    },
    ...createPlayback(context, analyser, onPlayed),
    playStream: (stream, onHeard) => playStream(context, analyser, stream, onHeard),
    readLevels(levels) {
      analyser.getByteFrequencyData(levels);
    },
    close() {
      disconnect();
      releaseMicrophone();
      void context.close();
    },
  };
}

/** Creates a node that passes the samples of its input on. */
function record(context: AudioContext, onSamples: (samples: Int16Array) => void): AudioWorkletNode {
  const recorder = new AudioWorkletNode(context, "recorder", { numberOfOutputs: 0, channelCount: 1 });
  recorder.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onSamples(int16Of(data));
  return recorder;
}

/** Creates the playback of samples, one piece after another. */
function createPlayback(
  context: AudioContext,
  analyser: AnalyserNode,
  onPlayed: () => void,
): Pick<VoiceSound, "play" | "isPlaying" | "silence"> {
  let playing: AudioBufferSourceNode[] = [];
  let endsAt = 0;
  let beganAt = 0;

  return {
    play(samples) {
      if (samples.length === 0 || context.state === "closed") return;
      const buffer = context.createBuffer(1, samples.length, voiceRate);
      buffer.copyToChannel(floatOf(samples), 0);
      const source = new AudioBufferSourceNode(context, { buffer });
      source.connect(analyser);
      source.connect(context.destination);
      if (playing.length === 0) beganAt = Math.max(endsAt, context.currentTime);
      playing.push(source);
      const startsAt = Math.max(endsAt, context.currentTime);
      endsAt = startsAt + buffer.duration;
      source.start(startsAt);
      source.onended = () => {
        playing = playing.filter((each) => each !== source);
        if (playing.length === 0 && context.state !== "closed") onPlayed();
      };
    },
    isPlaying: () => playing.length > 0,
    silence() {
      const heardMs = playing.length === 0 ? 0 : Math.max(0, Math.round((context.currentTime - beganAt) * 1000));
      for (const source of playing.splice(0)) {
        source.onended = null;
        source.stop();
      }
      endsAt = 0;
      return heardMs;
    },
  };
}

/** Plays a stream, and passes its samples on. */
function playStream(
  context: AudioContext,
  analyser: AnalyserNode,
  stream: MediaStream,
  onHeard: (samples: Int16Array) => void,
): void {
  // In Chrome, the audio of a connection only flows if an element plays it; this one is muted.
  const player = new Audio();
  player.muted = true;
  player.srcObject = stream;
  void player.play().catch(() => {});
  const source = context.createMediaStreamSource(stream);
  source.connect(analyser);
  source.connect(context.destination);
  source.connect(record(context, onHeard));
}

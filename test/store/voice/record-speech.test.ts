import { recognizeSpeech, recordSpeech } from "@/store/voice/record-speech";

/** Counts what is open: microphones and audio contexts. */
const open = { microphones: 0, contexts: 0 };

/** A microphone, an audio context and a recognizer, each of which may fail or stay silent. */
function giveBrowser({ context = true, source = true, start = true, coarse = false } = {}) {
  const recognizers: { stopped: number; aborted: number; hear: (text: string) => void }[] = [];
  Object.assign(open, { microphones: 0, contexts: 0 });
  const getUserMedia = async () => {
    open.microphones++;
    return { getTracks: () => [{ stop: () => open.microphones-- }] };
  };
  class Context {
    constructor() {
      if (!context) throw new DOMException("No hardware.", "NotSupportedError");
      open.contexts++;
    }
    createMediaStreamSource = () => {
      if (!source) throw new DOMException("No track.", "InvalidStateError");
      return { connect() {} };
    };
    resume = async () => {};
    close = async () => void open.contexts--;
  }
  class Analyser {
    fftSize = 4;
    getFloatTimeDomainData = (samples: Float32Array) => samples.fill(0.3);
  }
  // It never reports its end.
  class Recognition {
    stopped = 0;
    aborted = 0;
    onresult = (_event: object) => {};
    onstart = () => {};
    start() {
      if (!start) throw new DOMException("Started twice.", "InvalidStateError");
      recognizers.push(this);
      this.onstart();
    }
    hear = (transcript: string) => this.onresult({ results: [[{ transcript }]] });
    stop = () => void this.stopped++;
    abort = () => void this.aborted++;
  }
  Object.assign(globalThis, {
    AudioContext: Context,
    AnalyserNode: Analyser,
    SpeechRecognition: Recognition,
    navigator: { mediaDevices: { getUserMedia } },
    matchMedia: () => ({ matches: coarse }),
  });
  return recognizers;
}

/** A recorder that hands over these pieces when it is stopped. */
function giveRecorder(pieces: readonly string[]): void {
  class Recorder {
    static isTypeSupported = () => true;
    state = "inactive";
    mimeType = "audio/webm";
    onstop = () => {};
    ondataavailable = (_event: { data: Blob }) => {};
    start() {
      this.state = "recording";
    }
    stop() {
      this.state = "inactive";
      for (const piece of pieces) this.ondataavailable({ data: new Blob([piece]) });
      this.onstop();
    }
  }
  Object.assign(globalThis, { MediaRecorder: Recorder });
}

function recording() {
  const discard = new AbortController();
  const stop = new AbortController();
  const parts = { stop, signal: discard.signal, onStart() {}, onStopped() {} };
  return { discard, parts, recognizing: { ...parts, language: "en-US", isLocal: false, onHeard() {} } };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, "SpeechRecognition");
});

test.each([{ context: false }, { source: false }])(
  "releases all if the level cannot be measured: %p",
  async (fails) => {
    giveBrowser(fails);
    await expect(recordSpeech(recording().parts)).rejects.toThrow(DOMException);
    expect(open).toEqual({ microphones: 0, contexts: 0 });
    await expect(recognizeSpeech(recording().recognizing)).rejects.toThrow(DOMException);
    expect(open).toEqual({ microphones: 0, contexts: 0 });
  },
);

test.each([
  { pieces: ["sound"], size: 5 },
  { pieces: [""], size: undefined },
  { pieces: [], size: undefined },
])("returns the sound unless Stop came before any was recorded: %p", async ({ pieces, size }) => {
  giveBrowser();
  giveRecorder(pieces);
  const { parts } = recording();
  const sound = recordSpeech(parts);
  await jest.advanceTimersByTimeAsync(100);
  parts.stop.abort();
  expect((await sound)?.size).toBe(size);
  expect(open).toEqual({ microphones: 0, contexts: 0 });
});

test("releases all if the recognizer cannot start", async () => {
  giveBrowser({ start: false });
  await expect(recognizeSpeech(recording().recognizing)).rejects.toThrow("Started twice.");
  expect(open).toEqual({ microphones: 0, contexts: 0 });
});

test("Discard releases all, although the recognizer does not end", async () => {
  const recognizers = giveBrowser();
  const { discard, recognizing } = recording();
  const text = recognizeSpeech(recognizing);
  await jest.advanceTimersByTimeAsync(300);
  expect(open).toEqual({ microphones: 1, contexts: 1 });
  discard.abort();
  expect(await text).toBe("");
  expect(open).toEqual({ microphones: 0, contexts: 0 });
  expect(recognizers).toMatchObject([{ stopped: 0, aborted: 1 }]);
});

test.each([false, true])("a recognizer that does not end after Stop is cut off; coarse pointer: %p", async (coarse) => {
  const recognizers = giveBrowser({ coarse });
  const { parts, recognizing } = recording();
  const text = recognizeSpeech(recognizing);
  await jest.advanceTimersByTimeAsync(300);
  recognizers[0]?.hear("The tide");
  parts.stop.abort();
  await jest.advanceTimersByTimeAsync(4000);
  expect(await text).toBe("The tide");
  expect(open).toEqual({ microphones: 0, contexts: 0 });
  expect(recognizers).toMatchObject([{ stopped: 1, aborted: 1 }]);
});

test("Discard during the last words releases all at once", async () => {
  giveBrowser();
  const { discard, parts, recognizing } = recording();
  const text = recognizeSpeech(recognizing);
  await jest.advanceTimersByTimeAsync(300);
  parts.stop.abort();
  await jest.advanceTimersByTimeAsync(100);
  discard.abort();
  expect(await text).toBe("");
  expect(open).toEqual({ microphones: 0, contexts: 0 });
});

import { hasRecognizer, isRecognizedLocally, RecognitionError, startRecognition } from "@/lib/media/browser-recognizer";

/** A browser's recognizer that does what a test says. */
class FakeRecognition extends EventTarget {
  static made: FakeRecognition[] = [];
  static found = "available";
  static asked: object[] = [];
  static async available(options: object) {
    FakeRecognition.asked.push(options);
    if (FakeRecognition.found === "throws") throw new DOMException("No.", "SyntaxError");
    return FakeRecognition.found;
  }
  lang = "";
  continuous = false;
  interimResults = false;
  processLocally = false;
  onresult: ((event: object) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  onstart: (() => void) | null = null;
  onend: (() => void) | null = null;
  start() {
    FakeRecognition.made.push(this);
  }
  stop() {
    this.onend?.();
  }
  abort() {
    this.onerror?.({ error: "aborted" });
    this.onend?.();
  }
}

beforeEach(() => {
  Object.assign(globalThis, { SpeechRecognition: FakeRecognition });
  Object.assign(FakeRecognition, { made: [], asked: [], found: "available" });
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, "SpeechRecognition");
});

const results = (...texts: string[]) => ({ results: texts.map((transcript) => [{ transcript }]) });
const asked = { language: "en-US", isLocal: false, isContinuous: false, onStart() {} };

test("is there if the browser has it", () => {
  expect(hasRecognizer()).toBe(true);
  Reflect.deleteProperty(globalThis, "SpeechRecognition");
  expect(hasRecognizer()).toBe(false);
  expect(() => startRecognition({ ...asked, onHeard() {} })).toThrow(RecognitionError);
});

test.each([
  ["available", true],
  ["downloadable", false],
  ["downloading", false],
  ["unavailable", false],
  ["throws", false],
])("a language that is %s on this device", async (found, expected) => {
  FakeRecognition.found = found;
  expect(await isRecognizedLocally("de-DE")).toBe(expected);
  expect(FakeRecognition.asked).toEqual([{ langs: ["de-DE"], processLocally: true }]);
});

test("returns the words when it is stopped", async () => {
  const heard: string[] = [];
  const running = startRecognition({
    ...asked,
    isLocal: true,
    isContinuous: true,
    onHeard: (text) => heard.push(text),
  });
  const [made] = FakeRecognition.made;
  made?.onresult?.(results("The tide"));
  made?.onresult?.(results("The tide", " is late."));
  running.stop();
  expect(await running.text).toBe("The tide is late.");
  expect(heard).toEqual(["The tide", "The tide is late."]);
  expect(made).toMatchObject({ lang: "en-US", continuous: true, interimResults: true, processLocally: true });
});

test("an error is thrown, unless there are words", async () => {
  const silent = startRecognition({ ...asked, onHeard() {} });
  const said = startRecognition({ ...asked, onHeard() {} });
  const [first, second] = FakeRecognition.made;
  first?.onerror?.({ error: "network" });
  first?.onend?.();
  second?.onresult?.(results("The tide"));
  second?.onerror?.({ error: "network" });
  second?.onend?.();
  await expect(silent.text).rejects.toMatchObject({ code: "network" });
  expect(await said.text).toBe("The tide");
  expect(first).toMatchObject({ continuous: false, processLocally: false });
});

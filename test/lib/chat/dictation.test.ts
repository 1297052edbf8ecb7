import {
  createSilenceWatch,
  type Dictation,
  type DictationStep,
  type DictationWay,
  destinationOf,
  foldDictation,
  insertSpoken,
  isAllowed,
  languageOfTag,
  noDictation,
  pickWay,
  readDictationChoices,
  startsByItself,
} from "@/lib/chat/dictation";

const device: DictationWay = { kind: "device" };
const browser: DictationWay = { kind: "browser" };
const openai: DictationWay = {
  kind: "provider",
  id: "openai",
  name: "OpenAI",
  host: "api.openai.com",
  isRelayed: false,
};
const groq: DictationWay = { ...openai, id: "groq", name: "Groq", host: "api.groq.com" };
const none = { language: "", way: "", allowed: [] };

describe("the way", () => {
  test.each<[string, readonly DictationWay[], object, DictationWay | undefined]>([
    ["this device first", [device, browser, openai], {}, device],
    ["a provider before a browser's service that was not allowed", [browser, openai, groq], {}, openai],
    ["the browser's service once it was allowed", [browser, openai], { allowed: ["browser"] }, browser],
    ["the browser's service if there is nothing else", [browser], {}, browser],
    ["the chosen one", [device, browser, openai, groq], { way: "groq" }, groq],
    ["the default if the chosen one is gone", [device, openai], { way: "groq" }, device],
    ["nothing without a way", [], {}, undefined],
  ])("%s", (_name, ways, choices, expected) => {
    expect(pickWay(ways, { ...none, ...choices })).toEqual(expected);
  });

  test("a destination is allowed for the host that the user saw", () => {
    expect([device, browser, openai].map(destinationOf)).toEqual([undefined, "browser", "openai@api.openai.com"]);
    const choices = { allowed: ["openai@api.openai.com"] };
    const moved = { ...openai, host: "gateway.example" };
    expect([device, browser, openai, moved].map((way) => isAllowed(way, choices))).toEqual([true, false, true, false]);
  });
});

test("starts by itself at agreed destinations, but sends no audio by itself if this device was chosen", () => {
  const starts = (way: string) => {
    const choices = { ...none, way, allowed: ["browser", "openai@api.openai.com"] };
    return [device, browser, openai, groq].map((each) => startsByItself(each, choices));
  };
  expect(starts("")).toEqual([true, true, true, false]);
  expect(starts("openai")).toEqual([true, true, true, false]);
  expect(starts("device")).toEqual([true, false, false, false]);
});

describe("the state", () => {
  const fold = (...steps: DictationStep[]): Dictation => steps.reduce(foldDictation, noDictation);
  const open: DictationStep = { type: "open" };
  const start: DictationStep = { type: "start" };
  const started: DictationStep = { type: "started", at: 7 };
  const heard: DictationStep = { type: "heard", text: "The tide" };
  const stopped: DictationStep = { type: "stopped" };
  const failed: DictationStep = { type: "failed", failure: { reason: "denied" } };
  const closed: DictationStep = { type: "closed" };

  test.each<[string, DictationStep[], Dictation]>([
    ["opens", [open], { phase: "ready" }],
    ["starts", [open, start], { phase: "starting" }],
    ["listens", [open, start, started, heard], { phase: "listening", startedAt: 7, heard: "The tide" }],
    ["transcribes", [open, start, started, heard, stopped], { phase: "transcribing" }],
    ["closes", [open, start, started, stopped, closed], { phase: "closed" }],
    ["fails", [open, start, failed], { phase: "failed", failure: { reason: "denied" } }],
    ["starts again after a failure", [open, start, failed, start], { phase: "starting" }],
    ["ignores a microphone that opens after Discard", [open, start, closed, started], { phase: "closed" }],
    ["ignores a failure after Discard", [open, start, closed, failed], { phase: "closed" }],
    ["ignores words after Stop", [open, start, started, stopped, heard], { phase: "transcribing" }],
    ["waits for a new consent", [open, start, started, stopped, { type: "moved" }], { phase: "ready" }],
    ["ignores a second opening", [open, start, open], { phase: "starting" }],
    ["ignores a start while closed", [start], { phase: "closed" }],
  ])("%s", (_name, steps, expected) => {
    expect(fold(...steps)).toEqual(expected);
  });
});

describe("the end of a recording", () => {
  test("three seconds after the last sound", () => {
    const watch = createSilenceWatch(1000);
    expect([watch.note(0.2, 1100), watch.note(0.001, 4000), watch.note(0.001, 4100)]).toEqual([
      undefined,
      undefined,
      "silence",
    ]);
    expect(watch.hasSpeech()).toBe(true);
  });

  test("ten seconds without any sound", () => {
    const watch = createSilenceWatch(0);
    expect([watch.note(0.001, 9900), watch.note(0.001, 10_000)]).toEqual([undefined, "silence"]);
    expect(watch.hasSpeech()).toBe(false);
  });

  test("five minutes, also while someone speaks", () => {
    const watch = createSilenceWatch(0);
    expect([watch.note(0.2, 299_900), watch.note(0.2, 300_000)]).toEqual([undefined, "time"]);
  });
});

test.each<[string, string, [number, number], string, { text: string; caret: number }]>([
  ["an empty box", "", [0, 0], " Hello. ", { text: "Hello.", caret: 6 }],
  ["the end of a word", "Say", [3, 3], "hello", { text: "Say hello", caret: 9 }],
  ["after a space", "Say ", [4, 4], "hello", { text: "Say hello", caret: 9 }],
  ["between words", "Say again", [3, 3], "hello", { text: "Say hello again", caret: 9 }],
  ["before a word", "again", [0, 0], "hello", { text: "hello again", caret: 5 }],
  ["a selection", "Say old words", [4, 7], "new", { text: "Say new words", caret: 7 }],
  ["before a mark", "Say.", [3, 3], "hello", { text: "Say hello.", caret: 9 }],
  ["after a bracket", "(", [1, 1], "hello", { text: "(hello", caret: 6 }],
  ["Chinese", "你好，", [3, 3], "世界", { text: "你好，世界", caret: 5 }],
  ["between Chinese", "你界", [1, 1], "好世", { text: "你好世界", caret: 3 }],
])("inserts at the caret: %s", (_name, text, [start, end], spoken, expected) => {
  expect(insertSpoken(text, { start, end }, spoken)).toEqual(expected);
});

test("languages for services", () => {
  expect(["en-US", "DE", "zh-Hans", "", "x", "fil-PH"].map(languageOfTag)).toEqual([
    "en",
    "de",
    "zh",
    undefined,
    undefined,
    undefined,
  ]);
});

test("stored choices are read, and invalid ones ignored", () => {
  expect(readDictationChoices({ language: "de-DE", way: "groq", allowed: ["browser", 7] })).toEqual({
    language: "de-DE",
    way: "groq",
    allowed: ["browser"],
  });
  for (const invalid of [null, 7, "text", [], { language: 7, way: null, allowed: "browser" }, { language: "<b>" }]) {
    expect(readDictationChoices(invalid)).toEqual(none);
  }
});

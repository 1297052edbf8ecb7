import "fake-indexeddb/auto";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { readAloud } from "@/store/voice/read-aloud";
import { sampleRecord } from "../../support/chat-samples";
import { memoryStorage } from "../../support/memory-storage";

/** A speech synthesis that speaks each utterance in one macrotask, and fails at texts with "broken". */
function fakeSynthesis() {
  const spoken: string[] = [];
  class Utterance {
    onstart = () => {};
    onend = () => {};
    onerror = () => {};
    constructor(readonly text: string) {}
  }
  const speechSynthesis = {
    getVoices: () => [],
    cancel: () => {},
    speak(utterance: Utterance) {
      setTimeout(() => {
        utterance.onstart();
        if (utterance.text.includes("broken")) return utterance.onerror();
        spoken.push(utterance.text);
        utterance.onend();
      });
    },
  };
  const document = { documentElement: { lang: "en" } };
  Object.assign(globalThis, { speechSynthesis, SpeechSynthesisUtterance: Utterance, document });
  return spoken;
}

function show(content: string, streaming = false) {
  const message = sampleRecord({ id: "m", sessionId: "s", seq: 1, role: "assistant", content });
  useChats.setState({ messages: { m: streaming ? { ...message, streaming } : message } });
}

function read(signal = new AbortController().signal) {
  let starts = 0;
  const onStart = () => void starts++;
  return readAloud({ messageId: "m", withDevice: true, signal, onStart }).then(() => starts);
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 30));

beforeEach(() => {
  Object.assign(globalThis, { localStorage: memoryStorage(), navigator: { languages: ["en"] } });
  useUi.setState({ toasts: [] });
});

test("a message is read in sentences, without its Markdown", async () => {
  const spoken = fakeSynthesis();
  show("# The tide\n\nIt **turns** twice a day. The moon pulls.");
  expect(await read()).toBeGreaterThan(0);
  const text = spoken.join(" ");
  expect(text).toContain("It turns twice a day.");
  expect(text).not.toMatch(/[#*]/);
});

test("a growing message is read sentence by sentence as it grows, and each sentence once", async () => {
  const spoken = fakeSynthesis();
  const first = "The tide turns twice a day, as every sailor on this coast has known for centuries.";
  show(`${first} And th`, true);
  const reading = read();
  await settled();
  expect(spoken.join(" ")).toBe(first);
  show(`${first} And the moon pulls at it.`, false);
  await reading;
  expect(spoken.join(" ")).toBe(`${first} And the moon pulls at it.`);
});

test("reading stops when the signal aborts or the message is gone", async () => {
  const spoken = fakeSynthesis();
  show("One sentence that is still growing", true);
  const stop = new AbortController();
  const stopped = read(stop.signal);
  stop.abort();
  await stopped;
  const gone = read();
  useChats.setState({ messages: {} });
  await gone;
  expect([spoken, useUi.getState().toasts]).toEqual([[], []]);
});

test("a voice that fails is reported in a toast", async () => {
  fakeSynthesis();
  show("This is broken.");
  await read();
  expect(useUi.getState().toasts.map(({ content }) => content)).toEqual([{ kind: "speech-unsupported" }]);
});

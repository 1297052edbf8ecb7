import "fake-indexeddb/auto";
import { azure } from "@/lib/providers/azure";
import type { Provider } from "@/lib/providers/provider";
import { assumedFlags } from "@/lib/settings/server-flags";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { providersOf, useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
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

/** Plays each sound at once; notes the calls for sounds. */
function fakeSounds() {
  const calls: { url: string; authorization: string | null; apiKey: string | null; body: unknown }[] = [];
  class FakeContext {
    state = "running";
    currentTime = 0;
    resume = async () => {};
    close = async () => {};
    decodeAudioData = async () => ({ duration: 0 });
    createBufferSource = () => ({ buffer: null, connect: () => {}, start: () => {} });
  }
  const fetch = async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const [authorization, apiKey] = [headers.get("authorization"), headers.get("api-key")];
    calls.push({ url, authorization, apiKey, body: JSON.parse(String(init.body)) });
    return new Response(new Uint8Array(8), { headers: { "content-type": "audio/mpeg" } });
  };
  Object.assign(globalThis, { AudioContext: FakeContext, fetch, document: { documentElement: { lang: "en" } } });
  return calls;
}

function readWith(server: string) {
  useSettings.getState().setSpeech({ engine: "OpenAI-TTS", server, serverModel: "kokoro", serverVoice: "af_sky" });
  show("The tide turns.");
  const { signal } = new AbortController();
  return readAloud({ messageId: "m", withDevice: false, signal, onStart: () => {} });
}

test("a message is read by the chosen server of the user, with its own model, voice and key", async () => {
  const calls = fakeSounds();
  const endpoint = useAccess.getState().addEndpoint("Voices");
  const provider = providersOf(useAccess.getState()).find(({ id }) => id === endpoint.id);
  if (!provider) throw new Error("no server");
  useAccess.getState().setValue(provider, "url", "https://voices.example");
  await readWith(endpoint.id);
  expect(calls).toEqual([
    {
      url: "https://voices.example/v1/audio/speech",
      ...{ authorization: null, apiKey: null },
      body: { model: "kokoro", input: "The tide turns.", voice: "af_sky", response_format: "mp3", speed: 1 },
    },
  ]);
});

test("a message is read by the chosen server of the user with Azure's API, at the deployment", async () => {
  const calls = fakeSounds();
  const endpoint = useAccess.getState().addEndpoint("Azure voices", "azure");
  const provider = providersOf(useAccess.getState()).find(({ id }) => id === endpoint.id);
  if (!provider) throw new Error("no server");
  useAccess.getState().setValue(provider, "url", "https://voices.openai.azure.com");
  await readWith(endpoint.id);
  expect(calls).toMatchObject([
    {
      url: "https://voices.openai.azure.com/openai/deployments/kokoro/audio/speech?api-version=2025-04-01-preview",
      body: { model: "kokoro", voice: "af_sky" },
    },
  ]);
});

test("a message is read by the chosen server of the operator, through the site's server", async () => {
  const calls = fakeSounds();
  const servers = [{ id: "site-lab", name: "Lab", api: "openai" as const, models: [] }];
  useAccess.setState({ reach: { relay: "/api" }, flags: { ...assumedFlags, servers } });
  await readWith("site-lab");
  expect(calls).toMatchObject([{ url: "/api/site-lab/v1/audio/speech", body: { model: "kokoro", voice: "af_sky" } }]);
  useAccess.setState({ reach: {}, flags: null });
});

test.each<[string, object, string, string | null]>([
  [
    "the site's key",
    { reach: { relay: "/api" }, flags: { ...assumedFlags, served: ["azure"] } },
    "/api/azure/deployments/kokoro/audio/speech?api-version=2025-04-01-preview",
    null,
  ],
  [
    "an own key",
    { useCustomConfig: true, reach: { relay: "/api" }, flags: assumedFlags },
    "https://mine.openai.azure.com/openai/deployments/kokoro/audio/speech?api-version=2025-04-01-preview",
    "sk-own",
  ],
])("a message is read by the built-in Azure with %s, at the deployment", async (_, access, url, key) => {
  const calls = fakeSounds();
  if (key !== null) {
    useAccess.getState().setValue(azure as Provider, "url", "https://mine.openai.azure.com");
    useAccess.getState().setValue(azure as Provider, "apiKey", key);
  }
  useAccess.setState(access);
  await readWith("azure");
  expect(calls).toMatchObject([{ url, apiKey: key, body: { model: "kokoro", voice: "af_sky" } }]);
  useAccess.setState(useAccess.getInitialState(), true);
});

test("a message is not sent to another service if its server is gone", async () => {
  const calls = fakeSounds();
  await readWith("custom-gone");
  expect(calls).toEqual([]);
  expect(useUi.getState().toasts.map(({ content }) => content)).toMatchObject([
    { kind: "speech-failed", error: expect.objectContaining({ message: "no-model" }) },
  ]);
});

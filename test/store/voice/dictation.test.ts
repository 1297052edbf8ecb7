import "fake-indexeddb/auto";
import { wayId } from "@/lib/chat/dictation";
import type { CustomEndpoint } from "@/lib/providers/custom-endpoint";
import { openai } from "@/lib/providers/openai";
import { withAccessValue } from "@/lib/settings/access-settings";
import { assumedFlags, type ServerFlags } from "@/lib/settings/server-flags";
import { localKeys } from "@/lib/storage/local-keys";
import { storeDictationChoices } from "@/store/base/dictation-choices";
import { pageStorage } from "@/store/base/page-storage";
import { useUi } from "@/store/base/ui";
import { countRecording } from "@/store/costs/count-calls";
import { providersOf, useAccess } from "@/store/settings/access";
import { useModels } from "@/store/settings/models";
import {
  chooseLanguage,
  closeDictation,
  leaveDictation,
  openDictation,
  startDictation,
  stopDictation,
} from "@/store/voice/dictation";
import { useDictation } from "@/store/voice/dictation-state";
import { canDictate, dictationWays } from "@/store/voice/dictation-ways";
import { useVoice } from "@/store/voice/voice";
import { signalOf } from "../../support/local-upstream";

jest.mock("@/store/costs/count-calls", () => ({ countRecording: jest.fn() }));

/** The microphone, recorder and network of a browser; a level of 0 is silence. */
function giveBrowser({ level = 0.3, denied = false } = {}) {
  const tracks: { state: string }[] = [];
  const sent: { url: string; headers: Headers; form: FormData }[] = [];
  const answers: (Response | Promise<Response>)[] = [];
  const getUserMedia = async () => {
    if (denied) throw new DOMException("Denied.", "NotAllowedError");
    const track = {
      state: "live",
      stop() {
        track.state = "ended";
      },
    };
    tracks.push(track);
    return { getTracks: () => [track], getAudioTracks: () => [track] };
  };
  class Context {
    createMediaStreamSource = () => ({ connect() {} });
    resume = async () => {};
    close = async () => {};
  }
  class Analyser {
    fftSize = 4;
    getFloatTimeDomainData = (samples: Float32Array) => samples.fill(level);
  }
  class Recorder {
    static isTypeSupported = (type: string) => type.startsWith("audio/webm");
    state = "inactive";
    mimeType = "audio/webm;codecs=opus";
    ondataavailable = (_event: { data: Blob }) => {};
    onstop = () => {};
    start() {
      this.state = "recording";
    }
    stop() {
      this.state = "inactive";
      this.ondataavailable({ data: new Blob(["sound"]) });
      this.onstop();
    }
  }
  const fetch = async (url: string, { headers, body }: { headers: HeadersInit; body: FormData }) => {
    sent.push({ url, headers: new Headers(headers), form: body });
    return answers.shift() ?? Response.json({ text: "The tide is late." });
  };
  Object.assign(globalThis, { AudioContext: Context, AnalyserNode: Analyser, MediaRecorder: Recorder, fetch });
  Object.assign(globalThis, { navigator: { languages: ["en-US"], mediaDevices: { getUserMedia } } });
  return { tracks, sent, answers };
}

/** Stores a setting of OpenAI. */
function setOfOpenAI(name: "url" | "apiKey", value: string) {
  useAccess.setState(withAccessValue(useAccess.getState(), openai, name, value));
}

/** Gives the app OpenAI's key of a user, without a server. */
function giveKey() {
  setOfOpenAI("url", "");
  setOfOpenAI("apiKey", "sk-own");
  useAccess.setState({ useCustomConfig: true, endpoints: [], reach: {}, flags: null });
}

const phase = () => useDictation.getState().state.phase;

async function reached(expected: string): Promise<void> {
  for (let tries = 0; phase() !== expected && tries < 200; tries++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(phase()).toBe(expected);
}

let texts: string[] = [];
const open = (providerName = "OpenAI", sessionId = "s") =>
  openDictation({ sessionId, providerName, onText: (text) => void texts.push(text) });

beforeEach(() => {
  const document = { documentElement: { lang: "en" } };
  Object.assign(globalThis, { document, location: { href: "https://parley.test/" } });
  pageStorage().removeItem(localKeys.dictation);
  closeDictation();
  useModels.setState({ fetched: {} });
  texts = [];
  giveKey();
});

afterEach(closeDictation);

test("records only after the destination was confirmed, and sends the sound with the key to its host", async () => {
  const { tracks, sent } = giveBrowser();
  await open();
  expect(useDictation.getState().way).toEqual({
    kind: "provider",
    id: "openai",
    name: "OpenAI",
    host: "api.openai.com",
    isRelayed: false,
  });
  expect([phase(), tracks.length]).toEqual(["ready", 0]);
  await chooseLanguage("de-DE");
  startDictation();
  await reached("listening");
  stopDictation();
  await reached("closed");
  expect(texts).toEqual(["The tide is late."]);
  expect(countRecording).toHaveBeenCalledWith(
    { providerName: "OpenAI", model: expect.stringMatching(/./) },
    { usage: undefined, measured: expect.any(Number) },
  );
  expect(tracks.map(({ state }) => state)).toEqual(["ended"]);
  const [call] = sent;
  expect(call?.url).toBe("https://api.openai.com/v1/audio/transcriptions");
  expect(call?.headers.get("authorization")).toBe("Bearer sk-own");
  expect([call?.form.get("model"), call?.form.get("language")]).toEqual(["gpt-4o-mini-transcribe", "de"]);
  expect(JSON.parse(pageStorage().getItem(localKeys.dictation) ?? "")).toEqual({
    language: "de-DE",
    way: "",
    allowed: ["openai@api.openai.com"],
  });

  // The next one begins at once.
  await open();
  await reached("listening");
  closeDictation();
  expect(texts).toHaveLength(1);
});

test("Discard releases the microphone, also while it is being opened", async () => {
  const { tracks, sent } = giveBrowser();
  await open();
  startDictation();
  closeDictation();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await open();
  await reached("listening");
  leaveDictation("other");
  expect(phase()).toBe("listening");
  leaveDictation("s");
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(tracks.map(({ state }) => state)).toEqual(["ended", "ended"]);
  expect([phase(), sent, texts]).toEqual(["closed", [], []]);
});

test("a failed call keeps the recording, which is sent again", async () => {
  const { tracks, sent, answers } = giveBrowser();
  answers.push(Response.json({ error: { message: "Slow down." } }, { status: 429 }));
  await open();
  startDictation();
  await reached("listening");
  stopDictation();
  await reached("failed");
  expect(useDictation.getState().state).toMatchObject({
    failure: { reason: "service", error: { code: "rate-limit", details: { message: "Slow down." } } },
  });
  startDictation();
  await reached("closed");
  expect([texts, tracks.length, sent.length]).toEqual([["The tide is late."], 1, 2]);
});

test("a chat that is left while its speech is transcribed still gets the text", async () => {
  const { answers } = giveBrowser();
  const answer = signalOf<Response>();
  answers.push(answer.given);
  await open();
  startDictation();
  await reached("listening");
  stopDictation();
  await reached("transcribing");
  leaveDictation("s");
  answer.give(Response.json({ text: "The tide is late." }));
  await reached("closed");
  expect(texts).toEqual(["The tide is late."]);
});

test("a denied microphone, and speech without words", async () => {
  giveBrowser({ denied: true });
  await open();
  startDictation();
  await reached("failed");
  expect(useDictation.getState().state).toEqual({ phase: "failed", failure: { reason: "denied" } });
  const { answers } = giveBrowser();
  answers.push(Response.json({ text: " " }));
  startDictation();
  await reached("listening");
  stopDictation();
  await reached("failed");
  expect(useDictation.getState().state).toEqual({ phase: "failed", failure: { reason: "empty" } });
});

test("a recording whose destination has changed is sent only after a new consent", async () => {
  const { tracks, sent } = giveBrowser();
  await open();
  startDictation();
  await reached("listening");
  setOfOpenAI("url", "https://gateway.example");
  setOfOpenAI("apiKey", "sk-gateway");
  stopDictation();
  await reached("ready");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([sent, texts, useDictation.getState().way]).toMatchObject([[], [], { host: "gateway.example" }]);
  startDictation();
  await reached("closed");
  expect(sent.map(({ url }) => url)).toEqual(["https://gateway.example/v1/audio/transcriptions"]);
  expect([texts, tracks.length]).toEqual([["The tide is late."], 1]);
});

test("does not start by itself at a provider if this device was chosen and is not available", async () => {
  const { tracks } = giveBrowser();
  storeDictationChoices({ way: "device", allowed: ["openai@api.openai.com"] });
  await open();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([phase(), tracks]).toEqual(["ready", []]);
  startDictation();
  await reached("listening");
});

test.each(["192.168.1.300:8080", "my server"])("a server with the invalid address %p is not a way", async (address) => {
  giveBrowser();
  useAccess.setState({
    useCustomConfig: false,
    endpoints: [{ id: "custom-1", name: "Mine", boundName: "Mine", models: [] }],
  });
  const mine = providersOf(useAccess.getState()).find(({ id }) => id === "custom-1");
  if (!mine) throw new Error("The endpoint has no provider.");
  const set = (text: string) => useAccess.setState(withAccessValue(useAccess.getState(), mine, "url", text));
  set("192.168.1.30:8080");
  expect(canDictate("Mine")).toBe(true);
  set(address);
  expect(canDictate("Mine")).toBe(false);
  await open("Mine");
  expect(useDictation.getState()).toMatchObject({ ways: [], state: { phase: "failed" } });

  // Try again, after the address was corrected.
  set("192.168.1.30:8080");
  startDictation();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(useDictation.getState()).toMatchObject({ way: { host: "192.168.1.30:8080" }, state: { phase: "ready" } });
});

test("an unexpected error while the ways are found is shown", async () => {
  giveBrowser();
  Object.assign(globalThis, { document: undefined });
  await open();
  expect(useDictation.getState().state).toMatchObject({ phase: "failed", failure: { reason: "service" } });
});

test("speech that is transcribed reaches its chat, although another chat's dictation was opened", async () => {
  const { answers } = giveBrowser();
  const answer = signalOf<Response>();
  answers.push(answer.given);
  await open();
  startDictation();
  await reached("listening");
  stopDictation();
  await reached("transcribing");
  await open("OpenAI", "other");
  await reached("listening");
  answer.give(Response.json({ text: "The tide is late." }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(texts).toEqual(["The tide is late."]);
  expect(useDictation.getState()).toMatchObject({ sessionId: "other", state: { phase: "listening" } });
  expect(useDictation.getState().readLevel).toBeDefined();
});

test("shows why speech could not be transcribed while another chat's dictation is open", async () => {
  const { answers } = giveBrowser();
  const answer = signalOf<Response>();
  answers.push(answer.given);
  await open();
  startDictation();
  await reached("listening");
  stopDictation();
  await reached("transcribing");
  await open("OpenAI", "other");
  await reached("listening");
  answer.give(Response.json({ error: { message: "Slow down." } }, { status: 429 }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(useUi.getState().toasts).toMatchObject([{ content: { error: { code: "rate-limit" } } }]);
  expect([phase(), texts]).toEqual(["listening", []]);
});

test("a live conversation closes the dictation", async () => {
  const { tracks } = giveBrowser();
  await open();
  startDictation();
  await reached("listening");
  useVoice.getState().open("s");
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect([phase(), tracks.map(({ state }) => state), texts]).toEqual(["closed", ["ended"], []]);
  useVoice.getState().close();
});

test.each<[string, Partial<ServerFlags>, string[]]>([
  ["without a list", {}, ["openai", "groq", "mistral"]],
  ["without GPT-4", { disableGPT4: true, customModels: "-gpt-4@openai" }, ["openai", "groq", "mistral"]],
  ["with a list that forbids all", { customModels: "-all,+gpt-4o-mini" }, []],
  ["with a list that names one", { customModels: "-all,+whisper-large-v3-turbo@groq" }, ["groq"]],
  ["with a list that names OpenAI's without a provider", { customModels: "-all,+gpt-4o-mini-transcribe" }, ["openai"]],
])("the ways through the site's server %s", async (_name, given, expected) => {
  giveBrowser();
  const flags = { ...assumedFlags, needCode: false, served: ["openai", "groq", "mistral"], ...given };
  useAccess.setState({ reach: { relay: "/api" }, useCustomConfig: false, flags });
  const ways = await dictationWays("OpenAI", "en");
  expect(ways.map(wayId)).toEqual(expected);
});

test("an own key that is not sent to the site's server needs no permission", async () => {
  giveBrowser();
  setOfOpenAI("url", "https://gateway.example");
  setOfOpenAI("apiKey", "sk-gateway");
  useAccess.setState({ reach: { relay: "/api" }, flags: { ...assumedFlags, customModels: "-all" } });
  expect((await dictationWays("OpenAI", "en")).map(wayId)).toEqual(["openai"]);
});

/** Adds one server of the user, with named models. */
function giveServer(server: Omit<CustomEndpoint, "id" | "name" | "boundName">) {
  const endpoint = { id: "custom-1", name: "Mine", boundName: "Mine", ...server };
  useAccess.setState({ useCustomConfig: false, endpoints: [endpoint] });
  const mine = providersOf(useAccess.getState()).find(({ id }) => id === "custom-1");
  if (!mine) throw new Error("The endpoint has no provider.");
  useAccess.setState(withAccessValue(useAccess.getState(), mine, "url", "https://mine.example"));
}

async function record(providerName: string) {
  await open(providerName);
  startDictation();
  await reached("listening");
  stopDictation();
  await reached("closed");
}

test.each<[string, Partial<CustomEndpoint>, string, string]>([
  ["a compatible one", {}, "https://mine.example/v1/audio/transcriptions", "whisper-1"],
  [
    "one that names its model",
    { models: ["qwen3", "whisper-large-v3"] },
    "https://mine.example/v1/audio/transcriptions",
    "whisper-large-v3",
  ],
  [
    "one with the Responses API",
    { apiType: "openai-responses" },
    "https://mine.example/v1/audio/transcriptions",
    "whisper-1",
  ],
  [
    "one with Azure's API",
    { apiType: "azure", models: ["gpt-5", "my-whisper"] },
    "https://mine.example/openai/deployments/my-whisper/audio/transcriptions?api-version=2025-04-01-preview",
    "my-whisper",
  ],
])("speech in a chat with a server of the user, %s, is sent there", async (_name, given, url, model) => {
  const { sent } = giveBrowser();
  giveServer({ models: [], ...given });
  await record("Mine");
  expect(sent.map((call) => [call.url, call.form.get("model")])).toEqual([[url, model]]);
  expect(sent[0]?.headers.get("authorization")).toBeNull();
});

test.each<[string, Omit<CustomEndpoint, "id" | "name" | "boundName">]>([
  ["Azure's API and no deployment of that kind", { apiType: "azure", models: ["gpt-5", "castronomy"] }],
  ["Claude's API", { apiType: "anthropic", models: ["whisper"] }],
  ["Ollama's API", { apiType: "ollama", models: ["whisper"] }],
])("a server of the user with %s does not turn speech into text", async (_name, server) => {
  giveBrowser();
  giveServer(server);
  expect(await dictationWays("Mine", "en")).toEqual([]);
});

test("a server whose speech-to-text model is named serves the chats of other providers, too", async () => {
  giveBrowser();
  giveServer({ models: ["whisper-large-v3"] });
  expect((await dictationWays("OpenAI", "en")).map(wayId)).toEqual(["custom-1"]);
  giveServer({ models: ["qwen3"] });
  expect(await dictationWays("OpenAI", "en")).toEqual([]);
});

test("so does a server that lists such a model, and a named model has precedence", async () => {
  const { sent } = giveBrowser();
  useModels.setState({ fetched: { "custom-1": ["qwen3", "whisper-large-v3"] } });
  giveServer({ models: [] });
  expect((await dictationWays("OpenAI", "en")).map(wayId)).toEqual(["custom-1"]);
  await record("Mine");
  giveServer({ models: ["my-whisper"] });
  await record("Mine");
  expect(sent.map(({ form }) => form.get("model"))).toEqual(["whisper-large-v3", "my-whisper"]);
});

test.each([
  ["openai", "/api/site-lab/v1/audio/transcriptions"],
  ["azure", "/api/site-lab/deployments/whisper/audio/transcriptions?api-version=2025-04-01-preview"],
] as const)("speech is sent to an operator's server with the API %s through the site's server", async (api, url) => {
  const { sent } = giveBrowser();
  const lab = { id: "site-lab", name: "Lab", api, models: ["qwen3", "whisper"] };
  const flags = { ...assumedFlags, needCode: false, servers: [lab], served: [] };
  useAccess.setState({ reach: { relay: "/api" }, useCustomConfig: false, flags });
  expect(await dictationWays("OpenAI", "en")).toMatchObject([{ name: "Lab", host: "parley.test", isRelayed: true }]);
  await record("site-lab");
  expect(sent.map((call) => [call.url, call.form.get("model")])).toEqual([[url, "whisper"]]);
  useAccess.setState({ flags: { ...flags, servers: [{ ...lab, models: ["qwen3"] }] } });
  expect(await dictationWays("site-lab", "en")).toEqual([]);
  useAccess.setState({ flags: { ...flags, needCode: true } });
  expect(await dictationWays("site-lab", "en")).toEqual([]);
});

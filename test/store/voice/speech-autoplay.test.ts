import { useChats } from "@/store/chats/chats";
import { useSettings } from "@/store/settings/settings";
import { useTurns } from "@/store/turns/turns";
import { closedDictation, useDictation } from "@/store/voice/dictation-state";
import { stopSpeech, useSpeech } from "@/store/voice/speech";
import { startAutoplay } from "@/store/voice/speech-autoplay";

const reply = (id: string) => ({
  id,
  sessionId: "s1",
  seq: 2,
  role: "assistant",
  content: "",
  date: 1,
  streaming: true,
});

/** Says that replies of chats grow, and which of them stand in their chats. */
function answering(inFlight: Readonly<Record<string, string>>, standing: readonly string[]) {
  useTurns.setState({ inFlight });
  useChats.setState({ messages: Object.fromEntries(standing.map((id) => [id, reply(id)])) } as object);
  const { messageId } = useSpeech.getState();
  stopSpeech();
  return messageId;
}

let end = () => {};

beforeEach(() => {
  useChats.setState({ currentId: "s1", messages: {}, live: {} });
  useTurns.setState({ inFlight: {} });
  useSettings.setState(({ ttsConfig }) => ({ ttsConfig: { ...ttsConfig, enable: true, autoplay: true } }));
  end = startAutoplay();
});
afterEach(() => end());

test("reads each reply once it is in its chat, one macrotask after its id is set", () => {
  for (const id of ["r1", "r2"]) {
    expect(answering({ s1: id }, [])).toBeNull();
    expect(answering({ s1: id }, [id])).toBe(id);
    expect(answering({ s1: id }, [id])).toBeNull();
    expect(answering({}, [id])).toBeNull();
  }
});

test("does not read replies of other chats, or anything if autoplay is off or has ended", () => {
  expect(answering({ s2: "r1" }, ["r1"])).toBeNull();
  useSettings.setState(({ ttsConfig }) => ({ ttsConfig: { ...ttsConfig, autoplay: false } }));
  expect(answering({ s1: "r1" }, ["r1"])).toBeNull();
  useSettings.setState(({ ttsConfig }) => ({ ttsConfig: { ...ttsConfig, autoplay: true } }));
  end();
  expect(answering({ s1: "r2" }, ["r2"])).toBeNull();
});

test("does not read a reply that begins while the user dictates", () => {
  useDictation.setState({ state: { phase: "starting" } });
  expect(answering({ s1: "r1" }, ["r1"])).toBeNull();
  useDictation.setState({ state: { phase: "listening", startedAt: 1, heard: "" } });
  expect(answering({ s1: "r2" }, ["r2"])).toBeNull();
  useDictation.setState(closedDictation);
  expect(answering({ s1: "r3" }, ["r3"])).toBe("r3");
});

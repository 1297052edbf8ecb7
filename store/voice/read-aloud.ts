import { textOf } from "@/lib/chat/message";
import { speechPieces } from "@/lib/chat/speech-pieces";
import { createSpokenText } from "@/lib/chat/spoken-text";
import { askEdge, askSound, type Sound } from "@/lib/engine/speech";
import { AppError, notSupported, toAppError } from "@/lib/errors";
import { speakInBrowser } from "@/lib/media/browser-voice";
import { mp3Seconds } from "@/lib/media/mp3-length";
import { createSoundCache } from "@/lib/media/sound-cache";
import { playSounds } from "@/lib/media/sound-player";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { openai } from "@/lib/providers/openai";
import { boundNameOf, type Provider } from "@/lib/providers/provider";
import { connect } from "@/lib/settings/connect";
import { hasOwnCredentials } from "@/lib/settings/credentials";
import type { SpeechSettings } from "@/lib/settings/speech-settings";
import { useLocale } from "@/store/base/locale";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import { countSpeech } from "@/store/costs/count-calls";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { speechServers } from "@/store/voice/speech-servers";

/** Maximum size of the sound cache, in bytes: about half an hour of speech. */
const maxCacheBytes = 20_000_000;
const kept = createSoundCache(maxCacheBytes);

interface Reading {
  readonly messageId: string;
  /** True: use the device's voices, whichever engine is chosen. */
  readonly withDevice: boolean;
  readonly signal: AbortSignal;
  readonly onStart: () => void;
}

/** Reads a message aloud. Resolves when it has ended or was stopped. An error is shown in a toast. */
export async function readAloud({ messageId, withDevice, signal, onStart }: Reading): Promise<void> {
  const settings = useSettings.getState().ttsConfig;
  const pieces = piecesOf(messageId, signal);
  let isCut = false;
  try {
    if (withDevice || settings.engine === "Browser") {
      const { browserVoice: voice, speed } = settings;
      await speakInBrowser(pieces, { voice, speed, signal, onStart });
      return;
    }
    const sounds = soundsOf(pieces, settings, signal, () => {
      isCut = true;
    });
    await playSounds(sounds, { signal, onStart });
  } catch (thrown) {
    if (signal.aborted) return;
    await useLocale.getState().loadAll();
    const error = toAppError(thrown);
    if (withDevice || settings.engine === "Browser") useUi.getState().toast({ kind: "speech-unsupported" });
    else useUi.getState().toast({ kind: "speech-failed", error, messageId });
    return;
  }
  if (!isCut || signal.aborted) return;
  await useLocale.getState().loadAll();
  useUi.getState().toast({ kind: "speech-cut", messageId });
}

/** Yields the pieces of a message in order; of a growing message, each once it is complete. */
async function* piecesOf(messageId: string, signal: AbortSignal): AsyncGenerator<string> {
  const spokenText = createSpokenText();
  let said = 0;
  for (;;) {
    const message = messageNow(useChats.getState(), messageId);
    if (!message || signal.aborted) return;
    const isWhole = !message.streaming;
    const pieces = speechPieces(spokenText(textOf(message)), isWhole);
    for (const piece of pieces.slice(said)) {
      said += 1;
      yield piece;
    }
    if (isWhole) return;
    await grown(messageId, textOf(message), signal);
  }
}

/** Characters that may end a sentence or a line. */
const mayEnd = /[.!?…؟。！？\n]/;

/** Characters that may follow the end. Only the text after them shows whether it was the end. */
const afterEnd = /[\s"'”’»)\]」』）*_]+$/u;

/** Resolves when the message may contain one more sentence, stops growing, or is gone. */
async function grown(messageId: string, before: string, signal: AbortSignal): Promise<void> {
  const decidedChars = Math.max(0, before.replace(afterEnd, "").length - 1);
  await new Promise<void>((resolve) => {
    const look = () => {
      const message = messageNow(useChats.getState(), messageId);
      const isOn = !signal.aborted && message?.streaming === true;
      const text = message ? textOf(message) : "";
      if (isOn && (text.length === before.length || !mayEnd.test(text.slice(decidedChars)))) return;
      unsubscribe();
      signal.removeEventListener("abort", look);
      resolve();
    };
    const unsubscribe = useChats.subscribe(look);
    signal.addEventListener("abort", look);
    look();
  });
}

/**
 * Fetches the sound of each piece while the previous one plays. If the service fails, playback ends after what has
 * arrived.
 */
async function* soundsOf(
  pieces: AsyncIterable<string>,
  settings: SpeechSettings,
  signal: AbortSignal,
  onCut: () => void,
): AsyncGenerator<ArrayBuffer> {
  for await (const piece of pieces) {
    const { bytes, isCut } = await soundOf(piece, settings, signal);
    yield bytes;
    if (isCut) return onCut();
  }
}

/** The service that turns text into sound, with its model and voice. */
interface SpeechService {
  readonly provider: Provider;
  readonly model: string;
  readonly voice: string;
}

/**
 * Returns the chosen service. Throws AppError `no-model` if its server is gone, because the text must not go to another.
 */
function speechServiceOf(settings: SpeechSettings, access: ReturnType<typeof useAccess.getState>): SpeechService {
  const { engine, server, serverModel, serverVoice, model, voice } = settings;
  if (server === "" || engine !== "OpenAI-TTS") return { provider: openai as Provider, model, voice };
  const provider = speechServers(access).find(({ id }) => id === server);
  if (!provider) throw new AppError("no-model");
  return { provider, model: serverModel, voice: serverVoice };
}

async function soundOf(piece: string, settings: SpeechSettings, signal: AbortSignal): Promise<Sound> {
  const { engine, edgeVoice, speed } = settings;
  const access = useAccess.getState();
  const { provider, model, voice } = speechServiceOf(settings, access);
  const connection = connect(provider, access, access.reach);
  const key = JSON.stringify([engine, model, voice, edgeVoice, speed, connection.baseUrl, piece]);
  const known = kept.get(key);
  if (known) return { bytes: known, isCut: false };
  const sound =
    engine === "Edge-TTS"
      ? await askEdge({ text: piece, voice: edgeVoice, speed }, { env: browserEnvironment, signal })
      : await askOpenAI();
  if (!sound.isCut) kept.put(key, sound.bytes);
  return sound;

  async function askOpenAI(): Promise<Sound> {
    const codec = await provider.speech?.();
    if (!codec) throw notSupported();
    const isOpen = provider.isCustom || access.reach.relay !== undefined;
    if (!isOpen && !hasOwnCredentials(provider, access, access.reach)) throw new AppError("auth");
    const call = codec.buildRequest({ model, input: piece, voice, speed }, connection);
    const sound = await askSound(call, { connection, env: browserEnvironment, signal });
    void countSpeech({ providerName: boundNameOf(provider), model }, { text: piece, seconds: mp3Seconds(sound.bytes) });
    return sound;
  }
}

import { type DictationWay, destinationOf, languageOfTag } from "@/lib/chat/dictation";
import { askWhole } from "@/lib/engine/send-call";
import { AppError } from "@/lib/errors";
import { hasRecognizer, isRecognizedLocally } from "@/lib/media/browser-recognizer";
import { canRecord } from "@/lib/media/sound-recorder";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { boundNameOf, type Provider } from "@/lib/providers/provider";
import {
  namedTranscriber,
  type Transcriber,
  transcriberOfServer,
  transcribers,
  transcriptionOf,
} from "@/lib/providers/transcription";
import { addressOf } from "@/lib/settings/access-settings";
import { connect, isSentByRelay } from "@/lib/settings/connect";
import { hasOwnCredentials } from "@/lib/settings/credentials";
import { countRecording } from "@/store/costs/count-calls";
import { isAuthorized, providersOf, useAccess } from "@/store/settings/access";
import { providerInUse, useModels } from "@/store/settings/models";
import { isOnOperatorsList } from "@/store/settings/operators-list";

/** Timeout of a transcription, in milliseconds. */
const transcriptionMs = 120_000;

/** Maximum length of a response, in characters. */
const maxResponseChars = 1_000_000;

/** Whether anything can turn speech into text here. A page without a secure context has no microphone. */
export function canDictate(providerName: string): boolean {
  return Boolean(navigator.mediaDevices) && (hasRecognizer() || providerWays(providerName).length > 0);
}

/** Returns all ways for a chat with a provider, in a language of the browser's recognizer. */
export async function dictationWays(providerName: string, language: string): Promise<readonly DictationWay[]> {
  const isLocal = await isRecognizedLocally(language);
  return [
    ...(isLocal ? [{ kind: "device" } as const] : []),
    ...providerWays(providerName),
    ...(hasRecognizer() ? [{ kind: "browser" } as const] : []),
  ];
}

/** Returns the providers that can be used: that of the chat, built-in ones, then servers with a known model. */
function providerWays(providerName: string): readonly DictationWay[] {
  if (!canRecord()) return [];
  const ofChat = providerInUse({ providerName });
  const servers = providersOf(useAccess.getState()).filter(({ isCustom, isSite }) => isCustom || isSite);
  const ofServers = servers.map((each) => namedTranscriber(each, listedModels(each)));
  const others = [...transcribers, ...ofServers].filter((each) => each?.provider.id !== ofChat?.id);
  const all = [ofChat && transcriberOf(ofChat), ...others].filter((each) => each !== undefined);
  return all.filter((each) => isUsable(each)).flatMap(({ provider }) => wayOf(provider) ?? []);
}

function transcriberOf(provider: Provider): Transcriber | undefined {
  const builtIn = transcribers.find((each) => each.provider.id === provider.id);
  return builtIn ?? transcriberOfServer(provider, listedModels(provider));
}

/** Returns the models in the list that was last fetched from a provider. */
function listedModels({ id }: Provider): readonly string[] {
  return useModels.getState().fetched[id] ?? [];
}

/**
 * Whether the user's or the operator's key is there, and the site's server allows the model. A server that does not list
 * its keys may have one of OpenAI.
 */
function isUsable({ provider, model }: Transcriber): boolean {
  const access = useAccess.getState();
  const { reach, flags } = access;
  if (provider.isCustom) return addressOf(provider, access) !== "";
  if (isSentByRelay(provider, access, reach) && !isOnOperatorsList({ model, provider }, flags)) return false;
  if (hasOwnCredentials(provider, access, reach)) return true;
  if (!isSentByRelay(provider, access, reach) || !isAuthorized(access)) return false;
  if (provider.isSite) return true;
  return flags?.served?.includes(provider.id) ?? provider.id === transcribers[0]?.provider.id;
}

/** Returns the way of a provider; undefined if the user's address is invalid. */
function wayOf(provider: Provider): DictationWay | undefined {
  const access = useAccess.getState();
  const { baseUrl } = connect(provider, access, access.reach);
  if (!URL.canParse(baseUrl, location.href)) return undefined;
  return {
    kind: "provider",
    id: provider.id,
    name: provider.name,
    host: new URL(baseUrl, location.href).host,
    isRelayed: isSentByRelay(provider, access, access.reach),
  };
}

/** A recording to transcribe. */
interface SpokenText {
  readonly sound: Blob;
  /** The measured length of the recording, in seconds. */
  readonly seconds?: number | undefined;
  readonly language: string;
  readonly signal: AbortSignal;
}

/**
 * Turns a recording into text at a provider. Returns undefined, and sends nothing, if the settings now lead to another
 * destination than the way. Throws AppError: the kind of the service's error, `network`, `timeout`, or `no-model` if the
 * provider is gone.
 */
export async function transcribe(
  way: DictationWay & { readonly kind: "provider" },
  { sound, seconds, language, signal }: SpokenText,
): Promise<string | undefined> {
  const access = useAccess.getState();
  const provider = providersOf(access).find(({ id }) => id === way.id);
  const transcriber = provider && transcriberOf(provider);
  if (!transcriber) throw new AppError("no-model");
  const present = wayOf(transcriber.provider);
  if (!present || destinationOf(present) !== destinationOf(way)) return undefined;
  const connection = connect(transcriber.provider, access, access.reach);
  const { model } = transcriber;
  const codec = await transcriptionOf(transcriber.provider);
  const call = codec.buildRequest({ model, audio: sound, language: languageOfTag(language) }, connection);
  const env = browserEnvironment;
  const sending = { connection, env, signal, timeoutMs: transcriptionMs, maxChars: maxResponseChars };
  const result = codec.parseResponse(await askWhole(call, sending));
  if ("kind" in result) throw new AppError(result.kind, { message: result.message });
  const { text, usage } = result;
  void countRecording({ providerName: boundNameOf(transcriber.provider), model }, { usage, measured: seconds });
  return text;
}

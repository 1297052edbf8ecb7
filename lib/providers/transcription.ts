import { openAITranscription } from "@/lib/providers/codecs/openai/openai-transcription";
import { groq } from "@/lib/providers/groq";
import { mistral } from "@/lib/providers/mistral";
import { openai } from "@/lib/providers/openai";
import type { Provider, TranscriptionCodec } from "@/lib/providers/provider";

/** A provider that turns speech into text, and the model for it. */
export interface Transcriber {
  readonly provider: Provider;
  readonly model: string;
}

/** The built-in providers with OpenAI's speech-to-text API, in order of preference. */
export const transcribers: readonly Transcriber[] = [
  { provider: openai, model: "gpt-4o-mini-transcribe" },
  { provider: groq, model: "whisper-large-v3-turbo" },
  { provider: mistral, model: "voxtral-mini-latest" },
] as readonly Transcriber[];

/** The model that servers with OpenAI's API know by this name, whichever one they run. */
const compatibleModel = "whisper-1";

/** Names of speech-to-text models, and of their deployments. */
const transcribingName = /(^|[-_./:])(whisper|transcribe|asr|stt|voxtral|parakeet|canary)([-_./:\d]|$)/i;

/**
 * Returns the first speech-to-text model that someone has named for a server, or that it lists; undefined without one.
 */
export function namedTranscriber(provider: Provider, listed: readonly string[] = []): Transcriber | undefined {
  const model = provider.transcription && [...provider.models, ...listed].find((name) => transcribingName.test(name));
  return model === undefined ? undefined : { provider, model };
}

/**
 * Returns the speech-to-text model of a server that the user or the operator added: a named or listed one, or the name
 * that the user's servers with OpenAI's API know. Deployments can have any name, and an operator's server may have no
 * such model.
 */
export function transcriberOfServer(provider: Provider, listed: readonly string[]): Transcriber | undefined {
  const named = namedTranscriber(provider, listed);
  if (named || !provider.transcription) return named;
  const isCompatible = provider.isCustom && provider.modelNames !== "deployments";
  return isCompatible ? { provider, model: compatibleModel } : undefined;
}

/** Returns the codec of a provider's speech-to-text API. */
export async function transcriptionOf({ transcription }: Provider): Promise<TranscriptionCodec> {
  return transcription ? transcription() : openAITranscription;
}

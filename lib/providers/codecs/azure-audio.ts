import { baseAddress, isV1Address, placeByDeployment, placeInV1 } from "@/lib/providers/codecs/azure-place";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { openAISpeech } from "@/lib/providers/codecs/openai/openai-speech";
import { openAITranscription } from "@/lib/providers/codecs/openai/openai-transcription";
import type { Connection, HttpCall, SpeechCodec, TranscriptionCodec } from "@/lib/providers/provider";

/**
 * The last dated API version, which has all models of speech; many earlier ones have none.
 * https://learn.microsoft.com/azure/foundry/openai/reference-preview
 */
const audioVersion = "2025-04-01-preview";

/** The version of the v1 API with speech. https://learn.microsoft.com/azure/foundry/openai/reference-preview-latest */
const audioVersionOfV1 = "preview";

/** The codec of text-to-speech models that are deployed at Azure. */
export const azureSpeech: SpeechCodec = {
  buildRequest: (request, connection) =>
    deployedCall(openAISpeech.buildRequest(request, connection), "audio/speech", request, connection),
};

/** The codec of speech-to-text models that are deployed at Azure. */
export const azureTranscription: TranscriptionCodec = {
  buildRequest: (request, connection) =>
    deployedCall(openAITranscription.buildRequest(request, connection), "audio/transcriptions", request, connection),
  parseResponse: openAITranscription.parseResponse,
};

/** Returns a call with the URL of a deployment. */
function deployedCall(
  call: HttpCall,
  task: string,
  request: { readonly model: string },
  connection: Connection,
): HttpCall {
  const baseUrl = baseAddress(connection.baseUrl);
  const version = connection.options?.apiVersion?.trim() ?? "";
  const isDated = /^\d/.test(version);
  if (isV1Address(baseUrl)) {
    const apiVersion = version === "" || isDated ? audioVersionOfV1 : version;
    const place = placeInV1({ ...connection, options: { apiVersion } });
    return { ...call, url: joinAddress(baseUrl, place.pathOf(task)) };
  }
  const apiVersion = isDated && version > audioVersion ? version : audioVersion;
  const place = placeByDeployment(request, { ...connection, options: { apiVersion } });
  return { ...call, url: joinAddress(baseUrl, place.pathOf(task)) };
}

import { parseJson, recordOf } from "@/lib/json";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { errorOfResponse, isSuccess } from "@/lib/providers/codecs/reply-error";
import type { Transcription, TranscriptionCodec } from "@/lib/providers/provider";

/** Maximum length of a transcription, in characters: more than an hour of speech. */
const maxTextChars = 100_000;

/** File endings by media type: services recognize the format by the name. */
const endings: Readonly<Record<string, string>> = {
  "audio/webm": "webm",
  "audio/mp4": "mp4",
  "audio/ogg": "ogg",
  "audio/wav": "wav",
};

/** The codec of OpenAI's speech-to-text API and of compatible servers. */
export const openAITranscription: TranscriptionCodec = {
  buildRequest({ model, audio, language }, connection) {
    const type = audio.type.split(";")[0]?.trim().toLowerCase() ?? "";
    return {
      method: "POST",
      url: joinAddress(connection.baseUrl, "v1/audio/transcriptions"),
      // No Content-Type here: the sender sets it together with the multipart boundary.
      headers: { ...connection.headers, Accept: "application/json" },
      form: { model, response_format: "json", ...(language && { language }) },
      files: [{ field: "file", name: `speech.${endings[type] ?? "webm"}`, content: audio }],
    };
  },
  parseResponse(response) {
    if (!isSuccess(response)) return errorOfResponse(response);
    const { text, usage } = recordOf(parseJson(response.body));
    if (typeof text === "string") return { text: text.slice(0, maxTextChars).trim(), ...readUsage(usage) };
    return { kind: "protocol", code: null, message: "" };
  },
};

/** Reads the usage of OpenAI's models of tokens and of seconds, and of Mistral's, which reports both and bills seconds. */
function readUsage(stored: unknown): Pick<Transcription, "usage"> {
  const {
    seconds,
    prompt_audio_seconds = seconds,
    input_tokens,
    output_tokens,
    input_token_details,
  } = recordOf(stored);
  if (typeof prompt_audio_seconds === "number") return { usage: { seconds: prompt_audio_seconds } };
  if (typeof input_tokens !== "number" || typeof output_tokens !== "number") return {};
  const { audio_tokens } = recordOf(input_token_details);
  const tokens = { inputTokens: input_tokens, outputTokens: output_tokens };
  return {
    usage: { tokens: typeof audio_tokens === "number" ? { ...tokens, inputAudioTokens: audio_tokens } : tokens },
  };
}

import { parseJson, recordOf } from "@/lib/json";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { errorOfResponse, isSuccess } from "@/lib/providers/codecs/reply-error";
import type { TranscriptionCodec } from "@/lib/providers/provider";

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
      file: { field: "file", name: `speech.${endings[type] ?? "webm"}`, content: audio },
    };
  },
  parseResponse(response) {
    if (!isSuccess(response)) return errorOfResponse(response);
    const { text } = recordOf(parseJson(response.body));
    if (typeof text === "string") return text.slice(0, maxTextChars).trim();
    return { kind: "protocol", code: null, message: "" };
  },
};

import { postJson } from "@/lib/providers/codecs/json-call";
import type { SpeechCodec } from "@/lib/providers/provider";

/** The codec of OpenAI's text-to-speech API and of compatible servers. */
export const openAISpeech: SpeechCodec = {
  buildRequest({ model, input, voice, speed }, connection) {
    const call = postJson(connection, "v1/audio/speech", { model, input, voice, response_format: "mp3", speed });
    return { ...call, headers: { ...call.headers, Accept: "audio/mpeg" } };
  },
};

import type { CustomEndpoint } from "@/lib/providers/custom-endpoint";
import { apiTypeOf } from "@/lib/providers/custom-endpoint";
import { groq } from "@/lib/providers/groq";
import { mistral } from "@/lib/providers/mistral";
import { openai } from "@/lib/providers/openai";
import type { Provider } from "@/lib/providers/provider";

/** A provider that turns speech into text with OpenAI's API, and the model for it. */
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

/** Returns the speech-to-text model of a server that the user added; undefined if it has another API. */
export function modelOfEndpoint(endpoint: CustomEndpoint): string | undefined {
  return apiTypeOf(endpoint).startsWith("openai") ? compatibleModel : undefined;
}

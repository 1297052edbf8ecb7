import { anthropic } from "@/lib/providers/anthropic";
import type { ApiType } from "@/lib/providers/api-types";
import { google } from "@/lib/providers/google";
import type { Provider } from "@/lib/providers/provider";

/** Calls of OpenAI's APIs for images and speech. */
const mediaCalls = [
  "POST v1/images/generations",
  "POST v1/images/edits",
  "POST v1/audio/speech",
  "POST v1/audio/transcriptions",
] as const;

/**
 * The calls that the relay forwards to an operator's own server, by its API: chats, the model list, and images and
 * speech of OpenAI's APIs. Nothing that changes the server is listed, such as Ollama's `api/pull` and `api/delete`.
 */
export const siteCalls: Readonly<Record<ApiType, Provider["relayed"]>> = {
  openai: ["POST v1/chat/completions", ...mediaCalls, "GET v1/models"],
  "openai-responses": ["POST v1/responses", ...mediaCalls, "GET v1/models"],
  anthropic: anthropic.relayed.filter((call) => call !== "POST v1/complete"),
  gemini: google.relayed.filter((call) => !call.includes("Embed")),
  azure: [
    "POST deployments/{deployment}/chat/completions?api-version",
    "POST deployments/{deployment}/images/generations?api-version",
    "POST deployments/{deployment}/images/edits?api-version",
    "POST deployments/{deployment}/audio/speech?api-version",
    "POST deployments/{deployment}/audio/transcriptions?api-version",
    "POST v1/responses?api-version",
  ],
  // `api/show` describes a model: whether it accepts images and tools.
  ollama: ["POST v1/chat/completions", "POST api/show", "GET v1/models"],
};

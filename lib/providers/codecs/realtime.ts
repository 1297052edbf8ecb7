import type { Usage } from "@/lib/chat/message";
import { isRecord, type JsonRecord, listOf, parseJson, recordOf, stringOf } from "@/lib/json";

/** The URL of a live conversation and its credentials. */
export interface RealtimeTarget {
  /** A `wss://…` URL, which we never log because it may contain a key. */
  readonly url: string;
  readonly protocols: readonly string[];
}

/**
 * Returns the WebSocket target of OpenAI or a compatible server. A browser cannot set headers on a WebSocket, so the
 * key is sent as a subprotocol and is not in the URL.
 */
export function openAIRealtime(baseUrl: string, model: string, key: string): RealtimeTarget {
  const query = new URLSearchParams({ model });
  return {
    url: `${socketAddress(baseUrl)}/v1/realtime?${query}`,
    protocols: ["realtime", `openai-insecure-api-key.${key}`],
  };
}

/**
 * Returns the WebSocket target of Azure. From a browser, Azure accepts the key (of the user's resource) only in the
 * URL.
 */
export function azureRealtime(endpoint: string, deployment: string, key: string): RealtimeTarget {
  const query = new URLSearchParams({ model: deployment, "api-key": key });
  return { url: `${socketAddress(endpoint)}/openai/v1/realtime?${query}`, protocols: ["realtime"] };
}

/** Converts an http(s) URL to ws(s) and removes a version at its end. */
function socketAddress(address: string): string {
  return address.replace(/^http/i, "ws").replace(/\/+(v1\/*)?$/, "");
}

const format = { type: "audio/pcm", rate: 24_000 };

/** The settings of a live conversation. */
export interface RealtimeSession {
  readonly voice: string;
  readonly instructions: string;
}

/** Returns the first event of a conversation. The service detects when the user has stopped speaking. */
export function sessionUpdate({ voice, instructions }: RealtimeSession): JsonRecord {
  return {
    type: "session.update",
    session: {
      type: "realtime",
      instructions,
      output_modalities: ["audio"],
      audio: {
        input: {
          format,
          transcription: { model: "whisper-1" },
          turn_detection: { type: "server_vad", create_response: true, interrupt_response: true },
        },
        output: { format, voice },
      },
      tools: [],
    },
  };
}

/** Returns the event that changes the voice, which is allowed until the model first speaks. */
export function voiceUpdate(voice: string): JsonRecord {
  return { type: "session.update", session: { type: "realtime", audio: { output: { voice } } } };
}

/** Returns the request body for a short-lived key, valid for ten minutes. */
export function secretRequest(model: string, voice: string): JsonRecord {
  return {
    expires_after: { anchor: "created_at", seconds: 600 },
    session: { type: "realtime", model, audio: { output: { voice } } },
  };
}

/** Reads a short-lived key. Returns undefined if the response contains none. */
export function readSecret(body: string): string | undefined {
  const value = stringOf(recordOf(parseJson(body)).value);
  return value === "" ? undefined : value;
}

/** Returns the event that adds an earlier message to the conversation. */
export function saidBefore(role: "system" | "user" | "assistant", text: string): JsonRecord {
  const type = role === "assistant" ? "output_text" : "input_text";
  return { type: "conversation.item.create", item: { type: "message", role, content: [{ type, text }] } };
}

/** The tokens of a response, if the service reports them. */
interface RealtimeBill {
  readonly usage?: Usage;
  /** The item of the reply; absent if nothing was said. */
  readonly itemId?: string;
}

/** One step of a live conversation; an item is one utterance of one side. */
export type RealtimeEvent =
  | { readonly type: "ready" }
  /** The user started to speak; `atMs` is the position in the audio that was sent. */
  | { readonly type: "user-starts"; readonly itemId: string; readonly atMs: number }
  | { readonly type: "user-ends"; readonly itemId: string; readonly atMs: number }
  /** The user's speech was added to the conversation. */
  | { readonly type: "user-said"; readonly itemId: string }
  | { readonly type: "user-text"; readonly itemId: string; readonly text: string; readonly isWhole: boolean }
  | { readonly type: "reply-starts" }
  | { readonly type: "reply-text"; readonly itemId: string; readonly text: string }
  /** 16-bit PCM, as base64. */
  | { readonly type: "reply-sound"; readonly itemId: string; readonly base64: string }
  | ({ readonly type: "reply-ends"; readonly isWhole: boolean } & RealtimeBill)
  | ({ readonly type: "reply-fails"; readonly message: string } & RealtimeBill)
  /** WebRTC only: the audio of the reply starts, or has been played to its end. */
  | { readonly type: "sound-starts" | "sound-ends" }
  | { readonly type: "error"; readonly code: string; readonly message: string };

/**
 * Parses an event of the service, of the current API or the previous one. Returns undefined for other events. Never
 * throws.
 */
export function readRealtimeEvent(data: string): RealtimeEvent | undefined {
  const event = parseJson(data);
  if (!isRecord(event)) return undefined;
  const itemId = stringOf(event.item_id);
  switch (event.type) {
    case "session.created":
      return { type: "ready" };
    case "input_audio_buffer.speech_started":
      return { type: "user-starts", itemId, atMs: numberOf(event.audio_start_ms) };
    case "input_audio_buffer.speech_stopped":
      return { type: "user-ends", itemId, atMs: numberOf(event.audio_end_ms) };
    case "input_audio_buffer.committed":
      return { type: "user-said", itemId };
    case "conversation.item.input_audio_transcription.delta":
      return { type: "user-text", itemId, text: stringOf(event.delta), isWhole: false };
    case "conversation.item.input_audio_transcription.completed":
      return { type: "user-text", itemId, text: stringOf(event.transcript), isWhole: true };
    case "conversation.item.input_audio_transcription.failed":
      return { type: "user-text", itemId, text: "", isWhole: true };
    case "response.created":
      return { type: "reply-starts" };
    case "response.output_audio_transcript.delta":
    case "response.output_text.delta":
    case "response.audio_transcript.delta":
    case "response.text.delta":
      return { type: "reply-text", itemId, text: stringOf(event.delta) };
    case "response.output_audio.delta":
    case "response.audio.delta":
      return { type: "reply-sound", itemId, base64: stringOf(event.delta) };
    case "response.done": {
      const response = recordOf(event.response);
      const { status, status_details: details } = response;
      if (status === "failed") {
        return {
          type: "reply-fails",
          message: stringOf(recordOf(recordOf(details).error).message),
          ...billOf(response),
        };
      }
      return { type: "reply-ends", isWhole: status === "completed", ...billOf(response) };
    }
    case "output_audio_buffer.started":
      return { type: "sound-starts" };
    case "output_audio_buffer.stopped":
    case "output_audio_buffer.cleared":
      return { type: "sound-ends" };
    case "error":
      return { type: "error", ...errorOf(recordOf(event.error)) };
    default:
      return undefined;
  }
}

/**
 * Returns the tokens of a response. Audio and images in the cache count as cached input only.
 * Source: https://platform.openai.com/docs/api-reference/realtime-server-events/response/done
 */
function billOf({ usage, output }: JsonRecord): RealtimeBill {
  if (!isRecord(usage)) return {};
  const sent = recordOf(usage.input_token_details);
  const received = recordOf(usage.output_token_details);
  const cached = recordOf(sent.cached_tokens_details);
  const counts = {
    inputTokens: numberOf(usage.input_tokens),
    outputTokens: numberOf(usage.output_tokens),
    cachedInputTokens: numberOf(sent.cached_tokens),
    inputAudioTokens: numberOf(sent.audio_tokens) - numberOf(cached.audio_tokens),
    inputImageTokens: numberOf(sent.image_tokens) - numberOf(cached.image_tokens),
    outputAudioTokens: numberOf(received.audio_tokens),
  };
  const itemId = stringOf(recordOf(listOf(output)[0]).id);
  return {
    usage: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    ...(itemId !== "" && { itemId }),
  };
}

function errorOf({ code, message }: JsonRecord) {
  return { code: stringOf(code), message: stringOf(message) };
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

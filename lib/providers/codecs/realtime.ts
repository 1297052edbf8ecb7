import { isRecord, type JsonRecord, parseJson, recordOf, stringOf } from "@/lib/providers/json";

/** Where a live conversation is opened, and what signs in there. */
export interface RealtimeTarget {
  /** `wss://…`; what it carries is never logged by us. */
  readonly url: string;
  readonly protocols: readonly string[];
}

/**
 * Returns how OpenAI, or a server that speaks like it, is asked over a WebSocket. A page can set no headers there, so the
 * key is one of the protocols that it offers, and no part of the address.
 */
export function openAIRealtime(baseUrl: string, model: string, key: string): RealtimeTarget {
  const query = new URLSearchParams({ model });
  return {
    url: `${socketAddress(baseUrl)}/v1/realtime?${query}`,
    protocols: ["realtime", `openai-insecure-api-key.${key}`],
  };
}

/** Returns how Azure is asked. It takes the key of a page in the address alone, which is that of the user's resource. */
export function azureRealtime(endpoint: string, deployment: string, key: string): RealtimeTarget {
  const query = new URLSearchParams({ model: deployment, "api-key": key });
  return { url: `${socketAddress(endpoint)}/openai/v1/realtime?${query}`, protocols: ["realtime"] };
}

/** `http:` leads to `ws:`, `https:` to `wss:`; a version at the end of an address is none of its part here. */
function socketAddress(address: string): string {
  return address.replace(/^http/i, "ws").replace(/\/+(v1\/*)?$/, "");
}

const format = { type: "audio/pcm", rate: 24_000 };

/** How a conversation is to be led. */
export interface RealtimeSession {
  readonly voice: string;
  readonly instructions: string;
}

/** Returns the first event of a conversation; the service finds out by itself when the user has ended. */
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

/** Returns the event that lets the model speak with another voice, which it may until it has first been heard. */
export function voiceUpdate(voice: string): JsonRecord {
  return { type: "session.update", session: { type: "realtime", audio: { output: { voice } } } };
}

/** Returns what a short-lived key is asked for with; it serves for ten minutes. */
export function secretRequest(model: string, voice: string): JsonRecord {
  return {
    expires_after: { anchor: "created_at", seconds: 600 },
    session: { type: "realtime", model, audio: { output: { voice } } },
  };
}

/** Reads a short-lived key; nothing where the answer holds none. */
export function readSecret(body: string): string | undefined {
  const value = stringOf(recordOf(parseJson(body)).value);
  return value === "" ? undefined : value;
}

/** Returns the event that tells the model what was said before. */
export function saidBefore(role: "system" | "user" | "assistant", text: string): JsonRecord {
  const type = role === "assistant" ? "output_text" : "input_text";
  return { type: "conversation.item.create", item: { type: "message", role, content: [{ type, text }] } };
}

/** One step of a live conversation; an item is what one side says in one go. */
export type RealtimeEvent =
  | { readonly type: "ready" }
  /** The user began to speak, so many milliseconds into the sound that was sent. */
  | { readonly type: "person-starts"; readonly itemId: string; readonly atMs: number }
  | { readonly type: "person-ends"; readonly itemId: string; readonly atMs: number }
  /** What the user said is part of the conversation now. */
  | { readonly type: "person-said"; readonly itemId: string }
  | { readonly type: "person-text"; readonly itemId: string; readonly text: string; readonly isWhole: boolean }
  | { readonly type: "reply-starts" }
  | { readonly type: "reply-text"; readonly itemId: string; readonly text: string }
  /** PCM of 16 bits, as base64. */
  | { readonly type: "reply-sound"; readonly itemId: string; readonly base64: string }
  | { readonly type: "reply-ends"; readonly isWhole: boolean }
  | { readonly type: "reply-fails"; readonly message: string }
  /** Over WebRTC: the reply's sound begins, or has been heard to its end. */
  | { readonly type: "sound-starts" | "sound-ends" }
  | { readonly type: "error"; readonly code: string; readonly message: string };

/** Reads an event of the service, of today's interface or of the one before; nothing for what tells of none. Never throws. */
export function readRealtimeEvent(data: string): RealtimeEvent | undefined {
  const event = parseJson(data);
  if (!isRecord(event)) return undefined;
  const itemId = stringOf(event.item_id);
  switch (event.type) {
    case "session.created":
      return { type: "ready" };
    case "input_audio_buffer.speech_started":
      return { type: "person-starts", itemId, atMs: numberOf(event.audio_start_ms) };
    case "input_audio_buffer.speech_stopped":
      return { type: "person-ends", itemId, atMs: numberOf(event.audio_end_ms) };
    case "input_audio_buffer.committed":
      return { type: "person-said", itemId };
    case "conversation.item.input_audio_transcription.delta":
      return { type: "person-text", itemId, text: stringOf(event.delta), isWhole: false };
    case "conversation.item.input_audio_transcription.completed":
      return { type: "person-text", itemId, text: stringOf(event.transcript), isWhole: true };
    case "conversation.item.input_audio_transcription.failed":
      return { type: "person-text", itemId, text: "", isWhole: true };
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
      const { status, status_details: details } = recordOf(event.response);
      if (status === "failed") {
        return { type: "reply-fails", message: stringOf(recordOf(recordOf(details).error).message) };
      }
      return { type: "reply-ends", isWhole: status === "completed" };
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

function errorOf({ code, message }: JsonRecord) {
  return { code: stringOf(code), message: stringOf(message) };
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

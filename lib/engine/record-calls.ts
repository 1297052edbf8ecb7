import type { ReplyTiming } from "@/lib/chat/message";
import type { Environment } from "@/lib/environment";
import type { Connection, HttpCall } from "@/lib/providers/provider";
import { credentialHider, type MarkedCall, markedCall } from "@/lib/providers/shown-call";

/** Observes what the calls of a reply send and receive. */
export interface CallObserver {
  /** Called before a call is sent, without its signature. Returns the observer of its response. */
  onSend(call: HttpCall, connection: Connection): ResponseObserver;
}

/** Observes a response. */
export interface ResponseObserver {
  onHead(response: Pick<Response, "ok" | "status" | "headers">): void;
  onBytes(bytes: Uint8Array): void;
  onEnd(): void;
}

/** A call of a reply with its response, without credentials. */
export interface RecordedCall {
  readonly call: MarkedCall;
  /** Whether the body of the call was too long, so that only its beginning is recorded. */
  readonly isCallCut: boolean;
  /** Whether the provider's calls are signed when they are sent. */
  readonly isSigned: boolean;
  readonly startedAt: number;
  readonly firstByteAt?: number;
  readonly endedAt?: number;
  readonly status?: number;
  /** The provider's id of the call. */
  readonly requestId?: string;
  readonly isResponseCut: boolean;
  /** Returns the response's body, as far as it is recorded. */
  responseText(): string;
}

/** The calls of one reply. */
export interface CallRecorder {
  readonly observer: CallObserver;
  readonly calls: readonly RecordedCall[];
  timing(): ReplyTiming;
}

/** Maximum size of all requests of a reply, in characters, and of all its responses, in bytes. */
const maxSize = 500_000;
/** Maximum length of a recorded id, in characters. */
const maxIdChars = 200;
/** Headers with the id of a call, by the names that providers use. */
const idHeaders = ["x-request-id", "request-id", "x-amzn-requestid", "apim-request-id"];

/** Content types of responses whose first byte does not come with the last one. */
const streamTypes = /event-stream|ndjson|jsonl|text\/plain/i;

type Growing = { -readonly [Name in keyof RecordedCall]: RecordedCall[Name] } & { isOk: boolean; isStream: boolean };

/**
 * Creates a recorder of calls. It retains the bytes of responses as they are and decodes them when they are displayed,
 * so that recording costs nothing for each token.
 */
export function createCallRecorder({ now }: Pick<Environment, "now">): CallRecorder {
  const calls: Growing[] = [];
  const room = { calls: maxSize, responses: maxSize };

  function begin(call: HttpCall, connection: Connection): { recorded: Growing; chunks: Uint8Array[] } {
    const marked = markedCall(call, connection);
    const body = withinRoom(marked.body, room);
    const chunks: Uint8Array[] = [];
    const hide = credentialHider(connection);
    const recorded: Growing = {
      call: { ...marked, ...(body !== undefined && { body }) },
      isCallCut: body !== marked.body,
      isSigned: connection.sign !== undefined,
      startedAt: now(),
      isResponseCut: false,
      isOk: false,
      isStream: false,
      responseText: () => hide(textOf(chunks), recorded.isResponseCut),
    };
    calls.push(recorded);
    return { recorded, chunks };
  }

  return {
    calls,
    timing: () => timingOf(calls),
    observer: {
      onSend(call, connection) {
        const { recorded, chunks } = begin(call, connection);
        return {
          onHead({ ok, status, headers }) {
            const requestId = idHeaders.map((name) => headers.get(name)).find((id) => id);
            recorded.isOk = ok;
            recorded.status = status;
            recorded.isStream = streamTypes.test(headers.get("content-type") ?? "");
            if (requestId) recorded.requestId = requestId.slice(0, maxIdChars);
          },
          onBytes(bytes) {
            recorded.firstByteAt ??= now();
            if (recorded.isResponseCut) return;
            recorded.isResponseCut = bytes.length > room.responses;
            const taken = recorded.isResponseCut ? bytes.slice(0, room.responses) : bytes;
            room.responses -= taken.length;
            if (taken.length > 0) chunks.push(taken);
          },
          onEnd() {
            recorded.endedAt = now();
          },
        };
      },
    },
  };
}

/** Returns the beginning of a body that fits, copied: a slice would retain the whole body. */
function withinRoom(body: string | undefined, room: { calls: number }): string | undefined {
  if (body === undefined) return undefined;
  const taken = Math.min(body.length, room.calls);
  room.calls -= taken;
  return taken === body.length ? body : new TextDecoder().decode(new TextEncoder().encode(body.slice(0, taken)));
}

function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}

function timingOf(calls: readonly Growing[]): ReplyTiming {
  const [first] = calls;
  const answered = calls.filter(({ isOk, firstByteAt }) => isOk && firstByteAt !== undefined);
  const [start] = answered;
  const end = calls.at(-1)?.endedAt;
  const receivingMs = answered.reduce(
    (sum, { isStream, startedAt, firstByteAt = startedAt, endedAt = firstByteAt }) =>
      sum + between(isStream ? firstByteAt : startedAt, endedAt),
    0,
  );
  return {
    ...(start?.firstByteAt !== undefined && {
      firstByteMs: between(start.startedAt, start.firstByteAt),
      receivingMs,
    }),
    ...(first && end !== undefined && { totalMs: between(first.startedAt, end) }),
  };
}

/** The clock may have been set back meanwhile. */
function between(start: number, end: number): number {
  return Math.max(0, end - start);
}

import type { ChatEvent } from "@/lib/chat/event";
import { parseServerEvents } from "@/lib/engine/read-server-events";
import type { ChatCodec } from "@/lib/providers/provider";

/** The format of a reply: server-sent events, JSON lines, or a whole body. */
export type AnswerFormat = "events" | "lines" | "whole";

/** A successful reply, or a part of it, whose bytes are in memory. */
export interface ArrivedAnswer {
  readonly format: AnswerFormat;
  readonly status: number;
  readonly bytes: Uint8Array;
}

/**
 * Parses the events of a reply whose bytes have arrived, as `readAnswer` reads those of a stream. A relay parses one for
 * each call, and a stream of these bytes would cost several times as much.
 */
export function* parseAnswer({ format, status, bytes }: ArrivedAnswer, codec: ChatCodec): Generator<ChatEvent> {
  const text = new TextDecoder().decode(bytes);
  if (format === "whole") {
    yield* codec.parseResponse({ status, body: text });
    return;
  }
  const events = format === "events" ? parseServerEvents(text) : linesOf(text).map((data) => ({ data }));
  for (const event of events) yield* codec.parseEvent(event);
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== "");
}

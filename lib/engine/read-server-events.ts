import { createParser, type EventSourceParser } from "eventsource-parser";
import { readText } from "@/lib/engine/read-text";
import { AppError } from "@/lib/errors";
import type { ServerEvent } from "@/lib/providers/provider";

/** Maximum length of an incomplete event, in characters: more than the largest image in one event. */
export const maxEventChars = 32_000_000;

/**
 * Parses server-sent events from the bytes of a body, however they are split. Each chunk of bytes yields all events
 * that it completes, because a separate step for each would cost more than the parsing.
 *
 * The last event needs no blank line. The reader is cancelled when the consumer stops early.
 *
 * @param onActivity called for every chunk of bytes, even if it completes no event, such as a comment
 * @throws AppError `too-large` if an event does not end; what the reader throws
 */
export async function* readServerEvents(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onActivity?: (bytes: Uint8Array) => void,
): AsyncGenerator<ServerEvent[]> {
  const arrived: ServerEvent[] = [];
  const parser = createEventParser(arrived);
  for await (const text of readText(reader, onActivity)) {
    parser.feed(text);
    if (arrived.length > 0) yield arrived.splice(0);
  }
  parser.feed("\n\n");
  if (arrived.length > 0) yield arrived.splice(0);
}

/** Parses the server-sent events of a text. The last event needs no blank line. */
export function parseServerEvents(text: string): ServerEvent[] {
  const events: ServerEvent[] = [];
  const parser = createEventParser(events);
  parser.feed(text);
  parser.feed("\n\n");
  return events;
}

/** Creates a parser that appends the events to a list. */
function createEventParser(arrived: ServerEvent[]): EventSourceParser {
  return createParser({
    maxBufferSize: maxEventChars,
    onEvent: ({ event, data }) => arrived.push(event === undefined ? { data } : { event, data }),
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") throw new AppError("too-large");
    },
  });
}

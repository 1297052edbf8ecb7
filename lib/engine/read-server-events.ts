import { createParser } from "eventsource-parser";
import { readText } from "@/lib/engine/read-text";
import { AppError } from "@/lib/errors";
import type { ServerEvent } from "@/lib/providers/provider";

/** How much of one event may wait for its end, in characters: above the largest image that is sent in one piece. */
export const maxEventChars = 32_000_000;

/**
 * Reads server-sent events from the bytes of a body, however the network cut them: with every piece of bytes all events
 * that it completes, since a step for each would cost more than the reading.
 *
 * A last event counts without its blank line. The reader is cancelled when the consumer stops early.
 *
 * @param onActivity hears of every piece of bytes, such as a comment, whether or not it completes an event
 * @throws AppError `too-large` when an event does not end; and what the reader throws
 */
export async function* readServerEvents(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onActivity?: () => void,
): AsyncGenerator<ServerEvent[]> {
  const arrived: ServerEvent[] = [];
  const parser = createParser({
    maxBufferSize: maxEventChars,
    onEvent: ({ event, data }) => arrived.push(event === undefined ? { data } : { event, data }),
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") throw new AppError("too-large");
    },
  });
  for await (const text of readText(reader, onActivity)) {
    parser.feed(text);
    if (arrived.length > 0) yield arrived.splice(0);
  }
  parser.feed("\n\n");
  if (arrived.length > 0) yield arrived.splice(0);
}

import type { ChatEvent } from "@/lib/chat/event";
import { appendEvent, isText } from "@/lib/engine/text-events";

interface Pacing {
  /** True: a frame releases all that waits, for a person who wants no motion or a page that nobody sees. */
  readonly isInstant?: () => boolean;
}

/** A backlog longer than this is not revealed but shown: nobody reads it as it appears. In characters. */
const maxBacklog = 50_000;

/** A burst is shown over about as many frames; each releases this part of what waits. */
const framesPerBurst = 60;

/**
 * Releases text and reasoning by the frame: one event a frame at most, a sixtieth of what waits, in order.
 *
 * All other events pass as soon as the text before them has. When the source ends, the rest follows at once. The source
 * is read as fast as it comes, and is told to stop when the consumer stops.
 *
 * @throws what the source throws, after all that came before it
 */
export async function* paceText(
  events: AsyncIterable<ChatEvent>,
  nextFrame: () => Promise<void>,
  { isInstant = () => false }: Pacing = {},
): AsyncGenerator<ChatEvent> {
  const source = events[Symbol.asyncIterator]();
  const waiting = createWaitingEvents();
  let isEnded = false;
  let failure: { thrown: unknown } | undefined;
  let onArrival = () => {};
  let onEnd = () => {};

  async function pump(): Promise<void> {
    try {
      for (let next = await source.next(); !next.done; next = await source.next()) {
        waiting.add(next.value);
        onArrival();
      }
    } catch (thrown) {
      failure = { thrown };
    }
    isEnded = true;
    onArrival();
    onEnd();
  }
  const arrival = () => new Promise<void>((resolve) => (onArrival = resolve));
  const frameOrEnd = () =>
    new Promise<void>((resolve) => {
      onEnd = resolve;
      void nextFrame().then(resolve);
    });

  void pump();
  try {
    for (;;) {
      yield* waiting.takeOthers();
      if (isEnded) break;
      if (waiting.textLength() === 0) {
        // The end of `yield*` takes a moment, in which something may have come.
        if (waiting.isEmpty()) await arrival();
        continue;
      }
      await frameOrEnd();
      if (isEnded) break;
      const share = Math.max(1, Math.round(waiting.textLength() / framesPerBurst));
      const isShown = isInstant() || waiting.textLength() > maxBacklog;
      const piece = waiting.takeText(isShown ? waiting.textLength() : share);
      if (piece) yield piece;
      else await arrival();
    }
    yield* waiting.takeAll();
    if (failure) throw failure.thrown;
  } finally {
    // Not awaited: a source that hangs would keep the consumer from stopping.
    if (!isEnded) source.return?.().catch(() => undefined);
  }
}

/** The events that have come and not been released, in order; pieces of text that follow each other are one. */
function createWaitingEvents() {
  const events: ChatEvent[] = [];
  let length = 0;

  function add(event: ChatEvent): void {
    if (isText(event)) {
      if (event.text === "") return;
      length += event.text.length;
    }
    appendEvent(events, event);
  }

  /** Releases what stands before the first text. */
  function* takeOthers(): Generator<ChatEvent> {
    for (let first = events[0]; first && !isText(first); first = events[0]) {
      events.shift();
      yield first;
    }
  }

  /** Releases about `chars` characters of the first text; nothing when they are half a pair that may become whole. */
  function takeText(chars: number): ChatEvent | undefined {
    const first = events[0];
    if (!first || !isText(first)) return undefined;
    const end = endOfShare(first.text, chars, events.length === 1);
    if (end === 0) return undefined;
    length -= end;
    if (end === first.text.length) events.shift();
    else events[0] = { type: first.type, text: first.text.slice(end) };
    return { type: first.type, text: first.text.slice(0, end) };
  }

  function* takeAll(): Generator<ChatEvent> {
    yield* events.splice(0);
  }

  return { add, takeOthers, takeText, takeAll, textLength: () => length, isEmpty: () => events.length === 0 };
}

/** Returns where a share of the text ends, so that a character of two units is not torn. */
function endOfShare(text: string, chars: number, mayGrow: boolean): number {
  const end = Math.min(chars, text.length);
  const isTorn = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  if (!isTorn) return end;
  if (end === text.length) return mayGrow ? end - 1 : end;
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end + 1 : end;
}

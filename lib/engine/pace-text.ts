import type { ChatEvent } from "@/lib/chat/event";
import { appendEvent, isText } from "@/lib/engine/text-events";

interface Pacing {
  /** Whether a frame releases all waiting text: for users who prefer reduced motion, and for hidden pages. */
  readonly isInstant?: () => boolean;
}

/**
 * Maximum backlog that is revealed gradually, in characters; more text is displayed at once, because nobody reads it as
 * it appears.
 */
const maxBacklog = 50_000;

/** Number of frames over which a burst is revealed; each frame releases this fraction of the backlog. */
const framesPerBurst = 60;

/**
 * Releases text and reasoning frame by frame, in order: at most one event per frame, with a sixtieth of the backlog.
 *
 * Other events pass as soon as the text before them has. When the source ends, the rest follows at once. The source is
 * read as fast as it produces events, and is stopped when the consumer stops.
 *
 * @throws what the source throws, after all earlier events
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
        // `yield*` ends asynchronously, so an event may have arrived meanwhile.
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
    // Do not await: a source that hangs would prevent the consumer from stopping.
    if (!isEnded) source.return?.().catch(() => undefined);
  }
}

/** Creates the queue of unreleased events, in order. Consecutive pieces of text are merged. */
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

  /** Releases the events before the first text. */
  function* takeOthers(): Generator<ChatEvent> {
    for (let first = events[0]; first && !isText(first); first = events[0]) {
      events.shift();
      yield first;
    }
  }

  /**
   * Releases about `chars` characters of the first text; nothing if that is only half of a surrogate pair that may
   * still be completed.
   */
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

/** Returns the end of a share of the text, which does not split a surrogate pair. */
function endOfShare(text: string, chars: number, mayGrow: boolean): number {
  const end = Math.min(chars, text.length);
  const isTorn = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  if (!isTorn) return end;
  if (end === text.length) return mayGrow ? end - 1 : end;
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end + 1 : end;
}

import type { ChatEvent } from "@/lib/chat/event";
import { createRevealSchedule } from "@/lib/engine/reveal-schedule";
import { appendEvent, isText } from "@/lib/engine/text-events";
import type { Environment } from "@/lib/environment";

interface Pacing {
  /** Whether a frame releases all waiting text: for users who prefer reduced motion, and for hidden pages. */
  readonly isInstant?: () => boolean;
}

/**
 * Minimum time between two releases, in milliseconds: about 30 a second. A little less than two frames of a screen with
 * 60 frames a second, so that a timer that runs late misses no frame.
 */
const minGapMs = 30;

/** Maximum time between two releases on a slow device, in milliseconds. */
const maxGapMs = 80;

/**
 * Releases text and reasoning in order, at most one event per frame. Text is due within a fixed time after its arrival
 * (`createRevealSchedule`). If frames take long, every second one is left to other work.
 *
 * Other events pass as soon as the text before them has. When the source ends, the rest follows at once. The source is
 * read as fast as it produces events, and is stopped when the consumer stops.
 *
 * @throws what the source throws, after all earlier events
 */
export async function* paceText(
  events: AsyncIterable<ChatEvent>,
  { now, nextFrame, delay }: Pick<Environment, "now" | "nextFrame" | "delay">,
  { isInstant = () => false }: Pacing = {},
): AsyncGenerator<ChatEvent> {
  const source = events[Symbol.asyncIterator]();
  const waiting = createWaitingEvents(now);
  let isEnded = false;
  let failure: { thrown: unknown } | undefined;
  let onArrival = () => {};
  let onEnd = () => {};
  let releasedAt = Number.NEGATIVE_INFINITY;

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
  const orEnd = (waiting: Promise<void>) =>
    new Promise<void>((resolve) => {
      onEnd = resolve;
      void waiting.then(resolve);
    });
  /** Waits for the frame that shows the last release, then for the rest of the gap. */
  async function nextTurn(): Promise<void> {
    const askedAt = now();
    await orEnd(nextFrame());
    const time = now();
    const gapMs = Math.min(maxGapMs, Math.max(minGapMs, time - askedAt));
    const isEarly = time >= releasedAt && time - releasedAt < gapMs;
    // By timer: a frame that shows nothing new costs a third of one that does.
    if (isEarly && !isEnded && !isInstant()) await orEnd(delay(releasedAt + gapMs - time));
  }

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
      await nextTurn();
      if (isEnded) break;
      const chars = isInstant() ? waiting.textLength() : waiting.dueLength();
      if (chars === 0) continue;
      releasedAt = now();
      const piece = waiting.takeText(chars);
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
function createWaitingEvents(now: Environment["now"]) {
  const events: ChatEvent[] = [];
  const schedule = createRevealSchedule();
  let length = 0;

  function add(event: ChatEvent): void {
    if (isText(event)) {
      if (event.text === "") return;
      length += event.text.length;
      schedule.add(event.text.length, now());
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
    schedule.take(end);
    if (end === first.text.length) events.shift();
    else events[0] = { type: first.type, text: first.text.slice(end) };
    return { type: first.type, text: first.text.slice(0, end) };
  }

  function* takeAll(): Generator<ChatEvent> {
    yield* events.splice(0);
  }

  return {
    add,
    takeOthers,
    takeText,
    takeAll,
    textLength: () => length,
    dueLength: () => schedule.due(now()),
    isEmpty: () => events.length === 0,
  };
}

/** Returns the end of a share of the text, which does not split a surrogate pair. */
function endOfShare(text: string, chars: number, mayGrow: boolean): number {
  const end = Math.min(chars, text.length);
  const isTorn = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  if (!isTorn) return end;
  if (end === text.length) return mayGrow ? end - 1 : end;
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end + 1 : end;
}

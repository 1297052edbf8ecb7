import type { ChatEvent } from "@/lib/chat/event";

const openMark = "<think>";
const closeMark = "</think>";

/**
 * Turns `<think>…</think>` at the very start of a reply's text into reasoning, wherever the tags are cut.
 *
 * White space around the marks is dropped with them; a block that is never closed is all reasoning. Text that does not
 * begin with the mark passes through unchanged, and waits only as long as it could still become one.
 */
export async function* splitThinkMarks(events: AsyncIterable<ChatEvent>): AsyncGenerator<ChatEvent> {
  const splitter = createSplitter();
  for await (const event of events) {
    if (event.type === "text-delta") {
      yield* splitter.add(event.text);
      continue;
    }
    // After these nothing may count any more: what is held back must come before them.
    if (event.type === "finish" || event.type === "end" || event.type === "error") yield* splitter.release();
    yield event;
  }
  yield* splitter.release();
}

type Place = "start" | "inside" | "after" | "passing";

function createSplitter() {
  let place: Place = "start";
  /** White space that is dropped if a mark follows, or if nothing stood before it. */
  let space = "";
  /** The beginning of what may become a mark. */
  let mark = "";
  let hasReasoning = false;

  function* add(text: string): Generator<ChatEvent> {
    if (place === "passing") return yield { type: "text-delta", text };
    const rest = mark + text;
    mark = "";
    if (place === "start") return yield* addAtStart(rest);
    if (place === "inside") return yield* addInside(rest);
    return yield* addAfter(rest);
  }

  function* addAtStart(text: string): Generator<ChatEvent> {
    const words = text.trimStart();
    space += text.slice(0, text.length - words.length);
    if (words.startsWith(openMark)) {
      place = "inside";
      space = "";
      return yield* addInside(words.slice(openMark.length));
    }
    if (openMark.startsWith(words)) {
      mark = words;
      return;
    }
    place = "passing";
    yield { type: "text-delta", text: takeSpace() + words };
  }

  function* addInside(text: string): Generator<ChatEvent> {
    const end = text.indexOf(closeMark);
    if (end >= 0) {
      yield* reason(text.slice(0, end).trimEnd());
      place = "after";
      space = "";
      return yield* addAfter(text.slice(end + closeMark.length));
    }
    const held = lengthOfCutMark(text);
    const thought = text.slice(0, text.length - held);
    const words = thought.trimEnd();
    yield* reason(words);
    mark = text.slice(text.length - held);
    if (hasReasoning) space += thought.slice(words.length);
  }

  function* addAfter(text: string): Generator<ChatEvent> {
    const words = text.trimStart();
    if (words === "") return;
    place = "passing";
    yield { type: "text-delta", text: words };
  }

  function* reason(words: string): Generator<ChatEvent> {
    const text = hasReasoning ? words : words.trimStart();
    if (text === "") return;
    hasReasoning = true;
    yield { type: "reasoning-delta", text: takeSpace() + text };
  }

  /** Lets go of what was held back: no more is coming that could make a mark of it. */
  function* release(): Generator<ChatEvent> {
    const text = takeSpace() + mark;
    mark = "";
    if (text === "") return;
    const type = place === "inside" ? "reasoning-delta" : "text-delta";
    if (place === "start") place = "passing";
    yield { type, text };
  }

  function takeSpace(): string {
    const taken = space;
    space = "";
    return taken;
  }

  return { add, release };
}

/** Returns how many characters at the end may be the beginning of the closing mark. */
function lengthOfCutMark(text: string): number {
  for (let length = Math.min(text.length, closeMark.length - 1); length > 0; length--) {
    if (closeMark.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

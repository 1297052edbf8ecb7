import type { ChatEvent } from "@/lib/chat/event";

const openMark = "<think>";
const closeMark = "</think>";

/**
 * Converts `<think>…</think>` at the start of a reply's text to reasoning, even if the tags are split across events.
 *
 * White space around the tags is dropped; in an unclosed block, all text is reasoning. Other text passes unchanged, and
 * is held back only while it could still become a tag.
 */
export async function* splitThinkMarks(events: AsyncIterable<ChatEvent>): AsyncGenerator<ChatEvent> {
  const splitter = createSplitter();
  for await (const event of events) {
    if (event.type === "text-delta") {
      yield* splitter.add(event.text);
      continue;
    }
    // Release held-back text first, because nothing after these events may count.
    if (event.type === "finish" || event.type === "end" || event.type === "error") yield* splitter.release();
    yield event;
  }
  yield* splitter.release();
}

type Place = "start" | "inside" | "after" | "passing";

function createSplitter() {
  let place: Place = "start";
  /** White space that is dropped if a tag follows, or if there was no text before it. */
  let space = "";
  /** The start of a possible tag. */
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

  /** Releases the held-back text, because no further text can complete a tag. */
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

/** Returns the number of characters at the end that may be the start of the closing tag. */
function lengthOfCutMark(text: string): number {
  for (let length = Math.min(text.length, closeMark.length - 1); length > 0; length--) {
    if (closeMark.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

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
  const splitter = new Splitter();
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

/** Splits text into reasoning and the text after it. */
class Splitter {
  private place: Place = "start";
  /** White space that is dropped if a tag follows, or if there was no text before it. */
  private space = "";
  /** The start of a possible tag. */
  private mark = "";
  private hasReasoning = false;

  *add(text: string): Generator<ChatEvent> {
    if (this.place === "passing") return yield { type: "text-delta", text };
    const rest = this.mark + text;
    this.mark = "";
    if (this.place === "start") return yield* this.addAtStart(rest);
    if (this.place === "inside") return yield* this.addInside(rest);
    return yield* this.addAfter(rest);
  }

  private *addAtStart(text: string): Generator<ChatEvent> {
    const words = text.trimStart();
    this.space += text.slice(0, text.length - words.length);
    if (words.startsWith(openMark)) {
      this.place = "inside";
      this.space = "";
      return yield* this.addInside(words.slice(openMark.length));
    }
    if (openMark.startsWith(words)) {
      this.mark = words;
      return;
    }
    this.place = "passing";
    yield { type: "text-delta", text: this.takeSpace() + words };
  }

  private *addInside(text: string): Generator<ChatEvent> {
    const end = text.indexOf(closeMark);
    if (end >= 0) {
      yield* this.reason(text.slice(0, end).trimEnd());
      this.place = "after";
      this.space = "";
      return yield* this.addAfter(text.slice(end + closeMark.length));
    }
    const held = lengthOfCutMark(text);
    const thought = text.slice(0, text.length - held);
    const words = thought.trimEnd();
    yield* this.reason(words);
    this.mark = text.slice(text.length - held);
    if (this.hasReasoning) this.space += thought.slice(words.length);
  }

  private *addAfter(text: string): Generator<ChatEvent> {
    const words = text.trimStart();
    if (words === "") return;
    this.place = "passing";
    yield { type: "text-delta", text: words };
  }

  private *reason(words: string): Generator<ChatEvent> {
    const text = this.hasReasoning ? words : words.trimStart();
    if (text === "") return;
    this.hasReasoning = true;
    yield { type: "reasoning-delta", text: this.takeSpace() + text };
  }

  /** Releases the held-back text, because no further text can complete a tag. */
  *release(): Generator<ChatEvent> {
    const text = this.takeSpace() + this.mark;
    this.mark = "";
    if (text === "") return;
    const type = this.place === "inside" ? "reasoning-delta" : "text-delta";
    if (this.place === "start") this.place = "passing";
    yield { type, text };
  }

  private takeSpace(): string {
    const taken = this.space;
    this.space = "";
    return taken;
  }
}

/** Returns the number of characters at the end that may be the start of the closing tag. */
function lengthOfCutMark(text: string): number {
  for (let length = Math.min(text.length, closeMark.length - 1); length > 0; length--) {
    if (closeMark.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

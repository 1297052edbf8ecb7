import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import { paceText } from "@/lib/engine/pace-text";
import { signalOf } from "@/test/support/local-upstream";

const text = (words: string): ChatEvent => ({ type: "text-delta", text: words });
const thought = (words: string): ChatEvent => ({ type: "reasoning-delta", text: words });
const usage: ChatEvent = { type: "usage", usage: { totalTokens: 1 } };
const end: ChatEvent = { type: "end" };

/** A source that the test feeds, and frames that come when the test says so. */
function stage() {
  const queue: ChatEvent[] = [];
  let isClosed = false;
  let failure: Error | undefined;
  let onChange = () => {};
  let isLeft = false;
  const frames: (() => void)[] = [];

  async function* source(): AsyncGenerator<ChatEvent> {
    try {
      for (;;) {
        const next = queue.shift();
        if (next) yield next;
        else if (failure) throw failure;
        else if (isClosed) return;
        else await new Promise<void>((resolve) => (onChange = resolve));
      }
    } finally {
      isLeft = true;
    }
  }
  return {
    source: source(),
    nextFrame: () => new Promise<void>((resolve) => frames.push(resolve)),
    send: (...events: ChatEvent[]) => {
      queue.push(...events);
      onChange();
    },
    close: () => {
      isClosed = true;
      onChange();
    },
    fail: (error: Error) => {
      failure = error;
      onChange();
    },
    frame: async () => {
      await settle();
      for (const resolve of frames.splice(0)) resolve();
      await settle();
    },
    isLeft: () => isLeft,
  };
}

/** Lets everything run that waits for nothing but its turn. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Collects what is released, as it is released. */
function collect(events: AsyncIterable<ChatEvent>): { readonly out: ChatEvent[]; readonly done: Promise<void> } {
  const out: ChatEvent[] = [];
  const read = async () => {
    for await (const event of events) out.push(event);
  };
  return { out, done: read() };
}

const isText = ({ type }: ChatEvent) => type === "text-delta" || type === "reasoning-delta";

/** The events with pieces of text that follow each other made one, and empty ones left out. */
function merged(events: readonly ChatEvent[]): ChatEvent[] {
  const out: ChatEvent[] = [];
  for (const event of events) {
    const last = out.at(-1);
    if ("text" in event && event.text === "") continue;
    if (last && "text" in last && "text" in event && last.type === event.type) {
      out[out.length - 1] = { ...last, text: last.text + event.text };
    } else out.push(event);
  }
  return out;
}

test("a burst is released by the sixtieth, one event a frame", async () => {
  const { source, nextFrame, send, frame } = stage();
  const { out } = collect(paceText(source, nextFrame));
  send(text("a".repeat(100)), text("b".repeat(200)));
  await frame();
  expect(out).toEqual([text("aaaaa")]);
  await frame();
  expect(out).toEqual([text("aaaaa"), text("aaaaa")]);
});

test("a little text is released letter by letter", async () => {
  const { source, nextFrame, send, frame } = stage();
  const { out } = collect(paceText(source, nextFrame));
  send(text("abc"));
  for (let count = 0; count < 5; count++) await frame();
  expect(out).toEqual([text("a"), text("b"), text("c")]);
});

test("nothing waits for a frame that has no text before it", async () => {
  const { source, nextFrame, send } = stage();
  const { out } = collect(paceText(source, nextFrame));
  send(usage, text(""), usage, text("abc"), end);
  await settle();
  expect(out).toEqual([usage, usage]);
});

test("reasoning is released before the text that follows it, and other events in their place", async () => {
  const { source, nextFrame, send, frame } = stage();
  const { out } = collect(paceText(source, nextFrame));
  send(thought("ab"), usage, text("cd"), end);
  await frame();
  expect(out).toEqual([thought("a")]);
  await frame();
  expect(out).toEqual([thought("a"), thought("b"), usage]);
  await frame();
  await frame();
  expect(out).toEqual([thought("a"), thought("b"), usage, text("c"), text("d"), end]);
});

test("when the source ends, the rest follows at once", async () => {
  const { source, nextFrame, send, close } = stage();
  const { out, done } = collect(paceText(source, nextFrame));
  send(thought("a".repeat(100)), text("b".repeat(500)), end);
  close();
  await done;
  expect(out).toEqual([thought("a".repeat(100)), text("b".repeat(500)), end]);
});

test("the end does not wait for a frame that never comes", async () => {
  const { source, send, close } = stage();
  const { out, done } = collect(paceText(source, () => new Promise(() => {})));
  send(text("abc"));
  await settle();
  close();
  await done;
  expect(out).toEqual([text("abc")]);
});

test("without motion, each frame releases all that waits", async () => {
  const { source, nextFrame, send, frame } = stage();
  const { out } = collect(paceText(source, nextFrame, { isInstant: () => true }));
  send(text("abc"), text("def"));
  await frame();
  send(text("ghi"));
  await frame();
  expect(out).toEqual([text("abcdef"), text("ghi")]);
});

test("a surrogate pair is not split, even if its halves arrive separately", async () => {
  const { source, nextFrame, send, frame } = stage();
  const { out } = collect(paceText(source, nextFrame));
  const wave = "🌊";
  send(text(`${wave}a${wave.charAt(0)}`));
  for (let count = 0; count < 4; count++) await frame();
  expect(out).toEqual([text(wave), text("a")]);
  send(text(wave.charAt(1)));
  await frame();
  expect(out).toEqual([text(wave), text("a"), text(wave)]);
});

test("half a character that stays alone is released in the end", async () => {
  const { source, nextFrame, send, close, frame } = stage();
  const { out, done } = collect(paceText(source, nextFrame));
  send(text("\uD83C"));
  await frame();
  expect(out).toEqual([]);
  close();
  await done;
  expect(out).toEqual([text("\uD83C")]);
});

test("a source that fails fails after all that came before", async () => {
  const { source, nextFrame, send, fail } = stage();
  const { out, done } = collect(paceText(source, nextFrame));
  send(text("abc"));
  fail(new Error("lost"));
  await expect(done).rejects.toThrow("lost");
  expect(out).toEqual([text("abc")]);
});

test("a consumer that stops also stops the source", async () => {
  const { source, nextFrame, send, isLeft } = stage();
  send(usage, text("abc"));
  for await (const _event of paceText(source, nextFrame)) break;
  send(usage);
  await settle();
  expect(isLeft()).toBe(true);
});

test("nothing is lost or changes its place, and a frame releases one text, however events and frames come", async () => {
  const event = fc.oneof(
    fc.constantFrom("a", "潮🌊", "", "\uD83C", "\uDF0A", "low tide ".repeat(20)).map(text),
    fc.constantFrom("Hm.", "🌊", "long thought ".repeat(30)).map(thought),
    fc.constantFrom<ChatEvent>(usage, { type: "tool-call-delta", index: 0, argumentsText: "{" }),
  );
  const step = fc.oneof({ weight: 2, arbitrary: event }, { weight: 1, arbitrary: fc.constant("frame" as const) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (steps, isInstant) => {
      const { source, nextFrame, send, close, frame } = stage();
      const { out, done } = collect(paceText(source, nextFrame, { isInstant: () => isInstant }));
      for (const next of steps) {
        if (next !== "frame") {
          send(next);
          continue;
        }
        const before = out.length;
        await frame();
        expect(out.slice(before).filter(isText).length).toBeLessThanOrEqual(1);
      }
      close();
      await done;
      expect(merged(out)).toEqual(merged(steps.filter((next) => next !== "frame")));
    }),
  );
});

test("no event waits for another one, however closely they follow each other", async () => {
  const moments = async (count: number) => {
    for (let passed = 0; passed < count; passed += 1) await Promise.resolve();
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(12), { minLength: 1, maxLength: 6 }), fc.nat(6), async (gaps, pause) => {
      const all = signalOf();
      async function* source(): AsyncGenerator<ChatEvent> {
        for (const [position, gap] of gaps.entries()) {
          await moments(gap);
          yield { type: "tool-run", position, run: {} };
        }
        await all.given;
      }
      let count = 0;
      for await (const _event of paceText(source(), () => new Promise((resolve) => setTimeout(resolve)))) {
        count += 1;
        if (count === gaps.length) all.give();
        await moments(pause);
      }
      return count === gaps.length;
    }),
  );
});

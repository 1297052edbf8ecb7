import type { ChatsStore } from "@/store/chats/chats-state";
import { createColumnPace } from "@/store/turns/comparison-pace";
import { sampleMessage } from "../../support/chat-samples";

function setUp() {
  const shown: unknown[] = [];
  const pauses: (() => void)[] = [];
  const delays: number[] = [];
  const store = { grow: (_id, { content }) => shown.push(content) } as Partial<ChatsStore> as ChatsStore;
  const delay = (ms: number) => {
    delays.push(ms);
    return new Promise<void>((resolve) => pauses.push(resolve));
  };
  let time = 1_060;
  const pace = createColumnPace({ delay, now: () => time });
  return {
    ...{ shown, delays },
    reply() {
      const { chats, end } = pace.of({ getState: () => store });
      return { say: (content: string) => chats.getState().grow("a", sampleMessage({ id: "a", content })), end };
    },
    setTime(now: number) {
      time = now;
    },
    async pass() {
      pauses.shift()?.();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test("the first state is shown at once, then the latest of each pause, and none after the end", async () => {
  const { shown, delays, reply, setTime, pass } = setUp();
  const { say, end } = reply();
  for (const text of ["one", "two", "three"]) say(text);
  expect(shown).toEqual(["one"]);
  setTime(1_080);
  await pass();
  expect(shown).toEqual(["one", "three"]);
  // Renderings are at multiples of 180 ms.
  expect(delays).toEqual([20, 180]);
  await pass();
  say("four");
  say("five");
  expect(shown).toEqual(["one", "three", "four"]);
  end();
  await pass();
  say("six");
  expect(shown).toEqual(["one", "three", "four"]);
});

test("all replies of a comparison are shown in the same task", async () => {
  const { shown, delays, reply, setTime, pass } = setUp();
  const [first, second, third] = [reply(), reply(), reply()];
  first.say("a1");
  second.say("b1");
  third.say("c1");
  second.say("b2");
  first.say("a2");
  third.end();
  expect(shown).toEqual(["a1"]);
  setTime(1_080);
  await pass();
  expect(shown).toEqual(["a1", "b2", "a2"]);
  expect(delays).toEqual([20, 180]);
});

import type { ChatsStore } from "@/store/chats/chats-state";
import { paceGrowth } from "@/store/turns/comparison-pace";
import { sampleMessage } from "../../support/chat-samples";

test("the first state is shown at once, then the latest of each pause, and none after the end", async () => {
  const shown: unknown[] = [];
  const pauses: (() => void)[] = [];
  const store = { grow: (_id, { content }) => shown.push(content) } as Partial<ChatsStore> as ChatsStore;
  const delays: number[] = [];
  const delay = (ms: number) => {
    delays.push(ms);
    return new Promise<void>((resolve) => pauses.push(resolve));
  };
  let time = 1_060;
  const env = { delay, now: () => time };
  const { chats, end } = paceGrowth({ getState: () => store }, env);
  const say = (content: string) => chats.getState().grow("a", sampleMessage({ id: "a", content }));
  const pass = async () => {
    pauses.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  for (const text of ["one", "two", "three"]) say(text);
  expect(shown).toEqual(["one"]);
  time = 1_080;
  await pass();
  expect(shown).toEqual(["one", "three"]);
  // All replies wait for the same moments: multiples of 180 ms.
  expect(delays).toEqual([20, 180]);
  await pass();
  say("four");
  say("five");
  expect(shown).toEqual(["one", "three", "four"]);
  end();
  await pass();
  expect(shown).toEqual(["one", "three", "four"]);
});

import { type Channel, createMessageLocks, type MessageLocks } from "@/lib/platform/message-locks";

/** Pages that hear each other, and a second that passes when it is told to. */
function pages() {
  const listeners = new Map<string, Parameters<Channel["addEventListener"]>[1]>();
  let waiting: (() => void)[] = [];

  function open(page: string): MessageLocks {
    const channel: Channel = {
      postMessage(data) {
        for (const [other, hear] of listeners) if (other !== page) hear({ data });
      },
      addEventListener: (_type, listener) => void listeners.set(page, listener),
    };
    return createMessageLocks(channel, () => new Promise((resolve) => waiting.push(resolve)));
  }

  async function seconds(count: number): Promise<void> {
    for (let passed = 0; passed < count; passed++) {
      const due = waiting;
      waiting = [];
      for (const pass of due) pass();
      await new Promise(setImmediate);
    }
  }

  return { open, seconds, close: (page: string) => void listeners.delete(page) };
}

function watched(free: Promise<void>): { isFree: boolean } {
  const state = { isFree: false };
  void free.then(() => {
    state.isFree = true;
  });
  return state;
}

test("a name that no tab holds is free after three attempts without an answer", async () => {
  const { open, seconds } = pages();
  const state = watched(open("asking").whenFree("reply"));
  await seconds(2);
  expect(state.isFree).toBe(false);
  await seconds(1);
  expect(state.isFree).toBe(true);
});

test.each(["releases it", "is closed"])("a name that another tab holds is free once that tab %s", async (how) => {
  const { open, seconds, close } = pages();
  const release = open("holding").hold("reply");
  const other = open("asking");
  const state = watched(other.whenFree("reply"));
  await seconds(30);
  expect(state.isFree).toBe(false);
  if (how === "is closed") close("holding");
  else release();
  // The question that is under way has been answered.
  await seconds(1 + 3);
  expect(state.isFree).toBe(true);
});

test("a name that this tab holds is not free; another name is", async () => {
  const { open, seconds } = pages();
  const own = open("own");
  own.hold("reply");
  const state = watched(own.whenFree("reply"));
  const another = watched(own.whenFree("another"));
  await seconds(9);
  expect(state.isFree).toBe(false);
  expect(another.isFree).toBe(true);
});

test.each([
  ["nobody", 3, false],
  ["another tab", 1, true],
  ["this tab", 1, true],
] as const)("whether %s holds a name is known after %i questions", async (holder, asked, isHeld) => {
  const { open, seconds } = pages();
  const own = open("own");
  if (holder === "another tab") open("other").hold("reply");
  if (holder === "this tab") own.hold("reply");
  let answer: boolean | undefined;
  void own.isHeld("reply").then((said) => {
    answer = said;
  });
  await seconds(asked - 1);
  expect(answer).toBeUndefined();
  await seconds(1);
  expect(answer).toBe(isHeld);
});

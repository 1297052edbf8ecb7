import { inTurn, unlessTaken } from "@/lib/platform/page-locks";
import { replyLocks } from "@/lib/platform/reply-locks";

const known = globalThis.navigator;
afterEach(() => Object.defineProperty(globalThis, "navigator", { value: known, configurable: true }));

function browserWith(locks: object | undefined): void {
  Object.defineProperty(globalThis, "navigator", { value: { locks }, configurable: true });
}

test("where a browser knows no locks, work is done all the same", async () => {
  browserWith(undefined);
  const done: string[] = [];
  await unlessTaken("copy", async () => void done.push("copied"));
  await inTurn("sync", async () => done.push("synced"));
  expect(done).toEqual(["copied", "synced"]);
});

test("what another page is at is left to it", async () => {
  browserWith({ request: (_name: string, _options: object, work: (lock: null) => unknown) => work(null) });
  const work = jest.fn();
  await unlessTaken("copy", work);
  expect(work).not.toHaveBeenCalled();
});

test("where a browser knows no locks, pages are asked who writes a reply", async () => {
  jest.useFakeTimers();
  browserWith(undefined);
  const asked = await new Promise((resolve) => {
    class FakeChannel {
      addEventListener() {}
      postMessage = resolve;
    }
    Object.assign(globalThis, { BroadcastChannel: FakeChannel });
    void replyLocks.whenFree("m");
  });
  expect(asked).toEqual({ type: "asked", name: "parley-reply-m" });
});

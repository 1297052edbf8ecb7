import { replyLocks } from "@/lib/platform/reply-locks";
import { runUnlessLocked, withTabLock } from "@/lib/platform/tab-locks";

const known = globalThis.navigator;
afterEach(() => Object.defineProperty(globalThis, "navigator", { value: known, configurable: true }));

function browserWith(locks: object | undefined): void {
  Object.defineProperty(globalThis, "navigator", { value: { locks }, configurable: true });
}

test("without Web Locks, work runs unlocked", async () => {
  browserWith(undefined);
  const done: string[] = [];
  await runUnlessLocked("copy", async () => void done.push("copied"));
  await withTabLock("sync", async () => done.push("synced"));
  expect(done).toEqual(["copied", "synced"]);
});

test("skips work that another tab is doing", async () => {
  browserWith({ request: (_name: string, _options: object, work: (lock: null) => unknown) => work(null) });
  const work = jest.fn();
  await runUnlessLocked("copy", work);
  expect(work).not.toHaveBeenCalled();
});

test("without Web Locks, tabs ask by messages which tab writes a reply", async () => {
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

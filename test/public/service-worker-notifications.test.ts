import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

/** Runs the worker's program with these windows, clicks a notification, and returns what came of it. */
async function click(data: unknown, hasWindow: boolean): Promise<readonly unknown[]> {
  const done: unknown[] = [];
  const client = {
    focus: async () => void done.push("focus"),
    postMessage: (message: unknown) => void done.push(message),
  };
  type Listener = (event: object) => void;
  const listeners = new Map<string, Listener>();
  const self = {
    registration: { scope: "https://parley.test/under/" },
    clients: {
      matchAll: async () => (hasWindow ? [client] : []),
      openWindow: async (url: string) => void done.push(url),
    },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  };
  runInNewContext(readFileSync("public/service-worker/notifications.js", "utf8"), { self, URL, encodeURIComponent });
  const waited: Promise<unknown>[] = [];
  listeners.get("notificationclick")?.({
    notification: { data, close: () => done.push("close") },
    waitUntil: (work: Promise<unknown>) => waited.push(work),
  });
  await Promise.all(waited);
  return JSON.parse(JSON.stringify(done));
}

test("a click focuses the app and opens the chat there", async () => {
  expect(await click({ chatId: "a b" }, true)).toEqual(["close", "focus", { openChat: "a b" }]);
});

test("without a window, a click opens one with the chat", async () => {
  expect(await click({ chatId: "a b" }, false)).toEqual(["close", "https://parley.test/under/chat?id=a%20b"]);
});

test.each([undefined, null, {}, { chatId: 7 }])("a notification with the data %j only closes", async (data) => {
  expect(await click(data, true)).toEqual(["close"]);
});

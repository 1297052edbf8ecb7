import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

const chat = "https://parley.test/under/chat";

/** Runs the worker's program with windows of these addresses, clicks a notification, and returns what came of it. */
async function click(data: unknown, urls: readonly string[]): Promise<readonly unknown[]> {
  const done: unknown[] = [];
  const clients = urls.map((url) => ({
    url,
    focus: async () => void done.push(`focus ${url}`),
    postMessage: (message: unknown) => void done.push(message),
  }));
  type Listener = (event: object) => void;
  const listeners = new Map<string, Listener>();
  const self = {
    registration: { scope: "https://parley.test/under/" },
    clients: {
      matchAll: async () => clients,
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

const otherWindows = ["https://parley.test/", "https://parley.test/underground/", "https://parley.test/under/rescue/"];

test("a click focuses the app and opens the chat there", async () => {
  expect(await click({ chatId: "a b" }, [...otherWindows, chat])).toEqual([
    "close",
    `focus ${chat}`,
    { openChat: "a b" },
  ]);
});

test.each([
  ["without a window", []],
  ["with windows of other apps and the rescue page only", otherWindows],
])("%s, a click opens one with the chat", async (_, urls) => {
  expect(await click({ chatId: "a b" }, urls)).toEqual(["close", "https://parley.test/under/chat?id=a%20b"]);
});

test.each([undefined, null, {}, { chatId: 7 }])("a notification with the data %j only closes", async (data) => {
  expect(await click(data, [chat])).toEqual(["close"]);
});

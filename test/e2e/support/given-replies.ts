import type { BrowserContext, Page } from "@playwright/test";

/** Lets the next replies of a page be these texts, whole and at once, whatever is asked. */
export async function givenReply(page: Page, text: string): Promise<void> {
  const delta = { choices: [{ index: 0, delta: { content: text }, finish_reason: null }] };
  const end = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
  const body = `data: ${JSON.stringify(delta)}\n\ndata: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`;
  await page.unroute("**/chat/completions");
  await page.route("**/chat/completions", (route) => route.fulfill({ contentType: "text/event-stream", body }));
}

/** Stores a chat of these replies under an id past the app, which shows it after a reload. */
export function storeReplies(page: Page, chatId: string, texts: readonly string[]): Promise<void> {
  return page.evaluate(
    async ({ id, contents }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open("parley");
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const transaction = database.transaction(["sessions", "messages"], "readwrite");
      const now = Date.now();
      const mask = { id: "mask", createdAt: now, avatar: "gpt-bot", name: "", context: [], syncGlobalConfig: true };
      transaction.objectStore("sessions").put({
        id,
        topic: "Given replies",
        memoryPrompt: "",
        lastUpdate: now,
        lastSummarizeIndex: 0,
        mask: { ...mask, modelConfig: {}, lang: "en", builtin: false, plugin: [] },
        messageCount: contents.length,
        order: now,
      });
      for (const [index, content] of contents.entries()) {
        const place = { id: `${id}-${index}`, sessionId: id, seq: index + 1 };
        transaction.objectStore("messages").put({ ...place, role: "assistant", content, date: now });
      }
      await new Promise((resolve) => transaction.addEventListener("complete", resolve));
      database.close();
    },
    { id: chatId, contents: texts },
  );
}

/** Returns the hosts other than one's own that a browser asks from now on; nothing of it goes out. */
export async function foreignRequests(context: BrowserContext, ownUrl: string): Promise<string[]> {
  const asked: string[] = [];
  await context.route(
    (url) => /^(https?|wss?):$/.test(url.protocol) && url.origin !== new URL(ownUrl).origin,
    (route) => {
      asked.push(route.request().url());
      return route.abort();
    },
  );
  return asked;
}

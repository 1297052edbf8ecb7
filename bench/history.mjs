/** Fills an opened app with a number of chats; they show after a reload. `projects` and `tags` are numbers, too. */
export async function fillHistory(page, size) {
  await databaseCreated(page);
  await page.evaluate(fill, { projects: 0, tags: 0, ...size });
}

/**
 * Resolves once the opened app has created its database. The message box of the page's HTML is visible before that, and
 * whoever opens the database first would create an empty one.
 */
export async function databaseCreated(page) {
  const isCreated = async () => (await indexedDB.databases()).some(({ name }) => name === "parley");
  while (!(await page.evaluate(isCreated))) await page.waitForTimeout(20);
}

/** Fills an opened app with unfolded projects, named `project-0` and so on. */
export function fillProjects(page, count) {
  return page.evaluate(async (length) => {
    const projects = Array.from({ length }, (_, index) => ({
      id: `project-${index}`,
      createdAt: 1,
      name: `Project ${index}`,
      color: "blue",
      order: length - index,
      instructions: "",
      modelConfig: {},
      plugin: [],
    }));
    localStorage.setItem("parley-unfolded-projects", JSON.stringify(projects.map(({ id }) => id)));
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open("parley");
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const transaction = database.transaction("documents", "readwrite");
    transaction.objectStore("documents").put(JSON.stringify({ state: { projects }, version: 1 }), "project-store");
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = () => reject(transaction.error);
    });
    database.close();
  }, count);
}

/** In the page: writes chats directly to the database, a few thousand rows per transaction. */
async function fill({ chats, messagesPerChat: perChat, projects, tags }) {
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open("parley");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const words = "The tide comes late because the water must first find its way round the cape. ";
  const now = Date.now();
  for (let from = 0; from < chats; from += 100) {
    const transaction = database.transaction(["sessions", "messages"], "readwrite");
    for (let chat = from; chat < Math.min(from + 100, chats); chat++) {
      const id = `chat-${chat}`;
      const mask = {
        id: `mask-${chat}`,
        createdAt: now,
        avatar: "gpt-bot",
        name: "",
        context: [],
        syncGlobalConfig: true,
      };
      transaction.objectStore("sessions").put({
        id,
        topic: `Chat number ${chat}`,
        memoryPrompt: "",
        lastUpdate: now - chat * 60_000,
        lastSummarizeIndex: 0,
        mask: { ...mask, modelConfig: {}, lang: "en", builtin: false, plugin: [] },
        messageCount: perChat,
        order: now - chat * 60_000,
        ...(projects > 0 && { projectId: `project-${chat % projects}` }),
        ...(tags > 0 && { tags: [`tag ${chat % tags}`] }),
      });
      for (let seq = 1; seq <= perChat; seq++) {
        transaction.objectStore("messages").put({
          id: `${id}-${seq}`,
          sessionId: id,
          seq,
          role: seq % 2 ? "user" : "assistant",
          content: words.repeat(seq % 2 ? 1 : 6),
          date: now,
        });
      }
    }
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = () => reject(transaction.error);
    });
  }
  database.close();
}

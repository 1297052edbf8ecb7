// Opens the chat of a notification that was clicked. Pages show most notifications themselves; Android needs the worker.
(() => {
  /** Returns a window of this app. Other apps can have the same origin, and the rescue page cannot open chats. */
  async function findWindow() {
    const { scope } = self.registration;
    const clients = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    return clients.find(({ url }) => url.startsWith(scope) && !url.startsWith(`${scope}rescue/`));
  }

  async function open(chatId) {
    const client = await findWindow();
    if (client === undefined) {
      const url = new URL(`chat?id=${encodeURIComponent(chatId)}`, self.registration.scope);
      await self.clients.openWindow(url.href);
      return;
    }
    await client.focus();
    client.postMessage({ openChat: chatId });
  }

  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const chatId = event.notification.data?.chatId;
    if (typeof chatId === "string") event.waitUntil(open(chatId));
  });
})();

// Opens the chat of a notification that was clicked. Pages show most notifications themselves; Android needs the worker.
(() => {
  async function open(chatId) {
    const [client] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
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

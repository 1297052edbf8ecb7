import { desktop } from "@/lib/platform/desktop";

/** Whether the site may show notifications. `default`: the user was not asked yet. */
export type NotificationAccess = "unsupported" | "default" | "granted" | "denied";

/** A notification about a chat. */
export interface ChatNotification {
  readonly title: string;
  readonly body: string;
  readonly icon: string;
  readonly chatId: string;
}

/** Returns whether the site may show notifications. */
export function notificationAccess(): NotificationAccess {
  // The system decides about notifications of the desktop app, without a question.
  if (process.env.BUILD_APP) return "granted";
  return "Notification" in globalThis ? Notification.permission : "unsupported";
}

/** Returns the registered service worker, if there is one. */
export async function workerRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return workers()?.getRegistration();
}

/** Returns the service workers. Without a secure context there are none. */
export function workers(): ServiceWorkerContainer | undefined {
  return navigator.serviceWorker;
}

/**
 * Shows a notification; a later one about the same chat replaces it. On Android, only the service worker can show it,
 * and reports the click to `onOpenedChat`.
 */
export async function showNotification(
  { title, body, icon, chatId }: ChatNotification,
  onClick: () => void,
): Promise<void> {
  if (process.env.BUILD_APP) {
    const shell = await desktop();
    if (shell) return shell.notify({ title, body, route: `/chat?id=${encodeURIComponent(chatId)}` });
  }
  const options = { body, icon, tag: `reply-${chatId}`, data: { chatId } };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      notification.close();
      window.focus();
      onClick();
    };
  } catch {
    const registration = await workerRegistration();
    await registration?.showNotification(title, options);
  }
}

/** Calls `open` for chats whose notifications the service worker has shown. Returns the function that ends it. */
export function onOpenedChat(open: (chatId: string) => void): () => void {
  function receive({ data }: MessageEvent<unknown>) {
    const isMessage = typeof data === "object" && data !== null && "openChat" in data;
    if (isMessage && typeof data.openChat === "string") open(data.openChat);
  }
  const container = workers();
  container?.addEventListener("message", receive);
  return () => container?.removeEventListener("message", receive);
}

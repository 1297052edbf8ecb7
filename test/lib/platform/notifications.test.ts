/** @jest-environment jsdom */
import { askNotificationAccess } from "@/lib/platform/ask-notifications";
import { notificationAccess, onOpenedChat, showNotification } from "@/lib/platform/notifications";

const notification = { title: "Parley", body: "Tides", icon: "/icon-192.png", chatId: "chat-1" };
const options = { body: "Tides", icon: "/icon-192.png", tag: "reply-chat-1", data: { chatId: "chat-1" } };

/** The browser's notifications. On Android, pages cannot create them. */
function giveNotifications(permission: string, { isAndroid = false } = {}) {
  const shown: { title: string; options: object; onclick?: () => void; close(): void }[] = [];
  class FakeNotification {
    static permission = permission;
    static requestPermission = async () => "granted";
    onclick?: () => void;
    constructor(
      readonly title: string,
      readonly options: object,
    ) {
      if (isAndroid) throw new TypeError("Illegal constructor.");
      shown.push(this);
    }
    close() {
      shown.splice(shown.indexOf(this), 1);
    }
  }
  Object.assign(globalThis, { Notification: FakeNotification });
  return shown;
}

/** The service workers of a browser. */
function giveWorker(registration: object | undefined, register = async (_url: string) => {}) {
  const container = new EventTarget();
  Object.assign(container, { getRegistration: async () => registration, register });
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
  return container;
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, "Notification");
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("a browser without notifications is not asked", async () => {
  expect(notificationAccess()).toBe("unsupported");
  expect(await askNotificationAccess()).toBe("unsupported");
});

test("the permission is asked of the browser", async () => {
  giveNotifications("default");
  expect(notificationAccess()).toBe("default");
  expect(await askNotificationAccess()).toBe("granted");
});

test.each(["default", "denied"])(
  "an undecided answer with the permission %s is that permission",
  async (permission) => {
    giveNotifications(permission);
    Object.assign(Notification, { requestPermission: async () => "default" });
    expect(await askNotificationAccess()).toBe(permission);
  },
);

test("on Android, the missing service worker is registered, or notifications are unsupported", async () => {
  const shown = giveNotifications("default", { isAndroid: true });
  expect(await askNotificationAccess()).toBe("unsupported");
  const registered: string[] = [];
  const register = async (url: string) => void registered.push(url);
  giveWorker({}, register);
  expect([await askNotificationAccess(), registered]).toEqual(["granted", []]);
  giveWorker(undefined, register);
  expect([await askNotificationAccess(), registered]).toEqual(["granted", ["/serviceWorker.js"]]);
  const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
  giveWorker(undefined, () => Promise.reject(new Error("Offline.")));
  expect([await askNotificationAccess(), warned.mock.calls.length]).toEqual(["unsupported", 1]);
  expect(shown).toEqual([]);
});

test("where pages create notifications, no service worker is registered", async () => {
  const shown = giveNotifications("default");
  const register = jest.fn();
  giveWorker(undefined, register);
  expect([await askNotificationAccess(), register.mock.calls, shown]).toEqual(["granted", [], []]);
});

test("a click on a notification is reported", async () => {
  const shown = giveNotifications("granted");
  jest.spyOn(window, "focus").mockImplementation(() => {});
  let clicks = 0;
  await showNotification(notification, () => {
    clicks += 1;
  });
  expect(shown).toMatchObject([{ title: "Parley", options }]);
  shown[0]?.onclick?.();
  expect(clicks).toBe(1);
});

test("the service worker shows it if the page cannot", async () => {
  giveNotifications("granted", { isAndroid: true });
  const shown: unknown[] = [];
  giveWorker({ showNotification: async (...given: unknown[]) => void shown.push(given) });
  await showNotification(notification, () => {});
  expect(shown).toEqual([["Parley", options]]);
  giveWorker(undefined);
  await showNotification(notification, () => {});
  expect(shown).toHaveLength(1);
});

test("chats of clicked notifications arrive from the service worker; other messages are ignored", () => {
  const container = giveWorker(undefined);
  const opened: string[] = [];
  const end = onOpenedChat((chatId) => opened.push(chatId));
  for (const data of [{ openChat: "chat-1" }, { openChat: 7 }, null, "chat-2", { other: "chat-3" }]) {
    container.dispatchEvent(new MessageEvent("message", { data }));
  }
  end();
  container.dispatchEvent(new MessageEvent("message", { data: { openChat: "chat-4" } }));
  expect(opened).toEqual(["chat-1"]);
});

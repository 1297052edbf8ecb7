import type { Page } from "@playwright/test";
import { everywhere, expect, idlePartsLoaded, newChat, replyEnded, send, test } from "./support/fixtures";

interface Shown {
  readonly title: string;
  readonly body: string;
}

/** Notes the notifications of a page. */
async function watchNotifications(page: Page, permission: "granted" | "denied"): Promise<void> {
  await page.addInitScript((decision) => {
    const shown: object[] = [];
    class Noted {
      static permission = sessionStorage.getItem("decided") ?? "default";
      static requestPermission = async () => {
        sessionStorage.setItem("decided", decision);
        Noted.permission = decision;
        return decision;
      };
      onclick = () => {};
      constructor(title: string, { body }: { body: string }) {
        shown.push({ title, body, click: () => this.onclick() });
      }
      close() {}
    }
    Object.assign(window, { Notification: Noted, shown });
  }, permission);
}

function shownIn(page: Page): Promise<Shown[]> {
  return page.evaluate(() =>
    (window as unknown as { shown: Shown[] }).shown.map(({ title, body }) => ({ title, body })),
  );
}

/** Lets a page believe that it is in the background, or back. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: value ? "hidden" : "visible", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
}

const row = (page: Page) => page.getByRole("switch", { name: /^Notify me when a reply finishes/ });

test(
  "a reply that ends in the background is notified with the chat’s title, and a click opens it",
  everywhere,
  async ({ page, app, provider }) => {
    await watchNotifications(page, "granted");
    await page.goto(`${app.url}/settings#model`);
    await expect(row(page)).not.toBeChecked();
    await row(page).click();
    await expect(row(page)).toBeChecked();
    await page.goto(app.url);
    await newChat(page);
    await idlePartsLoaded(page);
    await send(page, "recites a secret");
    await expect(page.getByText("comes in.")).toBeVisible();
    const chatUrl = page.url();
    await newChat(page);
    await setHidden(page, true);
    await provider.release();
    await expect.poll(() => shownIn(page)).toEqual([{ title: "Parley", body: "New chat" }]);
    await page.evaluate(() => (window as unknown as { shown: { click(): void }[] }).shown[0]?.click());
    await setHidden(page, false);
    await expect(page.getByText("goes out.")).toBeVisible();
    expect(page.url()).toBe(chatUrl);

    // A reply that ends in sight is not notified.
    await send(page, "the tide");
    await replyEnded(page);
    expect(await shownIn(page)).toHaveLength(1);
  },
);

test("a blocked permission is explained, and nothing is notified", async ({ page, app, provider }) => {
  await watchNotifications(page, "denied");
  await page.goto(`${app.url}/settings#model`);
  await row(page).click();
  await expect(page.getByText("Notifications are blocked.")).toBeVisible();
  await expect(row(page)).not.toBeChecked();
  await page.goto(app.url);
  await newChat(page);
  await send(page, "recites");
  await expect(page.getByText("comes in.")).toBeVisible();
  await setHidden(page, true);
  await provider.release();
  await expect(page.getByText("goes out.")).toBeVisible();
  expect(await shownIn(page)).toEqual([]);
});

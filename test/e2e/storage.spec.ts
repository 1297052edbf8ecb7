import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, messageBox, messages, replyEnded, send, test } from "./support/fixtures";

/** Forbids the page to store anything, as a browser does that blocks cookies. */
function forbidStorage(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const deny = () => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: deny });
    Object.defineProperty(window, "sessionStorage", { get: deny });
    Object.assign(indexedDB, { open: deny, deleteDatabase: deny, databases: deny });
  });
}

test("if the browser blocks storage, the app shows a notice, and works until the tab closes", async ({
  page,
  keyless,
}) => {
  await forbidStorage(page);
  await page.goto(keyless.url);
  await expect(page.getByText("The app’s storage is blocked or unavailable.")).toBeVisible();
  await send(page, "anyway");
  await expect(messages(page).nth(1)).toContainText("You wrote: anyway");
  await replyEnded(page);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.locator('[id$="-title"]', { hasText: /^Import and export$/ })).toBeVisible();
});

test("without storage, the data in memory is exported, and clearing reports that there was nothing to clear", async ({
  page,
  keyless,
}) => {
  await forbidStorage(page);
  await page.goto(keyless.url);
  await send(page, "only here");
  await replyEnded(page);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export everything" }).click();
  const file = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
  expect(file.sessions).toHaveLength(1);
  expect(file.messages.map(({ content }: { content: string }) => content)).toEqual([
    "only here",
    expect.stringContaining("You wrote: `only here`"),
  ]);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("button", { name: "Clear", exact: true }).click();
  const exporting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export and clear" }).click();
  await exporting;
  await expect(page.getByRole("alert").filter({ hasText: "so nothing was cleared" })).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "only here" }).first().click();
  await expect(messages(page)).toHaveCount(2);
});

test("if a tab with an older layout blocks the database, the screen shows it", async ({ page, keyless }) => {
  await page.goto(`${keyless.url}/robots.txt`);
  await page.evaluate(async () => {
    const opening = indexedDB.open("parley", 1);
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
  });
  const second = await page.context().newPage();
  await second.goto(keyless.url);
  const notice = second
    .getByRole("alert")
    .filter({ hasText: "If the app is open elsewhere on this device, close it there." });
  await expect(notice.getByRole("link", { name: "Save my data" })).toHaveAttribute("href", /\/rescue\/index\.html$/);
});

test("when the quota is exceeded, the app shows it, loses nothing on screen, and continues once there is space", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await send(page, "before");
  await replyEnded(page);
  await expect(messages(page).nth(1)).toContainText("You said: before");
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    Object.assign(window, {
      makeRoom() {
        IDBObjectStore.prototype.put = put;
      },
    });
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await send(page, "while full");
  await expect(page.getByText("This device is out of storage.")).toBeVisible();
  await expect(messages(page).nth(3)).toContainText("You said: while full");
  await page.evaluate(() => (window as unknown as { makeRoom(): void }).makeRoom());
  await send(page, "room again");
  await expect(messages(page).nth(5)).toContainText("You said: room again");
  await expect(page.getByText("This device is out of storage.")).toHaveCount(0);
  await page.reload();
  await expect(messages(page)).toHaveCount(6);
  await expect(messages(page).nth(3)).toContainText("You said: while full");
});

test("a tab that closes during a reply stores the text so far, marked as stopped", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "endless");
  await expect(messages(page).nth(1)).toContainText("word15 ");
  await page.reload();
  await expect(messages(page).nth(1)).toContainText("word10");
  await expect(messages(page).nth(1)).toContainText("Stopped");
  await messages(page).nth(1).getByRole("button", { name: "Retry" }).click();
  await expect(messages(page).nth(1)).toContainText("word3 ");
  await page.getByRole("button", { name: "Stop" }).click();
});

test("an unreadable message is set aside and reported, and the others are shown", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "keep");
  await replyEnded(page);
  await page.waitForTimeout(600);
  const damaged = () =>
    page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open("parley");
        request.onsuccess = () => resolve(request.result);
      });
      const store = database.transaction("messages", "readwrite").objectStore("messages");
      const rows = await new Promise<{ role: string; content: unknown }[]>((resolve) => {
        const request = store.getAll();
        request.onsuccess = () => resolve(request.result);
      });
      const reply = rows.find(({ role }) => role === "assistant");
      store.put({ ...reply, content: 7 });
      database.close();
    });
  await damaged();
  await page.reload();
  await expect(messages(page)).toHaveCount(1);
  await expect(page.getByRole("alert").filter({ hasText: "1 message couldn’t be read" })).toBeVisible();
  await messageBox(page).fill("still usable");
});

test("settings that are not JSON are set aside, and the app starts with the defaults", async ({ page, app }) => {
  await page.goto(app.url);
  await page.evaluate(() => localStorage.setItem("app-config", "{broken"));
  await page.reload();
  await expect(messageBox(page)).toBeVisible();
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith("app-config.unreadable-")),
  );
  expect(kept).toHaveLength(1);
  expect(await page.evaluate((key) => localStorage.getItem(key), kept[0] ?? "")).toBe("{broken");
});

/** Leaves the database with the version of a layout to come. */
async function openAsNewer(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("parley", 99);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
        opening.onerror = () => reject(opening.error);
      }),
  );
}

test("unreadable data of a newer version stays, and the app shows a notice and continues", async ({ page, app }) => {
  await page.goto(`${app.url}/rescue/index.html`);
  await openAsNewer(page);
  await page.goto(app.url);
  const alert = page.getByRole("alert").filter({ hasText: "can’t read the stored data" });
  await expect(alert.getByRole("link", { name: "Export data" })).toHaveAttribute("href", /\/rescue\/index\.html$/);
  await send(page, "kept in this tab alone");
  await replyEnded(page);
  await expect(messages(page).first()).toContainText("kept in this tab alone");
  await page.goto(`${app.url}/rescue/index.html`);
  const left = await page.evaluate(() => indexedDB.databases());
  expect(left.filter(({ name }) => name === "parley")).toEqual([{ name: "parley", version: 99 }]);
});

test("data of a newer version is shown and can be exported, and clearing does not delete it", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "from the future");
  await replyEnded(page);
  await page.goto(`${app.url}/rescue/index.html`);
  await openAsNewer(page);
  await page.goto(app.url);
  await expect(messages(page).first()).toContainText("from the future");
  await expect(page.getByRole("alert").filter({ hasText: "This data was saved by a newer version" })).toBeVisible();
  await page.getByRole("link", { name: "Export data" }).click();
  await page.getByRole("button", { name: "Export", exact: true }).first().click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Export everything" }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, "utf8")).toContain("from the future");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear without export" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "a newer version" }).first()).toBeVisible();
  await page.goto(app.url);
  await expect(messages(page).first()).toContainText("from the future");
});

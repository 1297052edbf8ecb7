import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { test as base, expect, messages, newChat, replyEnded, send } from "./support/fixtures";

/** A browser that tells how much room there is: usually Chromium says the same to every page. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--disable-features=StaticStorageQuota"] }),
    { scope: "worker" },
  ],
});

/** Imports a chat with pictures of a third of a megabyte each. */
async function offerPictures(page: Page, count: number): Promise<void> {
  const pictures = Array.from({ length: count }, () => ({
    type: "image_url",
    image_url: { url: `data:image/png;base64,${randomBytes(350_000).toString("base64")}` },
  }));
  const chat = {
    messages: [
      { role: "user", content: [{ type: "text", text: "Pictures" }, ...pictures] },
      { role: "assistant", content: "Seen." },
    ],
  };
  await page
    .getByTestId("import-file")
    .setInputFiles({ name: "Pictures.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(chat)) });
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("Made before an import")).toBeVisible();
}

/** How much the browser says is used, in bytes. */
function usage(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
}

test("near the storage quota the app warns, stays readable, deletes nothing by itself, and frees images", async ({
  page,
  app,
}) => {
  test.slow();
  await page.goto(`${app.url}/settings#data`);
  await offerPictures(page, 6);
  const chat = page.getByRole("link", { name: "Pictures" });

  // Nine tenths of the room are used.
  const used = await usage(page);
  const cdp = await page.context().newCDPSession(page);
  const setRoom = (quotaSize: number) =>
    cdp.send("Storage.overrideQuotaForOrigin", { origin: new URL(app.url).origin, quotaSize: Math.round(quotaSize) });
  await setRoom(used / 0.95);
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "almost out of storage" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Storage" })).toHaveAttribute("value", /^0\.9/);
  await expect(page.getByText("Daily backups are off")).toBeVisible();

  // No room at all: what is said is shown and not stored, what is stored is read.
  await setRoom(used / 2);
  await page.goto(app.url);
  await newChat(page);
  const noRoom = page.getByText("This device is out of storage.");
  // The browser counts the room anew only now and then: until it does, what is written is still let in.
  await expect(async () => {
    await send(page, "too much");
    await replyEnded(page);
    await expect(noRoom).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 120_000 });
  await send(page, "not stored");
  await replyEnded(page);
  await expect(messages(page).last()).toContainText("You said: not stored");
  await chat.click();
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).first().getByRole("img")).toHaveCount(6);

  // An export has what could not be stored, too.
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export everything" }).click();
  expect(await readFile(await (await downloading).path(), "utf8")).toContain("You said: not stored");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // Images are let go of, and what waited is stored.
  await page.getByRole("button", { name: "Delete images…" }).click();
  await page.getByRole("dialog").getByText("All images", { exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete images" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => usage(page), { timeout: 30_000 }).toBeLessThan(used / 2);
  await setRoom(2 * used);
  await page.getByRole("link", { name: "too much" }).click();
  await send(page, "room again");
  await replyEnded(page);
  await expect(noRoom).toHaveCount(0);
  await page.reload();
  await expect(messages(page).nth(-4)).toContainText("not stored");
  await expect(messages(page).last()).toContainText("You said: room again");
  await expect(chat).toBeVisible();
});

test("with no space left, everything is exported and cleared", async ({ page, app }) => {
  await page.goto(`${app.url}/settings#data`);
  await offerPictures(page, 2);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Storage.overrideQuotaForOrigin", { origin: new URL(app.url).origin, quotaSize: 1000 });
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export and clear" }).click();
  const { sessions, blobs } = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
  expect([sessions.length, blobs.length]).toEqual([1, 2]);
  await expect(page).toHaveURL(`${app.url}/`);
  await expect(messages(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Pictures" })).toHaveCount(0);
});

import type { Browser, BrowserContextOptions, Locator, Page } from "@playwright/test";
import { peerCredentials, startUpstash } from "../support/sync-peers";
import { axeFindings } from "./support/axe";
import { everywhere, expect, messages, replyEnded, send, test } from "./support/fixtures";

const passphrase = "correct horse battery";

async function openDevice(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(url);
  return page;
}

async function openSyncSettings(page: Page): Promise<Locator> {
  if (!page.url().includes("/settings")) await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Set up…" }).click();
  return page.getByRole("dialog", { name: "Cloud sync" });
}

async function fillUpstash(dialog: Locator, endpoint: string, name: string): Promise<void> {
  await dialog.getByLabel("Sync to").selectOption({ label: "Upstash" });
  await dialog.getByRole("switch", { name: "Use a proxy" }).uncheck();
  await dialog.getByLabel("Upstash address").fill(endpoint);
  await dialog.getByLabel("Backup name").fill(name);
  await dialog.getByRole("textbox", { name: "Upstash token" }).fill(peerCredentials.token);
}

async function encrypt(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Set up encryption" }).click();
  const choose = page.getByRole("dialog", { name: "Set up encryption" });
  await choose.getByRole("textbox", { name: "Passphrase", exact: true }).fill(passphrase);
  await choose.getByRole("textbox", { name: "Repeat the passphrase" }).fill(passphrase);
  await page.keyboard.press("Enter");
  const saving = page.getByRole("dialog", { name: "Save your recovery code" });
  const code = (await saving.locator("code").textContent()) ?? "";
  await saving.getByRole("textbox", { name: /third group/ }).fill(code.split("-")[2] ?? "");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Encrypted. The host can read no chats, titles or keys.")).toBeVisible();
}

/** Creates a link in the open settings of sync. */
async function createLink(page: Page, settings: Locator) {
  await settings.getByRole("button", { name: "Add a device" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a device" });
  await dialog.getByRole("textbox", { name: "Passphrase or recovery code" }).fill(passphrase);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  return { dialog, link };
}

/** Notes everything that a page sends: addresses, headers and bodies. */
function watchSent(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ""}`);
  });
  return sent;
}

function chatNamed(page: Page, name: RegExp): Locator {
  return page.getByRole("navigation", { name: "Chats" }).getByRole("link", { name });
}

const confirmation = (page: Page) => page.getByRole("dialog", { name: "Sync this device?" });

/** Sets up encrypted sync on a device with one chat, and opens its settings. */
async function syncedDevice(browser: Browser, url: string) {
  const upstash = await startUpstash();
  const one = await openDevice(browser, url);
  await send(one, "a secret of the tides");
  await replyEnded(one);
  const settings = await openSyncSettings(one);
  await fillUpstash(settings, upstash.url, "notes");
  await encrypt(one, settings);
  return { upstash, one, settings };
}

test("a second device joins by a link, once @V12.7", everywhere, async ({ browser, app }) => {
  test.slow();
  const { upstash, one, settings } = await syncedDevice(browser, app.url);
  await settings.getByRole("button", { name: "Add a device" }).click();
  await expect(one.getByRole("dialog", { name: "Add a device" })).toBeVisible();
  expect(await axeFindings(one)).toEqual([]);
  await one.getByRole("dialog", { name: "Add a device" }).getByRole("button", { name: "Cancel" }).click();
  const { dialog, link } = await createLink(one, settings);
  await expect(dialog.getByRole("img", { name: "QR code" })).toBeVisible();
  await expect(dialog.getByText(/contains the credentials of your sync location/)).toBeVisible();
  expect(await axeFindings(one)).toEqual([]);
  const [, secret = "", content = ""] = /#2\.d\.([\w-]{43})\.([\w-]+)$/.exec(link) ?? [];
  expect(content.length).toBeGreaterThan(100);

  const two = await openDevice(browser, "about:blank");
  const sent = watchSent(two);
  await two.goto(link);
  await expect(confirmation(two).getByText(`Upstash: ${new URL(upstash.url).host}`)).toBeVisible();
  await expect(confirmation(two).getByText(/Continue only if that was you/)).toBeVisible();
  expect(await axeFindings(two)).toEqual([]);
  expect(two.url()).not.toContain(secret);
  expect(await two.evaluate(() => history.length)).toBeLessThanOrEqual(3);
  await confirmation(two).getByRole("button", { name: "Sync this device" }).click();
  const joined = two.getByRole("dialog", { name: "This device is connected" });
  await joined.getByRole("button", { name: "Done" }).click();
  await chatNamed(two, /tides/).click();
  await expect(messages(two)).toHaveCount(2);
  expect(sent.filter((text) => text.includes(secret) || text.includes(content.slice(0, 60)))).toEqual([]);
  await two.goBack();
  expect(two.url()).not.toContain(secret);

  await expect(dialog.getByText(/The link was used and no longer works/)).toBeVisible({ timeout: 30_000 });
  expect(await axeFindings(one)).toEqual([]);
  const late = await openDevice(browser, link);
  const refused = late.getByRole("dialog", { name: "Sync this device?" });
  await expect(refused.getByText(/The link was used already, has expired/)).toBeVisible();
  expect(await axeFindings(late)).toEqual([]);
  for (const page of [one, two, late]) await page.context().close();
  await upstash.stop();
});

test(
  "links that expired or were withdrawn are refused, and a page that cannot load keeps none @V12.7 @V12.8",
  everywhere,
  async ({ browser, app, build }) => {
    test.slow();
    const { upstash, one, settings } = await syncedDevice(browser, app.url);
    const { dialog, link } = await createLink(one, settings);
    const [, secret = ""] = /#2\.d\.([\w-]{43})\./.exec(link) ?? [];

    // Looked at on a phone in Arabic, and left alone.
    const phone = { locale: "ar", viewport: { width: 360, height: 640 } };
    const third = await openDevice(browser, link, phone);
    await expect(third.getByRole("dialog", { name: "مزامنة هذا الجهاز؟" })).toBeVisible();
    await expect(third.getByText(new URL(upstash.url).host).first()).toBeVisible();
    await expect(third.getByText(/^من أنشأ هذا الرابط/)).toBeInViewport();
    expect(await axeFindings(third)).toEqual([]);
    await third.context().close();

    // The app cannot load, and the link is not in the address any more.
    const broken = await openDevice(browser, "about:blank");
    await broken.route("**/_next/static/**/*.js", (route) => route.abort());
    await broken.goto(link);
    expect(secret).not.toBe("");
    expect(broken.url()).not.toContain(secret);
    await broken.context().close();

    // The site is out of reach. An export has no server.
    if (build !== "export") {
      const offline = await openDevice(browser, "about:blank");
      await offline.route("**/api/config", (route) => route.abort());
      await offline.goto(link);
      await expect(offline.getByText(/This site can’t be reached now/)).toBeVisible();
      expect(await axeFindings(offline)).toEqual([]);
      await offline.unroute("**/api/config");
      await offline.getByRole("button", { name: "Try again" }).click();
      await expect(confirmation(offline)).toBeVisible();
      await offline.context().close();
    }

    // The same dialog in a second tab leaves the link alone.
    const objects = async () => Object.keys(await upstash.kept()).filter((key) => key.includes("-object-")).length;
    const before = await objects();
    const tab = await one.context().newPage();
    await tab.goto(`${app.url}/settings`);
    const tabSettings = await openSyncSettings(tab);
    await tabSettings.getByRole("button", { name: "Add a device" }).click();
    await expect(tab.getByRole("dialog", { name: "Add a device" })).toBeVisible();
    await tab.close();
    expect(await objects()).toBe(before);

    const slow = await openDevice(browser, "about:blank");
    await slow.addInitScript(() => {
      const now = Date.now;
      Date.now = () => now() + 16 * 60_000;
    });
    await slow.goto(link);
    await expect(slow.getByText(/The link has expired. Create a new one/)).toBeVisible();
    await slow.context().close();
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await expect.poll(objects).toBe(before - 1);

    const withdrawn = await createLink(one, settings);
    await withdrawn.dialog.getByRole("button", { name: "Close" }).first().click();
    await expect.poll(objects).toBe(before - 1);

    // A device that syncs elsewhere pastes a link. Its own chats stay.
    const other = await openDevice(browser, app.url);
    await send(other, "a story of the moon");
    await replyEnded(other);
    const otherSettings = await openSyncSettings(other);
    await fillUpstash(otherSettings, upstash.url, "elsewhere");
    await otherSettings.getByRole("button", { name: "Add a device" }).click();
    await expect(other.getByText(/Sync is paused, locked or has a problem/)).toBeVisible();
    expect(await axeFindings(other)).toEqual([]);
    await other.getByRole("dialog", { name: "Add a device" }).getByRole("button", { name: "Close" }).last().click();
    await otherSettings.getByRole("button", { name: "Use a link" }).click();
    const paste = other.getByRole("dialog", { name: "Use a link" });
    await paste.getByRole("textbox", { name: "Link" }).fill(withdrawn.link);
    expect(await axeFindings(other)).toEqual([]);
    await paste.getByRole("button", { name: "Continue" }).click();
    await expect(confirmation(other).getByText(/The link was used already, has expired/)).toBeVisible();
    await confirmation(other).getByRole("button", { name: "Close" }).last().click();
    const last = await createLink(one, settings);
    await otherSettings.getByRole("button", { name: "Use a link" }).click();
    await paste.getByRole("textbox", { name: "Link" }).fill(last.link);
    await paste.getByRole("button", { name: "Continue" }).click();
    await expect(confirmation(other).getByText(/will stop syncing with its current location/)).toBeVisible();
    expect(await axeFindings(other)).toEqual([]);
    await confirmation(other).getByRole("button", { name: "Replace and sync" }).click();
    await other.getByRole("dialog", { name: "This device is connected" }).getByRole("button", { name: "Done" }).click();
    await otherSettings.getByRole("button", { name: "Done" }).click();
    await expect(chatNamed(other, /tides/)).toBeVisible();
    await expect(chatNamed(other, /moon/)).toBeVisible();

    // The forms of the other locations.
    const form = await openSyncSettings(other);
    for (const provider of ["S3", "Folder on this computer"]) {
      await form.getByLabel("Sync to").selectOption({ label: provider });
      expect(await axeFindings(other)).toEqual([]);
    }
    for (const page of [one, other]) await page.context().close();
    await upstash.stop();
  },
);

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { everywhere, expect, messages, needsNode, newChat, replyEnded, send, test } from "./support/fixtures";
import { givenReply } from "./support/given-replies";

/** Opens the dialog with the link of the open chat. */
async function shareChat(page: Page) {
  await page.keyboard.press("Control+Shift+S");
  const dialog = page.getByRole("dialog", { name: "Export or share" });
  await dialog.getByRole("button", { name: "Preview" }).last().click();
  await dialog.getByRole("button", { name: "Share link" }).click();
  return page.getByRole("dialog", { name: "Share a link to these messages" });
}

const linkIn = (dialog: ReturnType<Page["getByRole"]>) => dialog.getByRole("textbox", { name: "Link" });

/** Notes everything that a page sends: addresses, headers and bodies. */
function watchSent(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ""}`);
  });
  return sent;
}

/** Returns the key of a link, and the rest of its fragment. */
function partsOf(link: string) {
  const [, key = "", content = ""] = /#1\.[cs]\.([\w-]{43})\.([\w-]+)$/.exec(link) ?? [];
  return { key, content };
}

const unreadable = (page: Page) => page.getByRole("heading", { name: "Can’t open this link" });

test(
  "a chat is in the link itself, and whoever has the link reads and continues it; no server receives it @V12.6",
  everywhere,
  async ({ page, browser, app }) => {
    await page.goto(app.url);
    await newChat(page);
    await givenReply(
      page,
      "The **moon** pulls. <script>window.isHit = 1</script> ![x](https://evil.example/pixel.png) See[^1].\n\n[^1]: Newton",
    );
    await send(page, "Why is there a tide of canary?");
    await replyEnded(page);
    const sent = watchSent(page);
    const dialog = await shareChat(page);
    await expect(dialog.getByText("Nothing is sent to this site’s server.")).toBeVisible();
    const link = await linkIn(dialog).inputValue();
    const { key, content } = partsOf(link);
    expect([key.length, content.length > 100]).toEqual([43, true]);
    await dialog.getByText("QR code").click();
    await expect(dialog.getByRole("img", { name: "QR code" })).toBeVisible();
    expect(sent.filter((text) => text.includes("canary") || text.includes(key))).toEqual([]);

    const guest = await (await browser.newContext()).newPage();
    const asked = watchSent(guest);
    await guest.goto(link);
    await expect(guest.getByText("Why is there a tide of canary?").last()).toBeVisible();
    await expect(guest.locator("strong", { hasText: "moon" })).toBeVisible();
    await expect(guest.getByText("A visitor created this link.")).toBeVisible();
    await expect(guest.getByRole("button", { name: "Show image from evil.example" })).toBeVisible();
    expect(await guest.evaluate(() => "isHit" in window)).toBe(false);
    expect(asked.filter((text) => text.includes(key) || text.includes(content.slice(0, 60)))).toEqual([]);
    expect(asked.filter((text) => text.startsWith("https://evil.example"))).toEqual([]);

    // An anchor leaves the address, and so the content, as it is.
    await guest.locator('a[href^="#note-"]').first().click();
    expect(guest.url()).toBe(link);
    await expect(guest.getByText("Newton")).toBeVisible();

    await guest.getByRole("button", { name: "Continue this chat" }).click();
    await expect(messages(guest)).toHaveCount(2);
    await expect(messages(guest).first()).toContainText("Why is there a tide of canary?");
    await guest.reload();
    await expect(messages(guest)).toHaveCount(2);
    // Nothing of a link that was cut or altered is shown.
    await guest.goto("about:blank");
    await guest.goto(link.slice(0, -5));
    await expect(unreadable(guest)).toBeVisible();
    await guest.evaluate((text) => location.replace(text), link.replace(/#1\./, "#2."));
    await expect(guest.getByText("A newer version made this link.")).toBeVisible();
    await guest.context().close();
  },
);

test("a mask and a prompt are shared in a link, and added on the other side", async ({ page, browser, app }) => {
  await page.goto(`${app.url}/settings#prompts`);
  await page.getByRole("button", { name: "Edit prompts" }).click();
  await page.getByRole("dialog", { name: "Prompts" }).getByRole("button", { name: "Add" }).click();
  const prompt = page.getByRole("dialog", { name: "New prompt" });
  await prompt.getByRole("textbox", { name: "Title" }).fill("Tide table");
  await prompt.getByRole("textbox", { name: "Text" }).fill("List the tides of <b>today</b>.");
  await prompt.getByRole("button", { name: "Share link" }).click();
  const promptLink = await linkIn(page.getByRole("dialog", { name: "Share prompt" })).inputValue();

  await page.goto(`${app.url}/masks`);
  await page.getByRole("button", { name: "Create" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Tide tutor");
  await page.getByRole("button", { name: "Share mask" }).click();
  const maskLink = await linkIn(page.getByRole("dialog", { name: "Share mask" })).inputValue();

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(promptLink);
  await expect(guest.getByRole("heading", { level: 1, name: "Tide table" })).toBeVisible();
  await expect(guest.getByText("List the tides of <b>today</b>.")).toBeVisible();
  await guest.getByRole("button", { name: "Add to my prompts" }).click();
  await expect(guest.getByRole("textbox", { name: "Title" })).toHaveValue("Tide table");
  await guest.goto(`${app.url}/settings#prompts`);
  await expect(guest.getByText(/, 1 yours$/).last()).toBeVisible();

  await guest.goto(maskLink);
  const question = guest.getByRole("dialog", { name: "Start a chat with this mask?" });
  await expect(question.getByText("Tide tutor")).toBeVisible();
  await question.getByRole("button", { name: "Start chat" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Tide tutor" })).toBeVisible();
  await guest.context().close();
});

test(
  "a chat that is too long for a link is stored encrypted, read by its link, and deleted by its maker @V12.6",
  needsNode,
  async ({ page, browser, provider, withApp }) => {
    const folder = await mkdtemp(join(tmpdir(), "sealed-"));
    const settings = { OPENAI_API_KEY: "sk-1", BASE_URL: provider.url, ARTIFACTS_DIR: folder };
    try {
      await withApp(settings, async ({ url, log }) => {
        await page.goto(url);
        // Random words, which do not compress well.
        const words = Array.from({ length: 9000 }, () => Math.random().toString(36).slice(2, 9)).join(" ");
        await givenReply(page, `canary ${words}`);
        await send(page, "a long story");
        await replyEnded(page);
        const dialog = await shareChat(page);
        await expect(dialog.getByText(`It will be encrypted and stored at ${new URL(url).host}.`)).toBeVisible();
        expect(await readdir(folder)).toEqual([]);
        await dialog.getByRole("combobox", { name: "Delete after" }).selectOption({ label: "1 day" });
        await dialog.getByRole("button", { name: "Store and create link" }).click();
        const link = await linkIn(dialog).inputValue();
        const { key } = partsOf(link);
        const [file = ""] = await readdir(folder);
        const stored = await readFile(join(folder, file), "utf8");
        for (const secret of ["canary", "long story", key, words.slice(0, 40)]) expect(stored).not.toContain(secret);
        await expect(dialog.getByText(/^The link expires on/)).toBeVisible();

        const guest = await (await browser.newContext()).newPage();
        await guest.goto(link);
        await expect(guest.getByText(/^canary/).last()).toBeVisible();
        await page.goto(`${url}/settings#data`);
        await page.getByRole("button", { name: "Manage" }).click();
        await page.getByRole("button", { name: /^Delete: / }).click();
        await expect(page.getByRole("button", { name: "Manage" })).toHaveCount(0);
        expect(await readdir(folder)).toEqual([]);
        await guest.reload();
        await expect(guest.getByText("Its content has expired or was deleted.")).toBeVisible();
        expect(log()).not.toContain(key);
        await guest.context().close();
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

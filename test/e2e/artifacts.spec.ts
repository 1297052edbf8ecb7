import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, needsNode, replyEnded, type Servers, send, test } from "./support/fixtures";
import { givenReply } from "./support/given-replies";

const page = '<title>Tide clock</title><h1>High water</h1><script>document.body.append("it runs")</script>';

/** Runs an app that keeps shared pages in a folder of its own. */
async function withSharing(
  { provider, withApp }: Pick<Servers, "provider" | "withApp">,
  use: (url: string, folder: string) => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), "shared-"));
  try {
    await withApp({ OPENAI_API_KEY: "sk-1", BASE_URL: provider.url, ARTIFACTS_DIR: folder }, ({ url }) =>
      use(url, folder),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Shares the page that a reply quotes, and answers its link. */
async function shareFromChat(view: Page, url: string): Promise<string> {
  await view.goto(url);
  await givenReply(view, `\`\`\`html\n${page}\n\`\`\``);
  await send(view, "a tide clock");
  await replyEnded(view);
  const reply = view.getByRole("article").last();
  await reply.getByRole("button", { name: "Run page" }).click();
  await reply.getByRole("button", { name: "Share this page" }).click();
  const dialog = view.getByRole("dialog", { name: "Share this page" });
  const host = new URL(url).host;
  await expect(dialog.getByText(`This will be sent to ${host} and stored there`)).toBeVisible();
  await dialog.getByRole("button", { name: `Send to ${host}` }).click();
  return dialog.getByRole("textbox", { name: "Link" }).inputValue();
}

test(
  "a page of a reply is shared, and shown to others isolated from the app @S7",
  needsNode,
  async ({ page: view, browser, provider, withApp }) => {
    await withSharing({ provider, withApp }, async (url, folder) => {
      const link = await shareFromChat(view, url);
      expect(link).toMatch(new RegExp(`^${url}/artifacts/[0-9a-f]{32}$`));
      const guest = await (await browser.newContext()).newPage();
      await guest.goto(link);
      await expect(guest.getByRole("heading", { name: "Tide clock", level: 1 })).toBeVisible();
      await expect(
        guest.getByText("A visitor created this page. It isn’t from this site’s administrator"),
      ).toBeVisible();
      const inside = guest.frameLocator("iframe").frameLocator("iframe");
      await expect(inside.getByText("it runs")).toBeVisible();
      await expect(guest.getByRole("complementary")).toHaveCount(0);
      const [file] = await Promise.all([
        guest.waitForEvent("download"),
        guest.getByRole("button", { name: "Download" }).click(),
      ]);
      expect(file.suggestedFilename()).toBe("Tide clock.html");
      await guest.getByRole("tab", { name: "Code" }).click();
      await expect(guest.getByRole("group", { name: /^Code: / })).toContainText("High water");
      // A link of old leads to the same page.
      await guest.goto(`${url}/#/artifacts/${link.split("/").at(-1)}`);
      await expect(guest.getByRole("heading", { name: "Tide clock", level: 1 })).toBeVisible();
      // What is gone says so, and does not wait.
      await rm(folder, { recursive: true });
      await guest.goto(link);
      await expect(guest.getByRole("heading", { name: "Page not found" })).toBeVisible();
      await guest.context().close();
    });
  },
);

test("a whole chat is shared as a separate page", needsNode, async ({ page: view, browser, provider, withApp }) => {
  await withSharing({ provider, withApp }, async (url) => {
    await view.goto(url);
    await send(view, "high tide");
    await replyEnded(view);
    await view.keyboard.press("Control+Shift+S");
    const dialog = view.getByRole("dialog", { name: "Export or share" });
    await dialog.getByRole("button", { name: "Preview" }).last().click();
    await dialog.getByRole("button", { name: "Share link" }).click();
    const ask = view.getByRole("dialog", { name: "Share a link to these messages" });
    await ask.getByRole("button", { name: "Share a readable page" }).click();
    await ask.getByRole("button", { name: /^Send to / }).click();
    const link = await ask.getByRole("textbox", { name: "Link" }).inputValue();
    const guest = await (await browser.newContext()).newPage();
    await guest.goto(link);
    const inside = guest.frameLocator("iframe").frameLocator("iframe");
    await expect(inside.getByText("high tide").first()).toBeVisible();
    await guest.context().close();
  });
});

test("without a store for pages, nothing can be shared", needsNode, async ({ page: view, app }) => {
  await view.goto(app.url);
  await givenReply(view, "```html\n<h1>High water</h1>\n```");
  await send(view, "a tide clock");
  await replyEnded(view);
  await expect(view.getByRole("button", { name: "Restart" }).first()).toBeVisible();
  await expect(view.getByRole("button", { name: "Share this page" })).toHaveCount(0);
  await view.goto(`${app.url}/artifacts/${"a".repeat(32)}`);
  await expect(view.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

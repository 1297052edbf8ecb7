import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, messageBox, messages, send, stopReply, test } from "./support/fixtures";

/** Opens these files with the page as a system does with the installed app: also when the page is read anew. */
async function openWith(page: Page, given: Readonly<Record<string, Buffer | string>>): Promise<void> {
  const files = Object.entries(given).map(([name, content]) => [name, Buffer.from(content).toString("base64")]);
  await page.addInitScript((opened) => {
    const handles = opened.map(([name = "", base64 = ""]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const type = name.endsWith(".png") ? "image/png" : "";
      return { kind: "file", name, getFile: async () => new File([bytes], name, { type }) };
    });
    const setConsumer = (consume: (launch: object) => void) => consume({ targetURL: location.href, files: handles });
    Object.defineProperty(window, "launchQueue", { value: { setConsumer } });
  }, files);
}

test("files opened with the app are attached, or previewed as imports; each once, and none is sent", async ({
  page,
  app,
  provider,
}) => {
  const asked = provider.asked.length;
  const chat = { messages: [{ role: "user", content: "When is low tide?" }] };
  await openWith(page, {
    "tide.png": await readFile("test/fixtures/images/tide.png"),
    "tides.txt": "ebb and flow",
    "tides.json": JSON.stringify(chat),
  });
  await page.goto(app.url);
  const dialog = page.getByRole("dialog", { name: "Import tides.json" });
  await expect(dialog).toContainText("New: 1 chat, 1 message");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const tray = page.getByRole("list", { name: "Attachments" });
  const expectAttached = async () => {
    await expect(tray.getByRole("img")).toHaveCount(1);
    await expect(tray.getByText("tides.txt")).toHaveCount(1);
  };
  await expectAttached();
  await page.reload();
  await expectAttached();
  await expect(messageBox(page)).toHaveValue("");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(messages(page)).toHaveCount(0);
  expect(provider.asked.slice(asked)).toEqual([]);
});

test("a text shared with the open app is offered in its window, in which a reply continues to stream", async ({
  page,
  app,
}) => {
  await page.addInitScript(() => {
    const setConsumer = (consume: (launch: object) => void) => Object.assign(window, { consume });
    Object.defineProperty(window, "launchQueue", { value: { setConsumer } });
  });
  await page.goto(app.url);
  await send(page, "endless");
  await expect(messages(page).nth(1)).toContainText("word3 ");
  await page.waitForFunction(() => "consume" in window);
  await page.evaluate((targetURL) => {
    (window as unknown as { consume: (launch: object) => void }).consume({ targetURL, files: [] });
  }, `${app.url}/?fill=low+tide`);
  const dialog = page.getByRole("dialog", { name: "Apply settings from this link?" });
  await expect(dialog).toContainText("low tide");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(messageBox(page)).toHaveValue("low tide");
  await expect(messages(page).nth(1)).toHaveAttribute("aria-busy", "true");
  expect(new URL(page.url()).hash).toBe("");
  await stopReply(page);
});

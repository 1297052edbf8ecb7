import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { expect, messages, replyEnded, send, test } from "./support/fixtures";

async function exportDialog(page: Page): Promise<Locator> {
  await page.keyboard.press("Control+Shift+S");
  const dialog = page.getByRole("dialog", { name: "Export or share" });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Asks twice, so that the chat has four messages. */
async function askTwice(page: Page, url: string): Promise<void> {
  await page.goto(url);
  for (const text of ["high tide", "low tide"]) {
    await send(page, text);
    await replyEnded(page);
  }
  await expect(messages(page)).toHaveCount(4);
}

async function download(page: Page, dialog: Locator): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  return file;
}

const contentOf = async (file: Download) => readFile((await file.path()) ?? "");

/** The size of a PNG image, from its header. */
function sizeOf(png: Buffer): { width: number; height: number } {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

test("messages are searched, chosen and leave as Markdown, as a page, and as lines for fine-tuning", async ({
  page,
  app,
}) => {
  await askTwice(page, app.url);
  const dialog = await exportDialog(page);
  await expect(dialog.getByText("4 of 4 selected")).toBeVisible();
  await dialog.getByRole("button", { name: "Clear", exact: true }).click();
  await dialog.getByRole("searchbox", { name: "Search messages" }).fill("low");
  await dialog.getByRole("checkbox", { name: "You: low tide" }).check();
  await expect(dialog.getByText("1 of 4 selected")).toBeVisible();
  await dialog.getByRole("button", { name: "Latest 4" }).click();
  await dialog.getByRole("button", { name: "Preview" }).last().click();

  await dialog.getByRole("radio", { name: "Markdown" }).click();
  await expect(dialog.getByText("## You: high tide")).toBeVisible();
  const markdown = await download(page, dialog);
  expect(markdown.suggestedFilename()).toMatch(/\.md$/);
  expect((await contentOf(markdown)).toString()).toMatch(/^# .+\n\n## You:\nhigh tide\n\n## .+:\n/);
  await expect(page.getByText("Downloaded")).toBeVisible();

  await dialog.getByRole("radio", { name: "Fine-tuning" }).click();
  const line = JSON.parse((await contentOf(await download(page, dialog))).toString());
  expect(line.messages[0].content).toMatch(/^You are an assistant/);
  expect(line.messages).toHaveLength(5);

  await dialog.getByRole("radio", { name: "Web page" }).click();
  await expect(dialog.getByRole("heading", { level: 3 })).toBeVisible();
  const html = (await contentOf(await download(page, dialog))).toString();
  expect(html).not.toMatch(/<script|<button|https?:\/\/(?!www\.w3\.org)/);
  await page.keyboard.press("Escape");
  const saved = await page.context().newPage();
  await saved.setContent(html);
  await expect(saved.getByText("low tide").first()).toBeVisible();
});

test("an image is as wide as a phone needs, has the sheet's colours, and a long chat has several", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await send(page, Array.from({ length: 400 }, (_, line) => `- line ${line}`).join("\n"));
  await replyEnded(page);
  const dialog = await exportDialog(page);
  await dialog.getByRole("button", { name: "Preview" }).last().click();
  const files: Download[] = [];
  page.on("download", (file) => files.push(file));
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(page.getByText("Downloaded")).toBeVisible();
  await expect.poll(() => files.length).toBeGreaterThan(1);
  const pages = await Promise.all(files.map(contentOf));
  for (const png of pages) {
    const { width, height } = sizeOf(png);
    expect(width).toBeGreaterThanOrEqual(1300);
    expect(width * height).toBeLessThanOrEqual(16_777_216);
  }
  // Neither empty nor of one colour: the words are darker than the sheet.
  const shades = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, 400);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? new ImageData(1, 1);
    return [data.reduce((least, value) => Math.min(least, value), 255), data[0]];
  }, pages[0]?.toString("base64") ?? "");
  expect(shades[0]).toBeLessThan(120);
  expect(shades[1]).toBeGreaterThan(245);
});

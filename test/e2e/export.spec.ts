import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { expect, messageBox, messages, replyEnded, send, test } from "./support/fixtures";
import { storeReplies } from "./support/given-replies";

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

test("messages are searched, selected and exported as Markdown, as a page, and as lines for fine-tuning", async ({
  page,
  app,
}) => {
  await askTwice(page, app.url);
  const dialog = await exportDialog(page);
  await expect(dialog.getByText("4 of 4 selected")).toBeVisible();
  await dialog.getByRole("button", { name: "Select none", exact: true }).click();
  // Shift takes all rows between two.
  await dialog.getByRole("checkbox").nth(0).click();
  await dialog
    .getByRole("checkbox")
    .nth(2)
    .click({ modifiers: ["Shift"] });
  await expect(dialog.getByText("3 of 4 selected")).toBeVisible();
  await dialog.getByRole("button", { name: "Select none", exact: true }).click();
  await dialog.getByRole("searchbox", { name: "Search messages" }).fill("low");
  await dialog.getByRole("checkbox", { name: "You: low tide" }).check();
  await expect(dialog.getByText("1 of 4 selected")).toBeVisible();
  await dialog.getByRole("button", { name: "All", exact: true }).click();
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

/** Opens a chat of these replies. */
async function openReplies(page: Page, url: string, id: string, texts: readonly string[]): Promise<void> {
  await page.goto(`${url}/chat`);
  await expect(messageBox(page)).toBeVisible();
  await storeReplies(page, id, texts);
  await page.goto(`${url}/chat?id=${id}`);
  await expect(messages(page).last()).toBeVisible();
}

/** Opens the preview of the open chat's image. */
async function imagePreview(page: Page): Promise<Locator> {
  const dialog = await exportDialog(page);
  await dialog.getByRole("button", { name: "Preview" }).last().click();
  await expect(dialog.getByRole("article")).toBeVisible();
  return dialog;
}

/** Looks at the rows of a PNG: the shade of the sheet, and where the first and the last row stand that have ink in them. */
function inkOf(page: Page, png: Buffer): Promise<{ ground: number; darkest: number; first: number; last: number }> {
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const ink = { ground: -1, darkest: 255, first: -1, last: -1 };
    const { data, width, height } = context?.getImageData(0, 0, image.width, image.height) ?? new ImageData(1, 1);
    ink.ground = data[0] ?? 0;
    for (let row = 0; row < height; row++) {
      let darkest = 255;
      for (let column = 0; column < width; column++) darkest = Math.min(darkest, data[4 * (row * width + column)] ?? 0);
      ink.darkest = Math.min(ink.darkest, darkest);
      if (darkest > ink.ground - 60) continue;
      if (ink.first < 0) ink.first = row;
      ink.last = row;
    }
    return ink;
  }, png.toString("base64"));
}

test("a chat of 200 messages is exported as images of phone width, in the sheet's colours, each cut between lines", async ({
  page,
  app,
}) => {
  const words = "The tide comes late because the water must first find its way round the cape. ";
  const texts = Array.from({ length: 200 }, (_, place) => `Message ${place}. ${words.repeat(2)}`);
  await openReplies(page, app.url, "long", texts);
  const dialog = await imagePreview(page);
  const sheet = await dialog.getByRole("article").boundingBox();
  const files: Download[] = [];
  page.on("download", (file) => files.push(file));
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(page.getByText("Downloaded")).toBeVisible();
  const pages = await Promise.all(files.map(contentOf));
  expect(pages.length).toBeGreaterThan(3);
  expect(files.map((file) => file.suggestedFilename())).toEqual(pages.map((_, at) => `Given replies ${at + 1}.png`));
  const margin = 48;
  let height = 0;
  for (const png of pages) {
    const size = sizeOf(png);
    expect(size.width).toBe(1440);
    expect(size.width * size.height).toBeLessThanOrEqual(16_777_216);
    const { ground, darkest, first, last } = await inkOf(page, png);
    expect(ground).toBeGreaterThan(245);
    expect(darkest).toBeLessThan(120);
    // Nothing of a line stands in the margins, and no page is empty at an end.
    expect(first).toBeGreaterThanOrEqual(margin);
    expect(last).toBeLessThan(size.height - margin);
    height += size.height - 2 * margin;
  }
  // All of the sheet is there, once.
  expect(Math.abs(height - 2 * (sheet?.height ?? 0))).toBeLessThanOrEqual(2 * pages.length);
});

test("a copied image contains the whole chat if it fits, and otherwise a message says so", async ({
  page,
  context,
  app,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const lines = (count: number) => [Array.from({ length: count }, (_, line) => `- line ${line}`).join("\n")];

  async function copied(id: string, count: number) {
    await openReplies(page, app.url, id, lines(count));
    const dialog = await imagePreview(page);
    const sheet = await dialog.getByRole("article").boundingBox();
    await dialog.getByRole("button", { name: "Copy", exact: true }).click();
    const said = await page.getByText(/^(Copied|Copied page 1 of )/).textContent();
    const image = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const { width, height } = await createImageBitmap((await item?.getType("image/png")) as Blob);
      return { width, height };
    });
    return { said, image, ratio: (sheet?.height ?? 0) / (sheet?.width ?? 1) };
  }

  const whole = await copied("fits", 400);
  expect(whole.said).toBe("Copied");
  expect(whole.image.width).toBeGreaterThanOrEqual(720);
  expect(whole.image.height / whole.image.width).toBeCloseTo(whole.ratio, 1);
  const first = await copied("long", 1_200);
  expect(first.said).toMatch(/^Copied page 1 of \d+\. The clipboard holds only one image/);
  expect(first.image.width).toBe(1440);
  expect(first.image.height / first.image.width).toBeLessThan(first.ratio / 2);
});

test("a print contains only the sheet, in the light theme, on as many pages as needed, and the app is restored afterwards", async ({
  page,
  app,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.addInitScript(() => {
    window.print = () => {};
  });
  const texts = Array.from({ length: 40 }, (_, place) => `Message ${place}. ${"The tide comes late. ".repeat(30)}`);
  await openReplies(page, app.url, "printed", texts);
  const dialog = await exportDialog(page);
  await dialog.getByRole("button", { name: "Preview" }).last().click();
  await dialog.getByRole("radio", { name: "PDF" }).click();
  await expect(dialog.getByText("Message 39.")).toBeVisible();
  await dialog.getByRole("button", { name: "Print or save as PDF" }).click();
  await expect(page.locator("body")).toHaveAttribute("data-printing", "");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("body > article")).toBeVisible();
  await expect(page.locator("body > article")).toHaveCSS("color", "rgb(26, 26, 26)");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main")).toBeHidden();
  await page.emulateMedia({ media: null });
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(3);
  await expect(page.locator("body")).not.toHaveAttribute("data-printing");
  await expect(page.locator("body > article")).toHaveCount(0);
  await expect(dialog).toBeVisible();
});

test("on a phone, files are shared with other apps; those that the system does not accept as files are shared as texts", async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    Object.assign(window, { shared: [] });
    navigator.canShare = ({ files = [] } = {}) => files.every(({ type }) => type === "image/png");
    navigator.share = async ({ files = [], text = "" } = {}) => {
      (window as unknown as { shared: unknown[] }).shared.push({ files: files.map(({ name }) => name), text });
    };
  });
  await openReplies(page, app.url, "short", ["Slack water."]);
  await page.getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: /Export|Share/ }).click();
  const dialog = page.getByRole("dialog", { name: "Export or share" });
  await dialog.getByRole("button", { name: "Preview" }).last().click();
  const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
  await dialog.getByRole("button", { name: "Share…" }).click();
  const image = { files: ["Given replies.png"], text: "" };
  await expect.poll(shared).toEqual([image]);
  await dialog.getByRole("radio", { name: "Plain text" }).click();
  await dialog.getByRole("button", { name: "Share…" }).click();
  await expect.poll(shared).toEqual([image, { files: [], text: expect.stringContaining("Slack water.") }]);
});

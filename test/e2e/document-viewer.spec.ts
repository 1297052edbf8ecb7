import type { Page } from "@playwright/test";
import { pdfOf } from "../support/pdf-samples";
import type { App } from "./support/app-server";
import { axeFindings } from "./support/axe";
import { addressOf, composerLoaded, everywhere, expect, messageBox, test } from "./support/fixtures";

const lines = (index: number): readonly string[] => {
  if (index === 2) return ["The bakery opens early.", "Bread is baked at four."];
  if (index === 11) return ["Boats leave at dawn.", "The ferry to the island takes", "forty minutes."];
  return [`High water comes twice a day, on page ${index + 1}.`];
};

const pageTexts = Array.from({ length: 20 }, (_, index) => lines(index));
const tides = (buffer = pdfOf(pageTexts)) => ({ name: "tides.pdf", mimeType: "application/pdf", buffer });

/** Attaches a PDF and asks a question whose answer cites it. */
async function ask(page: Page, app: App, file = tides(), question = "citesPdf"): Promise<void> {
  await page.goto(addressOf(app, "/chat"));
  await composerLoaded(page);
  await page.getByTestId("attach-files").setInputFiles([file]);
  await expect(page.getByRole("button", { name: /^tides\.pdf/ })).toBeVisible();
  const box = page.locator("[data-chat-screen] textarea");
  await box.fill(question);
  await box.press("Enter");
  await expect(
    page
      .getByRole("article")
      .last()
      .getByRole("button", { name: /^tides\.pdf, p\. 3/ })
      .last(),
  ).toBeVisible();
  await expect(page.getByRole("article").last()).not.toHaveAttribute("aria-busy", "true");
}

const panelOf = (page: Page) => page.getByRole("complementary", { name: "tides.pdf" });
const citation = (page: Page, number: number) =>
  page.getByRole("button", { name: `tides.pdf, p. ${number}: open the document` }).first();
const pageField = (page: Page) => page.getByRole("textbox", { name: "Go to page" });

test(
  "a citation opens the PDF beside the chat at its page, with the passage marked",
  everywhere,
  async ({ page, app }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await ask(page, app);
    await citation(page, 12).click();
    const panel = panelOf(page);
    const twelfth = panel.getByRole("region", { name: "Page 12 of 20" });
    await expect(twelfth.locator("mark")).toHaveText(["The ferry to the island takes", "forty minutes."]);
    await expect(twelfth.locator("mark").first()).toBeInViewport();
    await expect(pageField(page)).toHaveValue("12");
    await expect(panel.getByRole("region", { name: "Pages", exact: true })).toBeFocused();
    await expect(page.getByTitle("This chat has no such document or page.")).toContainText("fish.pdf, p. 2");
    expect(await axeFindings(page)).toEqual([]);

    // Only the pages nearby are rendered.
    expect(await panel.locator("canvas").count()).toBeLessThan(7);
    expect(await twelfth.locator("canvas").evaluate(isPainted)).toBe(true);

    // The chat stays usable, and another citation changes the place.
    await panel.evaluate((node) => node.setAttribute("data-same", ""));
    await messageBox(page).fill("And the bus?");
    await expect(messageBox(page)).toHaveValue("And the bus?");
    await citation(page, 3).click();
    await expect(panel.locator("mark")).toHaveText("Bread is baked at four.");
    await expect(page.locator("[data-same]")).toBeVisible();

    await panel.getByRole("button", { name: "Next page" }).click();
    await expect(pageField(page)).toHaveValue("4");
    await pageField(page).fill("20");
    await pageField(page).press("Enter");
    await expect(panel.getByRole("region", { name: "Page 20 of 20" })).toBeInViewport();
    await expect(panel.getByRole("button", { name: "Next page" })).toBeDisabled();

    await panel.getByRole("radio", { name: "Text" }).click();
    await expect(panel.getByRole("region", { name: "Text of the document" })).toHaveText(
      "High water comes twice a day, on page 20.",
    );
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
    await expect(citation(page, 3)).toBeFocused();
  },
);

/** Whether a canvas shows anything but one color. */
function isPainted(canvas: SVGElement | HTMLElement): boolean {
  if (!(canvas instanceof HTMLCanvasElement)) return false;
  const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  return data.some((value, index) => value !== data[index % 4]);
}

test("the panel closes with its chat, and a document of an earlier message opens in it", async ({ page, app }) => {
  await ask(page, app);
  await page.reload();
  await page.getByRole("button", { name: /^tides\.pdf \d+ pages/ }).click();
  await expect(panelOf(page).getByRole("radio", { name: "Matching passages" })).toBeVisible();
  await expect(panelOf(page).getByText("High water comes twice a day, on page 1.")).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).first().click();
  await expect(panelOf(page)).toHaveCount(0);
});

test("on a phone the document fills a sheet", async ({ page, app }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  await ask(page, app);
  await citation(page, 12).click();
  const sheet = page.getByRole("dialog", { name: "tides.pdf" });
  await expect(sheet.locator("mark").first()).toBeInViewport();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(citation(page, 12)).toBeFocused();
});

test("a window without space for both has a sheet, and the page stays when the window grows", async ({ page, app }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1240, height: 900 });
  await ask(page, app);
  await citation(page, 12).click();
  const sheet = page.getByRole("dialog", { name: "tides.pdf" });
  await expect(sheet.locator("mark").first()).toBeInViewport();
  await sheet.getByRole("button", { name: "Next page" }).click();
  await expect(pageField(page)).toHaveValue("13");
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(sheet).toHaveCount(0);
  await expect(panelOf(page).getByRole("region", { name: "Page 13 of 20" })).toBeInViewport();
  await expect(pageField(page)).toHaveValue("13");
});

test("in Arabic the panel is at the left, and pages stay left to right", async ({ page, app }) => {
  await page.addInitScript(() => localStorage.setItem("lang", "ar"));
  await ask(page, app);
  await page
    .getByRole("article")
    .getByRole("button", { name: /^tides\.pdf, p\. 12/ })
    .click();
  const panel = panelOf(page);
  await expect(panel.locator("mark").first()).toBeInViewport();
  const box = await panel.boundingBox();
  expect(box?.x).toBeLessThan(100);
  await expect(panel.locator("canvas").first()).toHaveCSS("direction", "ltr");
});

test("the mark of a turned page is at its text", async ({ page, app }) => {
  await ask(page, app, tides(pdfOf(pageTexts, { page: "/Rotate 90" })));
  await citation(page, 12).click();
  const twelfth = panelOf(page).getByRole("region", { name: "Page 12 of 20" });
  await expect(twelfth.locator("mark").first()).toBeInViewport();
  const [sheet, mark] = [await twelfth.boundingBox(), await twelfth.locator("mark").first().boundingBox()];
  if (!sheet || !mark) throw new Error("The page is not visible.");
  expect(sheet.width / sheet.height).toBeCloseTo(842 / 595, 1);
  // The line is 98 points below the top and 60 points from the left of the page before it is turned.
  expect((mark.x + mark.width / 2 - sheet.x) / sheet.width).toBeCloseTo((842 - 98) / 842, 1);
  expect((mark.y - sheet.y) / sheet.height).toBeCloseTo(60 / 595, 1);
  expect(mark.height).toBeGreaterThan(mark.width);
});

test("a damaged original falls back to its text", async ({ page, app }) => {
  await ask(page, app);
  await page.evaluate(damageOriginals);
  await citation(page, 12).click();
  const panel = panelOf(page);
  await expect(panel.getByText("The original file can’t be displayed, so its text is shown.")).toBeVisible();
  await expect(panel.locator("mark")).toHaveText("The ferry to the island takes\nforty minutes.");
});

/** Replaces the bytes of all stored PDF files. */
async function damageOriginals(): Promise<void> {
  const result = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await result(indexedDB.open(name));
    if (database.objectStoreNames.contains("blobs")) {
      const store = database.transaction("blobs", "readwrite").objectStore("blobs");
      for (const blob of await result(store.getAll())) {
        if (blob.type === "application/pdf") await result(store.put({ ...blob, bytes: new ArrayBuffer(99) }));
      }
    }
    database.close();
  }
}

test("scripts, links and remote files of a PDF do nothing @R7.7", async ({ page, app }) => {
  const asked: string[] = [];
  const dialogs: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const remote = "https://remote.example";
  const script = `<< /S /JavaScript /JS (app.alert\\("run"\\); this.submitForm\\("${remote}/form"\\);) >>`;
  const file = pdfOf(pageTexts, {
    catalog: `/OpenAction ${script} /AA << /WC ${script} >> /AcroForm << /Fields [] /XFA (<a href="${remote}/xfa"/>) >>`,
    page: `/AA << /O ${script} >> /Annots [
      << /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (${remote}/link) >> >>
      << /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [10 10 90 40] /AA << /F ${script} >> >>
      << /Type /Annot /Subtype /Screen /Rect [10 50 90 90] /A << /S /GoToR /F << /FS /URL /F (${remote}/file.pdf) >> >> >>
    ]`,
  });
  await ask(page, app, tides(file));
  await citation(page, 12).click();
  const panel = panelOf(page);
  await expect(panel.locator("mark").first()).toBeInViewport();
  const address = page.url();
  await panel.locator("mark").first().click();
  await expect(panel.getByRole("region").getByRole("region").locator("a, input, iframe, object, embed")).toHaveCount(0);
  expect(dialogs).toEqual([]);
  expect(asked.filter((url) => !url.startsWith(app.url) && !/^(blob|data):/.test(url))).toEqual([]);
  expect([page.url(), page.context().pages().length]).toEqual([address, 1]);
});

test("ten thousand pages of two sizes are scrolled with few canvases", async ({ page, app }) => {
  const many = Array.from({ length: 10_000 }, (_, index) => [`Page ${index + 1} of the tables.`]);
  const file = pdfOf(many, { sizeOf: (index) => (index % 2 === 0 ? [595, 842] : [842, 595]) });
  await ask(page, app, tides(file));
  await citation(page, 3).click();
  const panel = panelOf(page);
  await expect(panel.getByRole("region", { name: "Page 3 of 10,000" })).toBeInViewport();
  await pageField(page).fill("9000");
  await pageField(page).press("Enter");
  await expect(panel.getByText("Page 9000 of the tables.")).toBeInViewport();
  expect(await panel.locator("canvas").count()).toBeLessThan(9);
});

test("a reply with 700 citations shows each as a button", async ({ page, app }) => {
  await ask(page, app, tides(), "citesOften");
  await expect(page.getByRole("button", { name: "tides.pdf, p. 3: open the document" })).toHaveCount(700);
  await page.getByRole("button", { name: "tides.pdf, p. 3: open the document" }).last().click();
  await expect(pageField(page)).toHaveValue("3");
});

test("a document of a mask opens from its list", async ({ page, app }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(addressOf(app, "/chat"));
  await composerLoaded(page);
  await page.getByRole("button", { name: "Chat settings" }).click();
  await page.getByRole("dialog", { name: "Chat settings" }).getByRole("button", { name: "Manage" }).click();
  await page.getByTestId("knowledge-files").setInputFiles([tides()]);
  await page.getByRole("button", { name: "tides.pdf", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "tides.pdf" });
  await expect(dialog.getByText("High water comes twice a day, on page 1.")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "tides.pdf", exact: true })).toBeFocused();
});

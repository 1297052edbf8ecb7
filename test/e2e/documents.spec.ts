import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { sheetsOf, wordOf, wordParagraph } from "../support/document-samples";
import { zipOf } from "../support/zip-samples";
import { axeFindings } from "./support/axe";
import {
  chooseModel,
  composerLoaded,
  everywhere,
  expect,
  messageBox,
  replyEnded,
  send,
  test,
} from "./support/fixtures";

const fixture = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: readFileSync(`test/fixtures/documents/${name}`),
});

const file = async (name: string, document: Blob) => ({
  name,
  mimeType: "",
  buffer: Buffer.from(await document.arrayBuffer()),
});

test("the text of PDF, Word and Excel files is sent with their names", everywhere, async ({ page, app, provider }) => {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.goto(app.url);
  await composerLoaded(page);
  const before = scripts.length;
  await page
    .getByTestId("attach-files")
    .setInputFiles([
      fixture("report.pdf"),
      await file("letter.docx", wordOf(wordParagraph("Dear harbour"))),
      await file("tides.xlsx", sheetsOf({ Tides: '<row><c t="str"><v>Brest</v></c><c><v>3</v></c></row>' })),
      { name: "sizes.csv", mimeType: "text/csv", buffer: Buffer.from("Größe;Fähre\n7;schön", "latin1") },
    ]);
  await expect(page.getByRole("button", { name: "tides.xlsx", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "letter.docx", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "letter.docx" }).getByRole("textbox")).toHaveValue("Dear harbour");
  await page.keyboard.press("Escape");
  // Reading them loads nothing from elsewhere.
  expect(scripts.slice(before).filter((url) => !url.startsWith(app.url) && !url.startsWith("blob:"))).toEqual([]);
  await send(page, "compare");
  await replyEnded(page);
  const pdf =
    "## Page 1\n\nTide report\n\nHigh water in Brest was three hours late.\nLow water was on time.\n\nThe next report follows in May.\n\n## Page 2\n\n## Page 3\n\nAppendix: 5 m – 7 m";
  const content = `compare\n\n\`\`\`csv title="sizes.csv"\nGröße;Fähre\n7;schön\n\`\`\`\n\n\`\`\`pdf title="report.pdf"\n${pdf}\n\`\`\`\n\n\`\`\`docx title="letter.docx"\nDear harbour\n\`\`\`\n\n\`\`\`xlsx title="tides.xlsx"\n## Sheet: Tides\n\n| Brest | 3 |\n| --- | --- |\n\`\`\``;
  expect(provider.asked.at(-1)?.messages).toEqual([{ role: "user", content: expect.stringContaining(content) }]);
});

test("Japanese PDF files are read with the app's own tables; scans are sent as files; others are skipped with a reason", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(app.url);
  await composerLoaded(page);
  await page.getByTestId("attach-files").setInputFiles([fixture("japanese.pdf")]);
  await page.getByRole("button", { name: /^japanese\.pdf/ }).click();
  const panel = page.getByRole("complementary", { name: "japanese.pdf" });
  await expect(panel.getByRole("region", { name: "Page 1 of 1" })).toHaveText("潮位の報告");
  await expect(panel.getByRole("radio", { name: "Original file" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByTestId("attach-files").setInputFiles([fixture("encrypted.pdf")]);
  await expect(page.getByText("encrypted.pdf is password-protected.")).toBeVisible();
  await page.getByTestId("attach-files").setInputFiles([fixture("scan.pdf")]);
  await expect(page.getByRole("button", { name: /^scan\.pdf/ })).toContainText("Original file, 1 page");
  await send(page, "read both");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.messages.at(-1)).toMatchObject({
    content: [
      {
        type: "file",
        file: { filename: "scan.pdf", file_data: expect.stringMatching(/^data:application\/pdf;base64,/) },
      },
      { type: "text", text: expect.stringContaining("潮位の報告") },
    ],
  });
});

/** Asks a model with vision that takes no PDF files about a scan. */
async function askAboutScan(page: Page, url: string, { name, size }: { name: string; size: string }): Promise<void> {
  await page.goto(url);
  await composerLoaded(page);
  await chooseModel(page, "OpenAI", "gpt-4-turbo");
  await page.getByTestId("attach-files").setInputFiles([fixture(name)]);
  const chip = page.getByRole("button", { name: new RegExp(`^${name.replace(".", "\\.")}`) });
  await expect(chip).toContainText(`Pages as images, ${size}`);
  await send(page, "read it");
  await replyEnded(page);
}

test("the pages of a scan are sent as images to a model with vision that takes no PDF files", async ({
  page,
  app,
  provider,
}) => {
  await askAboutScan(page, app.url, { name: "scan.pdf", size: "1 page" });
  await send(page, "again");
  await replyEnded(page);
  type Content = { readonly type: string; readonly text?: string; readonly image_url?: { readonly url: string } }[];
  const sent = provider.asked.slice(-2).map(({ messages: asked }) => {
    return asked.filter(({ role, content }) => role === "user" && typeof content !== "string")[0]?.content as Content;
  });
  expect(sent[0]?.[0]?.text).toContain('Pages of the document "scan.pdf" are attached as images, in this order: 1.');
  const url = sent[0]?.[1]?.image_url?.url ?? "";
  expect(sent[1]?.[1]?.image_url?.url).toBe(url);
  // The number of different colors, and the longer side.
  const [colors, side] = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const data = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    return [new Set(new Uint32Array(new Uint8Array(data).buffer)).size, Math.max(image.width, image.height)];
  }, url);
  expect(colors).toBeGreaterThan(1);
  expect(side).toBeGreaterThan(1000);
});

test("scans that are compressed with JPEG 2000, JBIG2 and CCITT are sent as readable images", async ({
  page,
  app,
  provider,
}) => {
  await askAboutScan(page, app.url, { name: "compressed-scans.pdf", size: "3 pages" });
  const content = provider.asked.at(-1)?.messages.at(-1)?.content as { image_url?: { url: string } }[];
  const urls = content.flatMap(({ image_url }) => image_url?.url ?? []);
  // Each page is white with a black upper left quarter.
  const brightness = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const context = new OffscreenCanvas(2, 2).getContext("2d");
          context?.drawImage(image, 0, 0, 2, 2);
          const data = context?.getImageData(0, 0, 2, 2).data ?? [];
          return [0, 4, 8, 12].map((index) => ((data[index] ?? 0) > 127 ? "white" : "black"));
        }),
      ),
    urls,
  );
  const expected = ["black", "white", "white", "white"];
  expect(brightness).toEqual([expected, expected, expected]);
});

test("mails and ZIP archives are attached with the documents in them", async ({ page, app }) => {
  const letter = new Uint8Array(await wordOf(wordParagraph("Dear harbour")).arrayBuffer());
  const archive = zipOf(
    { name: "docs/letter.docx", contents: letter },
    { name: "docs/a.txt", contents: "ebb" },
    { name: "photo.png", contents: "png" },
  );
  await page.goto(app.url);
  await composerLoaded(page);
  await page.getByTestId("attach-files").setInputFiles([
    { name: "docs.zip", mimeType: "application/zip", buffer: Buffer.from(archive) },
    {
      name: "tide.eml",
      mimeType: "message/rfc822",
      buffer: Buffer.from("From: ann@example.com\r\nSubject: Tide\r\n\r\nHigh water is late."),
    },
  ]);
  await expect(page.getByText("1 file couldn’t be read: photo.png")).toBeVisible();
  await expect(page.getByRole("button", { name: "docs/a.txt", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "docs/letter.docx", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "docs/letter.docx" }).getByRole("textbox")).toHaveValue("Dear harbour");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "tide.eml", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "tide.eml" }).getByRole("textbox")).toHaveValue(
    "From: ann@example.com\nSubject: Tide\n\nHigh water is late.",
  );
});

/** A text of three pages, of which the second names the ferry. */
const tides = [
  `## Page 1\n\n${"High water comes twice a day. ".repeat(120)}`,
  `## Page 2\n\n${"Boats leave the harbour at dawn. ".repeat(120)}\n\nThe ferry to the island takes forty minutes.`,
  `## Page 3\n\n${"Low water is six hours later. ".repeat(120)}`,
].join("\n\n");
const tidesFile = { name: "tides.md", mimeType: "text/markdown", buffer: Buffer.from(tides) };

test(
  "a long document is stored once, its sent part is chosen, and citations open it at the passage",
  everywhere,
  async ({ page, app, provider }) => {
    await page.goto(app.url);
    await composerLoaded(page);
    await page.getByTestId("attach-files").setInputFiles([tidesFile]);
    const chip = page.getByRole("button", { name: /^tides\.md/ });
    await expect(chip).toHaveText(/^tides\.md3 pages, \d,\d{3} tokens$/);
    await chip.click();
    const panel = page.getByRole("complementary", { name: "tides.md" });
    await panel.getByRole("radio", { name: "Chosen pages" }).click();
    await panel.getByRole("textbox", { name: "Pages" }).fill("2, 9");
    await expect(panel.getByText("Enter pages from 1 to 3, such as 1-3, 7.")).toBeVisible();
    await panel.getByRole("textbox", { name: "Pages" }).fill("2");
    await panel.getByRole("button", { name: "Next page" }).click();
    await expect(panel.getByRole("region", { name: "Text of the document" })).toContainText("The ferry to the island");
    await page.keyboard.press("Escape");
    await expect(chip).toContainText("1 of 3 pages");
    await send(page, "cites the ferry");
    await replyEnded(page);
    const asked = String(provider.asked.at(-1)?.messages.at(-1)?.content);
    expect(asked).toContain("The ferry to the island takes forty minutes.");
    expect(asked).not.toContain("High water comes");

    await expect(page.getByTitle("This chat has no such document or page.")).toContainText("tides.md, p. 9");
    await expect(page.getByRole("article").last().getByText("So [1, 2] stays.")).toBeVisible();
    await page.getByRole("button", { name: "tides.md, p. 2: open the document" }).click();
    await expect(panel.locator("mark")).toHaveText("The ferry to the island takes forty minutes.");
    await expect(panel.locator("mark")).toBeInViewport();
    await page.keyboard.press("Escape");

    // The choice of a sent document counts for the next questions, after a reload as well.
    await page.reload();
    await page.getByRole("button", { name: /^tides\.md 1 of 3 pages/ }).click();
    await panel.getByRole("radio", { name: "Matching passages" }).click();
    await page.keyboard.press("Escape");
    await send(page, "How long does the ferry to the island take?");
    await replyEnded(page);
    const searched = String(provider.asked.at(-1)?.messages.at(-1)?.content);
    expect(searched).toContain("Passages of attached documents:");
    expect(searched).toContain("[tides.md, p. 2]");
    expect(searched).toContain("The ferry to the island takes forty minutes.");
  },
);

test("a chat answers from the documents of its mask", async ({ page, app, provider }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(app.url);
  await composerLoaded(page);
  await page.getByRole("button", { name: "Chat settings" }).click();
  const settings = page.getByRole("dialog", { name: "Chat settings" });
  await settings.getByRole("button", { name: "Manage" }).click();
  const documents = page.getByRole("dialog", { name: "Documents" });
  await expect(documents.getByText("No documents yet")).toBeVisible();
  await page
    .getByTestId("knowledge-files")
    .setInputFiles([
      tidesFile,
      fixture("encrypted.pdf"),
      { name: "bread.txt", mimeType: "text/plain", buffer: Buffer.from("Bread is baked at four.") },
    ]);
  await expect(documents.getByRole("listitem")).toHaveCount(2);
  await expect(documents.getByText("1 file couldn’t be read: encrypted.pdf")).toBeVisible();
  await documents.getByRole("button", { name: "Remove file: bread.txt" }).click();
  await expect(documents.getByRole("listitem")).toHaveCount(1);
  expect(await axeFindings(page)).toEqual([]);
  await documents.getByRole("button", { name: "Done" }).click();
  await expect(settings.getByText("1 document", { exact: true })).toBeVisible();
  await settings.getByRole("button", { name: "Done" }).click();
  // The documents are indexed while the question is being written.
  const workers = page.workers().length;
  await messageBox(page).fill("cites");
  await expect.poll(() => page.workers().length).toBeGreaterThan(workers);
  await send(page, "cites the ferry to the island");
  await replyEnded(page);
  expect(String(provider.asked.at(-1)?.messages.at(-1)?.content)).toContain("[tides.md, p. 2]");
  await page.reload();
  await page.getByRole("button", { name: "tides.md, p. 2: open the document" }).click();
  await expect(page.getByRole("complementary", { name: "tides.md" }).locator("mark")).toHaveText(
    "The ferry to the island takes forty minutes.",
  );
});

import { axeFindings } from "./support/axe";
import { composerLoaded, expect, messageBox, openPath, replyEnded, send, serverKey, test } from "./support/fixtures";
import { unlistedNames } from "./support/stored-names";

/** A text of twelve pages, of which the eighth names the gear. All pages have words of the question but this one. */
const handbook = Array.from({ length: 12 }, (_, page) => {
  const filler = `You can hire a boat with a sail on page ${page + 1}. `.repeat(24);
  return `## Page ${page + 1}\n\n${page === 7 ? "Oilskins are in the shed behind the slipway. ".repeat(24) : filler}`;
}).join("\n\n");
const handbookFile = { name: "handbook.md", mimeType: "text/markdown", buffer: Buffer.from(handbook) };
const question = "Can I hire waterproof clothing?";

const asked = (messages: readonly { readonly content: unknown }[] = []) => String(messages.at(-1)?.content);

/** Attaches the handbook and chooses its matching passages. */
async function attachHandbook(page: Parameters<typeof send>[0]): Promise<void> {
  await composerLoaded(page);
  await page.getByTestId("attach-files").setInputFiles([handbookFile]);
  const chip = page.getByRole("button", { name: /^handbook\.md/ });
  await chip.click();
  const panel = page.getByRole("complementary", { name: "handbook.md" });
  await panel.getByRole("radio", { name: "Matching passages" }).click();
  await page.keyboard.press("Escape");
  await expect(chip).toContainText("passages");
}

/** The size of all stored vectors, in bytes. */
function vectorBytes(page: Parameters<typeof send>[0]): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("parley-vectors");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("vectors").objectStore("vectors").getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.reduce((sum, { values }) => sum + values.byteLength, 0));
          };
        };
      }),
  );
}

test("passages in other words are found by meaning, once it is turned on @S10.5", async ({ page, app, provider }) => {
  await page.goto(app.url);
  await attachHandbook(page);
  await send(page, question);
  await replyEnded(page);
  expect(provider.embedded).toEqual([]);
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain(
    "parley-vectors",
  );

  await openPath(page, "/settings#documents");
  const documents = page.getByRole("region", { name: "Documents" });
  const search = documents.getByRole("switch", { name: "Search documents by meaning" });
  await documents.getByRole("combobox", { name: "Server for embeddings" }).selectOption({ label: "OpenAI" });
  await expect(documents).toContainText("are sent");
  await documents.getByRole("button", { name: "Check" }).click();
  await expect.poll(() => provider.embedded.map(({ input }) => input)).toEqual([["test"]]);
  await expect(documents.getByRole("status")).not.toContainText(/Sends one word|Checking/);
  await search.click();
  await expect(search).toBeChecked();
  await expect(documents.getByRole("textbox", { name: "Embedding model" })).toBeDisabled();
  expect(await axeFindings(page, { within: "#documents" })).toEqual([]);

  await page.goBack();
  await send(page, question);
  await replyEnded(page);
  const [, ...calls] = provider.embedded;
  expect(new Set(calls.map(({ authorization, model }) => `${authorization} ${model}`))).toEqual(
    new Set([`Bearer ${serverKey} text-embedding-3-small`]),
  );
  const inputs = calls.flatMap(({ input }) => input);
  // A short question is sent with the previous one.
  expect(inputs.filter((text) => text === `${question}\n${question}`)).toHaveLength(1);
  expect(inputs.filter((text) => text.includes("Oilskins are in the shed"))).toHaveLength(1);
  const sent = asked(provider.asked.at(-1)?.messages);
  expect(sent).toContain("[handbook.md, p. 8]");
  expect(sent).toContain("Oilskins are in the shed");

  // After a reload only the new question is sent. Nothing unknown is stored.
  await page.reload();
  const before = provider.embedded.length;
  await composerLoaded(page);
  await send(page, "Where is waterproof clothing?");
  await replyEnded(page);
  expect(provider.embedded.slice(before).map(({ input }) => input)).toEqual([
    [`${question}\nWhere is waterproof clothing?`],
  ]);
  expect(asked(provider.asked.at(-1)?.messages)).toContain("[handbook.md, p. 8]");
  expect(await unlistedNames(page)).toEqual([]);
  expect(await vectorBytes(page)).toBeGreaterThan(0);

  await openPath(page, "/settings#costs");
  await expect(page.getByRole("region", { name: "Usage and cost" })).toContainText("text-embedding-3-small");
  await openPath(page, "/settings#documents");
  await search.click();
  await expect(search).not.toBeChecked();
  await expect.poll(() => vectorBytes(page)).toBe(0);
});

test("if the server refuses, passages are found by their words, and a notice says so once", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(`${app.url}/settings#documents`);
  const documents = page.getByRole("region", { name: "Documents" });
  await documents.getByRole("combobox", { name: "Server for embeddings" }).selectOption({ label: "OpenAI" });
  await documents.getByRole("textbox", { name: "Embedding model" }).fill("fails");
  const search = documents.getByRole("switch", { name: "Search documents by meaning" });
  await search.click();
  await expect(search).toBeChecked();
  await openPath(page, "/");
  await attachHandbook(page);
  await send(page, "What is in the shed?");
  const notice = page.getByText("OpenAI didn’t answer. Passages are found by their words.");
  await expect(notice).toBeVisible();
  await replyEnded(page);
  expect(asked(provider.asked.at(-1)?.messages)).toContain("Oilskins are in the shed");
  await expect(notice).toBeHidden();
  await send(page, "And where is the slipway?");
  await replyEnded(page);
  await expect(notice).toBeHidden();
  await expect(messageBox(page)).toBeVisible();
});

import type { Page } from "@playwright/test";
import { bodyOf, startUpstream } from "../support/local-upstream";
import { axeFindings } from "./support/axe";
import {
  chooseModel,
  composerLoaded,
  expect,
  messageBox,
  messages,
  needsServer,
  newChat,
  openPath,
  replyEnded,
  send,
  serverKey,
  test,
} from "./support/fixtures";

/** A provider that reports 1,000 input and 500 output tokens for each reply. A reply about forever never ends. */
async function startBilling() {
  const streamed: string[] = [];
  const upstream = await startUpstream(async (request, response) => {
    if (request.method !== "POST") return void response.end('{"data":[]}');
    const body = await bodyOf(request);
    if (JSON.parse(body).stream !== true) return void response.writeHead(500).end("{}");
    streamed.push(body);
    response.setHeader("content-type", "text/event-stream");
    const chunk = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
    response.write(chunk({ choices: [{ index: 0, delta: { content: "At noon." }, finish_reason: "stop" }] }));
    if (body.includes("forever")) return;
    response.end(`${chunk({ choices: [], usage: { prompt_tokens: 1000, completion_tokens: 500 } })}data: [DONE]\n\n`);
  });
  return { ...upstream, streamed };
}

/** Sets the price of a model: 1,000 for a million input tokens, 2,000 for output, so that a reply costs 2.00. */
async function addOwnPrice(page: Page): Promise<void> {
  await openPath(page, "/settings#own-prices");
  await page.getByRole("button", { name: "Add a price" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a price" });
  await dialog.getByLabel("Model").fill("gpt-3.5-turbo");
  await dialog.getByLabel("Input", { exact: true }).fill("many");
  await expect(dialog.getByText("Enter a number with up to six decimals").first()).toBeVisible();
  await dialog.getByLabel("Input", { exact: true }).fill("1000");
  await dialog.getByLabel("Output").fill("2000");
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("All providers · Input $1,000.00 · Output $2,000.00")).toBeVisible();
}

/** Runs a command of the palette. */
async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill(`> ${name}`);
  await page.getByRole("option", { name, exact: true }).waitFor();
  await page.keyboard.press("Enter");
}

const budgetAmount = (page: Page) => page.getByRole("textbox", { name: "Monthly budget" });
/** Presses Enter over a spent budget: the message stays in the box. */
async function refuse(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await messageBox(page).press("Enter");
  await expect(page.getByText("Not sent. Your message is still in the message box.")).toBeVisible();
  await expect(messageBox(page)).toHaveValue(text);
}

const lastMessage = (page: Page) => messages(page).last();

test.describe(() => {
  // Colors are checked: none may be in transition.
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

  test(
    "a reply, a chat and a month show their cost, and a budget stops before sending",
    needsServer,
    async ({ page, withApp }) => {
      const billing = await startBilling();
      await withApp({ OPENAI_API_KEY: serverKey, BASE_URL: billing.url }, async (app) => {
        await page.goto(app.url);
        await addOwnPrice(page);
        await openPath(page, "/");
        await newChat(page);
        await chooseModel(page, "OpenAI", "gpt-3.5-turbo");
        await send(page, "When is high water?");
        await replyEnded(page);
        await lastMessage(page).hover();
        await expect(lastMessage(page)).toContainText("500 tokens · $2.00");

        await openPath(page, "/settings#usage-and-cost");
        const row = page.getByRole("row", { name: /gpt-3\.5-turbo/ });
        await expect(row.getByRole("cell")).toHaveText(["1", "1K", "500", "$2.00"]);
        await expect(page.getByRole("row", { name: /^Total/ })).toContainText("$2.00");

        await budgetAmount(page).fill("2.4");
        await page.goBack();
        await composerLoaded(page);
        const near = page.getByRole("heading", { name: "83% of this month’s budget is used: $2.00 of $2.40" });
        await expect(near).toBeVisible();
        await send(page, "And low water?");
        await replyEnded(page);
        await expect(page.getByRole("heading", { name: /is used up: \$4\.00 of \$2\.40/ })).toBeVisible();

        await refuse(page, "And tomorrow?");
        await expect(messages(page)).toHaveCount(4);
        expect(billing.streamed).toHaveLength(2);
        expect(await axeFindings(page)).toEqual([]);

        // The second click of a double click must not open the settings.
        await page.getByRole("button", { name: "Send this once" }).dblclick();
        await expect(lastMessage(page)).toContainText("At noon.");
        await replyEnded(page);
        expect(billing.streamed).toHaveLength(3);
        await expect(page).toHaveURL(/\/chat/);
        await expect(page.getByText("Not sent.")).toBeHidden();

        await lastMessage(page).hover();
        await lastMessage(page).getByRole("button", { name: "Retry" }).click();
        await expect(page.getByText("Not sent. No new reply was requested.")).toBeVisible();
        await expect(messages(page)).toHaveCount(6);
        expect(billing.streamed).toHaveLength(3);
        await page.getByRole("button", { name: "Send this once" }).dblclick();
        await expect(page.getByRole("heading", { name: /is used up: \$8\.00 of \$2\.40/ })).toBeVisible();
        expect(billing.streamed).toHaveLength(4);
        expect(billing.streamed[3]).toContain("And tomorrow?");
        await expect(page).toHaveURL(/\/chat/);

        await page.getByRole("link", { name: "Change budget" }).click();
        await budgetAmount(page).fill("100");
        await expect(page.getByRole("row", { name: /^Total/ })).toContainText("$8.00");
        await page.reload();
        await expect(budgetAmount(page)).toHaveValue("100");

        await openPath(page, "/");
        await composerLoaded(page);
        await runCommand(page, "New project");
        const editor = page.getByRole("dialog", { name: "Edit project" });
        await editor.getByRole("textbox", { name: "Name" }).fill("Tides");
        await budgetAmount(page).fill("2.4");
        await editor.getByRole("button", { name: "Done" }).click();
        await newChat(page);
        await chooseModel(page, "OpenAI", "gpt-3.5-turbo");
        await runCommand(page, "Move to project");
        await page.getByRole("combobox", { name: "Search projects" }).fill("tid");
        await page.keyboard.press("Enter");
        await send(page, "And in summer?");
        await replyEnded(page);
        await expect(page.getByRole("heading", { name: /^83% of this month’s budget of Tides/ })).toBeVisible();
        await send(page, "And in winter?");
        await replyEnded(page);
        await expect(
          page.getByRole("heading", { name: /budget of Tides is used up: \$4\.00 of \$2\.40/ }),
        ).toBeVisible();
        await refuse(page, "And at night?");
        expect(billing.streamed).toHaveLength(6);
        await page.getByRole("button", { name: "Send this once" }).click();
        await expect(lastMessage(page)).toContainText("At noon.");
        await replyEnded(page);
        expect(billing.streamed).toHaveLength(7);
        await page.getByRole("button", { name: "Change budget" }).click();
        await expect(editor.getByText("$6.00")).toBeVisible();
        await editor.getByRole("button", { name: "Done" }).click();
        await openPath(page, "/settings#usage-and-cost");
        const ofProjects = page.getByRole("region", { name: /^Projects, / });
        await expect(ofProjects.getByRole("row", { name: /^Tides/ })).toContainText("$6.00");
        await expect(ofProjects.getByRole("row", { name: /^No project/ })).toContainText("$8.00");
        await expect(ofProjects.getByRole("row", { name: /^Total/ })).toContainText("$14.00");
        expect(await axeFindings(page, { within: "section section:has(table)" })).toEqual([]);
      });
      await billing.close();
    },
  );

  test("a reply that a reload cuts is counted once, as an estimate", needsServer, async ({ page, withApp }) => {
    const billing = await startBilling();
    await withApp({ OPENAI_API_KEY: serverKey, BASE_URL: billing.url }, async (app) => {
      await page.goto(app.url);
      await addOwnPrice(page);
      await openPath(page, "/");
      await newChat(page);
      await chooseModel(page, "OpenAI", "gpt-3.5-turbo");
      await send(page, "Tell me forever");
      await expect(lastMessage(page)).toContainText("At noon.");
      for (let times = 0; times < 2; times += 1) {
        await page.reload();
        await composerLoaded(page);
      }
      await openPath(page, "/settings#usage-and-cost");
      const cells = page.getByRole("row", { name: /gpt-3\.5-turbo/ }).getByRole("cell");
      await expect(cells.first()).toHaveText("1");
      await expect(cells.last()).toHaveText(/^about \$0\./);
      await page.reload();
      await expect(cells.first()).toHaveText("1");
      await page.goBack();
      await lastMessage(page).hover();
      await expect(lastMessage(page)).toContainText(/about \$0\./);
    });
    await billing.close();
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test("settings and notice fit, and several models are asked once", needsServer, async ({ page, withApp }) => {
      const billing = await startBilling();
      await withApp({ OPENAI_API_KEY: serverKey, BASE_URL: billing.url }, async (app) => {
        await page.goto(app.url);
        await addOwnPrice(page);
        await budgetAmount(page).fill("0.0001");
        await page.goto(`${app.url}/chat`);
        await send(page, "When is high water?");
        await replyEnded(page);
        const notice = page.getByRole("heading", { name: /is used up/ });
        await expect(notice).toBeVisible();
        const sides = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        expect(sides[0]).toBeLessThanOrEqual(sides[1] ?? 0);
        expect(await axeFindings(page)).toEqual([]);
        await openPath(page, "/settings#usage-and-cost");
        await expect(page.getByRole("row", { name: /^Total/ })).toBeVisible();
        const table = page.getByRole("table");
        const fits = await table.evaluate(({ parentElement }) => {
          const { scrollWidth = 0, clientWidth = 0 } = parentElement ?? {};
          return scrollWidth <= clientWidth;
        });
        expect(fits).toBe(true);
        // The name of the provider is on one line.
        const name = table.getByText("OpenAI", { exact: true });
        expect(await name.evaluate((node) => node.getClientRects().length)).toBe(1);
        // Rows far outside the viewport are not rendered, so their labels are hidden.
        expect(await axeFindings(page, { within: "section section:has(table)" })).toEqual([]);

        await page.goto(`${app.url}/chat`);
        await composerLoaded(page);
        await messageBox(page).fill(":several");
        await messageBox(page).press("Enter");
        const several = page.getByRole("dialog", { name: "Ask several models" });
        await several.getByLabel("Message", { exact: true }).fill("And at noon?");
        for (const model of ["gpt-3.5-turbo", "gpt-4o"]) {
          await several.getByLabel("Search models").fill(model);
          await several.getByRole("checkbox", { name: new RegExp(`^${model.replace(".", "\\.")} `) }).check();
        }
        await expect(several.getByRole("heading", { name: "This month’s budget is used up." })).toBeVisible();
        await expect(several.getByRole("button", { name: "Send", exact: true })).toHaveCount(0);
        expect(await axeFindings(page)).toEqual([]);
        expect(billing.streamed).toHaveLength(1);
        await several.getByRole("button", { name: "Send this once" }).click();
        const columns = page.getByRole("article", { name: "Replies side by side" });
        await expect(columns.getByText("Finished", { exact: true })).toHaveCount(2);
        expect(billing.streamed).toHaveLength(3);
        // The permission ends with the comparison.
        await refuse(page, "And later?");
        expect(billing.streamed).toHaveLength(3);
      });
      await billing.close();
    });
  });
});

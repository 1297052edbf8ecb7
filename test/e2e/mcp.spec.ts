import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { type EverythingServer, startEverything } from "../support/mcp-everything";
import { test as base, expect, messages, newChat, replyEnded, send } from "./support/fixtures";

const test = base.extend<object, { readonly everything: EverythingServer }>({
  everything: [
    async ({}, use) => {
      const everything = await startEverything("streamableHttp");
      await use(everything);
      await everything.stop();
    },
    { scope: "worker" },
  ],
});

const servers = (page: Page) => page.getByRole("list", { name: "Your servers" }).getByRole("listitem");

async function addServer(page: Page, url: string, text: string): Promise<void> {
  await page.goto(`${url}/mcp-market`);
  await page.getByRole("button", { name: "Add server" }).click();
  const dialog = page.getByRole("dialog", { name: "Add server" });
  await dialog.getByLabel("Address").fill(text);
  await dialog.getByRole("button", { name: "Connect" }).click();
}

test("a remote server is added by its address, and its tools are asked for, shown and run in a chat", async ({
  page,
  app,
  everything,
}) => {
  const { host } = new URL(everything.url);
  await addServer(page, app.url, everything.url);
  await expect(servers(page).first()).toContainText("Connected");
  await servers(page).first().getByRole("button", { name: "Tools" }).click();
  const tools = page.getByRole("dialog", { name: `Tools of ${host}` });
  await expect(tools.getByText("echo", { exact: true })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  await tools.getByRole("button", { name: "Done" }).click();

  await page.goto(app.url);
  await newChat(page);
  await page.getByRole("button", { name: "Tools", exact: true }).click();
  const choice = page.getByRole("dialog", { name: "Tools" });
  await choice.getByRole("switch", { name: host }).click();
  await choice.getByRole("button", { name: "Done" }).click();
  await send(page, 'calls echo {"message":"spring tide"}');
  const ask = page.getByRole("region", { name: `Allow echo to run on ${host}?` });
  await ask.getByRole("button", { name: "Allow once" }).click();
  await replyEnded(page);
  await expect(messages(page).last()).toContainText("The tools said: Echo: spring tide");
});

test("the configuration of another program is understood; what is deleted comes back by undo, what is off rests", async ({
  page,
  app,
  everything,
}) => {
  const configuration = { mcpServers: { tides: { type: "http", url: everything.url }, files: { command: "npx" } } };
  await addServer(page, app.url, JSON.stringify(configuration));
  const row = servers(page).first();
  await expect(row).toContainText("tides");
  await expect(row).toContainText("Connected");
  await row.getByRole("button", { name: "Turn off: tides" }).click();
  await expect(row).toContainText("Off");
  await row.getByRole("button", { name: "Delete: tides" }).click();
  await expect(servers(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(servers(page).first()).toContainText("tides");
  await page.reload();
  await expect(servers(page).first()).toContainText("Off");
});

test("a server that is not there says so, and connects once it is", async ({ page, app }) => {
  const first = await startEverything("streamableHttp");
  await first.stop();
  await addServer(page, app.url, first.url);
  await expect(servers(page).first()).toContainText("It cannot be reached");
  const second = await startEverything("streamableHttp", first.port);
  await servers(page).first().getByRole("button", { name: "Connect again" }).click();
  await expect(servers(page).first()).toContainText("Connected");
  await second.stop();
});

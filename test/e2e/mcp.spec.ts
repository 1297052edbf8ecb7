import type { Page } from "@playwright/test";
import { type EverythingServer, startEverything } from "../support/mcp-everything";
import { startGuarded } from "../support/mcp-guarded";
import { startOwnMcp } from "../support/mcp-own";
import { axeFindings } from "./support/axe";
import {
  test as base,
  chooseTool,
  expect,
  messageBox,
  messages,
  needsServer,
  newChat,
  replyEnded,
  send,
} from "./support/fixtures";

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

/** Adds a server and chooses it for a new chat. Returns its host. */
async function chatWithServer(page: Page, url: string, server: string): Promise<string> {
  const { host } = new URL(server);
  await addServer(page, url, server);
  await expect(servers(page).first()).toContainText("Connected");
  // Without New chat: its key may be heard after the choice, and would reset the empty chat.
  await page.goto(url);
  await chooseTool(page, host);
  return host;
}

test("a remote server is added by its address, and its tools ask for permission, are shown and run in a chat", async ({
  page,
  app,
  everything,
}) => {
  const { host } = new URL(everything.url);
  await page.goto(`${app.url}/mcp-market`);
  await expect(page.getByText("No servers yet")).toBeVisible();
  await addServer(page, app.url, everything.url);
  await expect(servers(page).first()).toContainText("Connected");
  await servers(page).first().getByRole("button", { name: "Tools" }).click();
  const tools = page.getByRole("dialog", { name: `Tools of ${host}` });
  await expect(tools.getByText("echo", { exact: true })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await tools.getByRole("button", { name: "Done" }).click();

  await page.goto(app.url);
  await newChat(page);
  await chooseTool(page, host);
  await send(page, 'calls echo {"message":"spring tide"}');
  const ask = page.getByRole("region", { name: `Allow echo to run on ${host}?` });
  await ask.getByRole("button", { name: "Allow once" }).click();
  await replyEnded(page);
  await expect(messages(page).last()).toContainText("The tools said: Echo: spring tide");
});

test("an image in a tool's result is shown on its card, stored, and described to a model without images in results", async ({
  page,
  app,
  everything,
}) => {
  await addServer(page, app.url, everything.url);
  await expect(servers(page).first()).toContainText("Connected");
  await servers(page).first().getByRole("button", { name: "Use in a new chat" }).click();
  await expect(page.getByRole("button", { name: "Tools, 1 chosen" })).toBeVisible();
  await send(page, "calls get-tiny-image {}");
  await page.getByRole("button", { name: "Allow once" }).click();
  await replyEnded(page);
  await expect(messages(page).last()).toContainText("(An image of type image/png, shown to the user.)");
  const image = page.getByRole("img", { name: "Image from get-tiny-image" });
  await expect(image).toHaveJSProperty("complete", true);
  expect(await image.getAttribute("src")).toMatch(/^blob:/);
  await page.reload();
  await expect(image).toBeVisible();
});

test("a tool that its server changes while the chat is open asks again before it runs, although it was always allowed @T9.2", async ({
  page,
  app,
}) => {
  const own = await startOwnMcp({ letsPagesIn: true });
  const ask = page.getByRole("region", { name: "Allow tide to run on" });
  await addServer(page, app.url, own.address);
  await expect(servers(page).first()).toContainText("1 tool");
  await servers(page).first().getByRole("button", { name: "Use in a new chat" }).click();
  await send(page, "calls tide {}");
  await ask.getByRole("button", { name: "Always allow" }).click();
  await replyEnded(page);
  await expect(messages(page).last()).toContainText("The tools said: The next tide");
  await own.describe("Sends money");
  await send(page, "calls tide {}");
  await expect(ask).toContainText("but it has changed since.");
  await expect(ask).toContainText("Sends money");
  await ask.getByRole("button", { name: "Deny" }).click();
  await replyEnded(page);
  await expect(messages(page).last()).toContainText("You denied this call");
  await own.close();
});

test("another program's configuration is imported; a deleted server is restored by undo, a disabled one is not called", async ({
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

test("an unreachable server has an error state, and connects once it is reachable", async ({ page, app }) => {
  const first = await startEverything("streamableHttp");
  await first.stop();
  await addServer(page, app.url, first.url);
  await expect(servers(page).first()).toContainText("Couldn’t reach the server");
  const second = await startEverything("streamableHttp", first.port);
  await servers(page).first().getByRole("button", { name: "Reconnect" }).click();
  await expect(servers(page).first()).toContainText("Connected");
  await second.stop();
});

test("a server that requires a sign-in opens it in a popup; the token is only sent to it @T9.6", async ({
  page,
  app,
}) => {
  const guarded = await startGuarded();
  const url = `${guarded.url}/mcp`;
  await addServer(page, app.url, url);
  const row = servers(page).first();
  await expect(row).toContainText("Sign-in required");
  await row.getByRole("button", { name: "Sign in" }).click();
  await expect(row).toContainText("Connected");
  await expect(row).toContainText("1 tool");
  expect(guarded.granted).toEqual([url]);
  await page.reload();
  await expect(servers(page).first()).toContainText("Connected");
  const stored = await page.evaluate(() => ({ ...localStorage }));
  const holders = Object.keys(stored).filter((key) => String(stored[key]).includes("tide-token"));
  expect(holders).toEqual(["mcp-sign-ins"]);
  await guarded.close();
});

/** The operator's part of the wire, with one server and the secret `open`. */
async function playOperator(page: Page): Promise<object[]> {
  const actions: object[] = [];
  let running = [{ id: "git", status: "error", error: "spawn git ENOENT", tools: 0 }];
  await page.route("**/api/config", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), enableMcp: true } });
  });
  await page.route("**/api/mcp", async (route) => {
    const request = route.request();
    if (request.method() === "POST") {
      if (request.headers()["x-mcp-admin-secret"] !== "open") {
        return route.fulfill({ status: 403, json: { error: { message: "Only the administrator can do this." } } });
      }
      const action = request.postDataJSON();
      actions.push(action);
      running = [...running, { id: action.id, status: "active", error: "", tools: 2 }];
    }
    return route.fulfill({ json: { servers: running, canManage: true } });
  });
  return actions;
}

test(
  "the operator's servers show their state; one of the market is configured and added with the secret",
  needsServer,
  async ({ page, app }) => {
    const actions = await playOperator(page);
    await page.goto(`${app.url}/mcp-market`);
    const operators = page.getByRole("list", { name: "This site’s servers" }).getByRole("listitem");
    await expect(operators).toContainText("spawn git ENOENT");
    await page.getByRole("button", { name: "Add Filesystem" }).click();
    const form = page.getByRole("dialog", { name: "Configure Filesystem" });
    await expect(form.getByRole("button", { name: "Save and start" })).toHaveAttribute("aria-disabled", "true");
    await form.getByRole("textbox", { name: "Folder 1" }).fill("/srv/tides");
    await form.getByRole("button", { name: "Save and start" }).click();
    const secret = page.getByRole("dialog", { name: "Admin secret" });
    await secret.getByLabel("Secret", { exact: true }).fill("shut");
    await secret.getByRole("button", { name: "Continue" }).click();
    await expect(secret).toContainText("The secret was rejected.");
    await secret.getByLabel("Secret", { exact: true }).fill("open");
    await secret.getByRole("button", { name: "Continue" }).click();
    await expect(operators.filter({ hasText: "filesystem" })).toContainText("Running");
    expect(actions).toEqual([
      {
        action: "add",
        id: "filesystem",
        config: { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "/srv/tides"], env: {} },
      },
    ]);
    expect(await axeFindings(page)).toEqual([]);
  },
);

test("a resource of a chosen server is attached, and a prompt goes into the message box", async ({
  page,
  app,
  everything,
}) => {
  await chatWithServer(page, app.url, everything.url);
  const openContent = async () => {
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("menuitem", { name: "From MCP servers" }).click();
  };
  const content = page.getByRole("dialog", { name: "From MCP servers" });
  await openContent();
  await content.getByRole("button", { name: /^Insert simple/i }).click();
  await expect(content).toBeHidden();
  await expect(messageBox(page)).toHaveValue("This is a simple prompt without arguments.");
  await openContent();
  await content
    .getByRole("button", { name: /^Attach / })
    .first()
    .click();
  await expect(content).toBeHidden();
  await expect(page.getByText(/^Pasted text, /)).toBeVisible();
});

test("a server asks the user during a call: the form is checked, sent, and can be declined", async ({
  page,
  app,
  everything,
}) => {
  // Colors are checked: none may be in transition.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const host = await chatWithServer(page, app.url, everything.url);
  await send(page, "calls trigger-elicitation-request {}");
  const ask = page.getByRole("region", { name: "Allow trigger-elicitation-request to run on" });
  await ask.getByRole("button", { name: "Allow in this chat" }).click();
  const form = page.getByRole("region", { name: new RegExp(`${host}.* asks for information`) });
  await expect(form).toContainText("Please provide inputs for the following fields:");
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form).toContainText("Fill in this field.");
  await form.getByRole("textbox", { name: /^String(?! with)/ }).fill("Ada Lovelace");
  await form.getByRole("button", { name: "Send" }).click();
  await replyEnded(page);
  await expect(messages(page).last()).toContainText("Ada Lovelace");

  await send(page, "calls trigger-elicitation-request {}");
  await form.getByRole("button", { name: "Decline" }).click();
  await replyEnded(page);
  await expect(messages(page).last()).toContainText("declined");
});

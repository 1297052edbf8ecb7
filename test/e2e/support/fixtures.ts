import { test as base, expect, type Page } from "@playwright/test";
import { type AppServer, startApp } from "./app-server";
import { type FakeProvider, startProvider } from "./provider";

interface Servers {
  readonly provider: FakeProvider;
  /** The standalone app with a key and the fake provider behind it. */
  readonly app: AppServer;
  /** The standalone app without any key. */
  readonly keyless: AppServer;
  /** The standalone app behind the access code `open sesame`. */
  readonly guarded: AppServer;
}

/** The operator's key; it must never be seen outside the server. */
export const serverKey = "sk-server-0123456789";

async function using<T extends { stop(): Promise<void> }>(starting: Promise<T>, use: (server: T) => Promise<void>) {
  const server = await starting;
  await use(server);
  await server.stop();
}

/** Tests with the servers that they name, started once a worker. */
export const test = base.extend<object, Servers>({
  provider: [
    async ({}, use) => {
      const provider = await startProvider();
      await use(provider);
      await provider.close();
    },
    { scope: "worker" },
  ],
  app: [
    async ({ provider }, use) =>
      using(startApp("standalone", { OPENAI_API_KEY: serverKey, BASE_URL: provider.url }), use),
    { scope: "worker" },
  ],
  keyless: [async ({}, use) => using(startApp("standalone"), use), { scope: "worker" }],
  guarded: [
    async ({ provider }, use) =>
      using(startApp("standalone", { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, CODE: "open sesame" }), use),
    { scope: "worker" },
  ],
});

export { expect };

/** The message box of the open chat. */
export function messageBox(page: Page) {
  return page.getByRole("textbox", { name: "Message", exact: true });
}

/** Writes a message and sends it with Enter. */
export async function send(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await messageBox(page).press("Enter");
}

/** The messages of the open chat, from the first. */
export function messages(page: Page) {
  return page.getByRole("log", { name: "Conversation" }).getByRole("article");
}

/** Chooses a model of a provider for the open chat. */
export async function chooseModel(page: Page, provider: string, model: string): Promise<void> {
  await page.getByRole("button", { name: /^(Model: |Choose a model)/ }).click();
  await page.getByRole("combobox", { name: "Search models" }).fill(model);
  const group = page.getByRole("listbox", { name: "Model" }).getByRole("group", { name: provider, exact: true });
  await group
    .getByRole("option")
    .filter({ has: page.getByText(model, { exact: true }) })
    .click();
}

/** Opens a new chat at once, past the choice of a mask. */
export async function newChat(page: Page): Promise<void> {
  // The keys are heard once the sidebar stands.
  await expect(page.getByRole("complementary")).toBeVisible();
  await page.keyboard.press("Control+Shift+O");
}

/** Offers a plugin or an MCP server to the model of the open chat. */
export async function chooseTool(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Tools(,|$)/ }).click();
  const dialog = page.getByRole("dialog", { name: "Tools" });
  await dialog.getByRole("switch", { name, exact: true }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
}

/** Waits until the open chat's reply has ended: it stands last, and neither it nor the message box is busy with it. */
export async function replyEnded(page: Page): Promise<void> {
  await expect(messages(page).last()).not.toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
}

/** Stops the open chat's reply, if it has not ended by itself yet. */
export async function stopReply(page: Page): Promise<void> {
  await messageBox(page).press("Escape");
  await replyEnded(page);
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { placeholder } from "../../scripts/base-path.mjs";
import { dynamicImport } from "../../scripts/shell-files.mjs";
import { startEverything } from "../support/mcp-everything";
import { startSharingService } from "../support/sharing-service";
import type { App } from "./support/app-server";
import {
  chooseTool,
  expect,
  messageBox,
  messages,
  newChat,
  replyEnded,
  send,
  stopReply,
  test,
} from "./support/fixtures";
import { drawnIn, givenFont } from "./support/given-brand";
import { exportFolder } from "./support/open-export";
import { serveFolder } from "./support/static-host";

/** The addresses that a page asks from now on, but for those of its own files. */
function callsOf(page: Page, host: Pick<App, "url">): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    const isOwnFile = `${request.url()}/`.startsWith(`${host.url}/`) && !url.href.startsWith(`${host.url}/api`);
    if (!isOwnFile) calls.push(`${request.method()} ${request.url()}`);
  });
  return calls;
}

test("without a server the demonstration runs in the page, and its answer survives a reload", async ({
  page,
  keyless: host,
}) => {
  const calls = callsOf(page, host);
  await page.goto(host.url);
  await expect(page.getByText("a built-in demo answers")).toBeVisible();
  await page.getByRole("button", { name: "A table" }).click();
  // A head alone is only rendered as a table while it grows.
  await expect(messages(page).nth(1).getByRole("row").nth(2)).toBeVisible();
  await stopReply(page);
  await page.reload();
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).nth(0)).toContainText("Show me a table");
  await expect(messages(page).nth(1).getByRole("table").first()).toBeVisible();
  expect(calls).toEqual([]);
});

test("every screen opens by its own URL, and an unknown one leads home", async ({ page, keyless: host }) => {
  await page.goto(`${host.url}/chat/`);
  await expect(messageBox(page)).toBeVisible();
  await page.goto(`${host.url}/settings/`);
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  for (const nowhere of ["/nowhere/", "/no/where", "/chat/nowhere.html"]) {
    const unknown = await page.goto(host.url + nowhere);
    expect(unknown?.status()).toBe(404);
    await page.getByRole("link", { name: "Back to chats" }).click();
    await expect(page).toHaveURL(`${host.url}/`);
    await expect(messageBox(page)).toBeVisible();
  }
});

test("legacy hash paths open their pages, and a link without a server applies a key", async ({
  page,
  keyless: host,
}) => {
  await page.goto(`${host.url}/#/settings`);
  await expect(page).toHaveURL(`${host.url}/settings/`);
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await page.goto(`${host.url}/#/auth?settings={"key":"sk-0123456789abcdef"}&code=open`);
  const dialog = page.getByRole("dialog", { name: "Apply settings from this link?" });
  await expect(dialog.getByText("Sent only to api.openai.com")).toBeVisible();
  await expect(dialog.getByText("This site doesn’t need an access code.")).toBeVisible();
  await expect(page).toHaveURL(`${host.url}/auth/`);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("access-control"))).toContain("sk-0123456789abcdef");
});

test("a chat's own URL opens that chat, and navigating to the settings and back loads no page", async ({
  page,
  keyless: host,
}) => {
  await page.goto(host.url);
  await page.getByRole("button", { name: "Introduction" }).click();
  await expect(messages(page).nth(1)).toContainText(/this is a demo/i);
  await stopReply(page);
  await page.getByRole("navigation", { name: "Chats" }).getByRole("link").click();
  await expect(page).toHaveURL(/\/chat\/?\?id=/);
  await page.reload();
  await expect(messages(page).nth(0)).toContainText("Hello, what can you do?");
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await page.goBack();
  await expect(messages(page).nth(0)).toContainText("Hello, what can you do?");
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("the rescue page exists, too", async ({ page, keyless: host }) => {
  await page.goto(`${host.url}/rescue/`);
  await expect(page.getByRole("heading", { name: "Save your data" })).toBeVisible();
  await expect(page.getByRole("status")).toContainText("No app data found.");
  await page.getByRole("link", { name: "Back to app" }).click();
  await expect(messageBox(page)).toBeVisible();
});

/** Enters a key of the user's own for a provider's address, and leads to the chat. */
async function enterOwnKey(page: Page, host: Pick<App, "url">, address: string): Promise<void> {
  await page.goto(`${host.url}/settings/#access`);
  await page.getByRole("switch", { name: /Use my own API keys/ }).check();
  await page.locator("#openai").getByText("OpenAI", { exact: true }).click();
  await page.getByRole("textbox", { name: "OpenAI address" }).fill(address);
  await page.getByLabel("OpenAI API key", { exact: true }).fill("sk-own-key");
  await page.getByRole("link", { name: "Close settings" }).click();
}

test("the preview file does nothing without a header that sandboxes it", async ({ page, keyless: host }) => {
  await page.goto(`${host.url}/settings/`);
  const drawn = await page.evaluate(async (address) => {
    const frame = document.createElement("iframe");
    frame.src = address;
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
    document.body.append(frame);
    await loaded;
    const heard = new Promise((resolve) => frame.contentWindow?.addEventListener("message", resolve));
    frame.contentWindow?.postMessage({ html: "<h1>High water</h1>", mayRun: true, hasNetwork: true }, "*");
    await heard;
    return [frame.contentWindow?.origin, frame.contentDocument?.querySelectorAll("iframe").length];
  }, `${host.url}/preview.html`);
  expect(drawn).toEqual([new URL(host.url).origin, 0]);
});

test("an own key with an own address is sent directly to the provider, and nothing else leaves the page @L6.4 @S12", async ({
  page,
  keyless: host,
  provider,
}) => {
  const calls = callsOf(page, host);
  await enterOwnKey(page, host, provider.url);
  await send(page, "straight there");
  await expect(messages(page).nth(1)).toContainText("You said: straight there");
  await replyEnded(page);
  expect(provider.asked.at(-1)).toEqual({
    authorization: "Bearer sk-own-key",
    model: "gpt-4o-mini",
    messages: [{ role: "user", content: "straight there" }],
    tools: [],
  });
  expect(new Set(calls)).toEqual(new Set([`POST ${provider.url}/v1/chat/completions`]));
});

test("a remote MCP server is called directly from the page, and the model calls its tools", async ({
  page,
  keyless: host,
  provider,
}) => {
  const everything = await startEverything("streamableHttp");
  try {
    const calls = callsOf(page, host);
    await enterOwnKey(page, host, provider.url);
    await page.goto(`${host.url}/mcp-market/`);
    await page.getByRole("button", { name: "Add server" }).click();
    const dialog = page.getByRole("dialog", { name: "Add server" });
    await dialog.getByLabel("Address").fill(everything.url);
    await dialog.getByRole("button", { name: "Connect" }).click();
    await expect(page.getByRole("list", { name: "Your servers" })).toContainText("Connected");
    await page.goto(host.url);
    await newChat(page);
    await chooseTool(page, new URL(everything.url).host);
    await send(page, 'calls echo {"message":"slack water"}');
    await page.getByRole("button", { name: "Allow once" }).click();
    await replyEnded(page);
    await expect(messages(page).last()).toContainText("The tools said: Echo: slack water");
    expect(new Set(calls.map((call) => new URL(call.split(" ")[1] ?? "").origin))).toEqual(
      new Set([provider.url, new URL(everything.url).origin]),
    );
  } finally {
    await everything.stop();
  }
});

test("if the page names a service for shared conversations, they are sent there directly; pages are not shared", async ({
  page,
  path,
}) => {
  const service = await startSharingService();
  // Whoever serves the folder may write into the tag what the build could have been told.
  const share = JSON.stringify({ url: service.url, link: service.link }).replaceAll('"', "&quot;");
  const tag = '<meta name="config" content="{';
  const host = await serveFolder(exportFolder, {
    path,
    edit: (html) => html.replace(tag, `${tag}&quot;share&quot;:${share},`),
  });
  try {
    await page.goto(host.url);
    await page.getByRole("button", { name: "Introduction" }).click();
    await expect(messages(page).nth(1)).toContainText(/this is a demo/i);
    await stopReply(page);
    await page.keyboard.press("Control+Shift+S");
    const dialog = page.getByRole("dialog", { name: "Export or share" });
    await dialog.getByRole("button", { name: "Preview" }).last().click();
    await dialog.getByRole("button", { name: "Share link" }).click();
    const ask = page.getByRole("dialog", { name: "Share a link to these messages" });
    await ask.getByRole("button", { name: "Share a readable page" }).click();
    await ask.getByRole("button", { name: `Send to ${new URL(service.url).host}` }).click();
    await expect(ask.getByRole("textbox", { name: "Link" })).toHaveValue(service.link.replace("{id}", "0"));
    expect(service.kept[0]?.items.map(({ from }) => from)).toEqual(["human", "gpt", "human"]);
  } finally {
    await host.stop();
    await service.stop();
  }
});

test("config.json in the folder changes the brand, and errors in it are reported", async ({ page, path }) => {
  const config = {
    name: "Harbour",
    logo: "/icon-app.svg",
    accent: "olive",
    font: { family: "Harbour Sans", src: givenFont.path },
    hidden: ["voice"],
  };
  const host = await serveFolder(exportFolder, { path, files: { "config.json": JSON.stringify(config) } });
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.route(host.url + givenFont.path, (route) => route.fulfill({ path: givenFont.font }));
  try {
    await page.goto(`${host.url}/settings/`);
    await expect(page).toHaveTitle("Settings · Harbour");
    await expect(page.getByRole("link", { name: "Speech" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Voice chat" })).toHaveCount(0);
    await expect.poll(() => drawnIn(page, "Harbour Sans")).toEqual({ isFirst: true, loaded: ["loaded"] });
    await expect(page.getByRole("complementary").locator("img").first()).toHaveAttribute("src", `${path}/icon-app.svg`);
    expect(errors).toEqual(["config.json: accent must be a colour such as #566917, or empty."]);
    await page.goto(`${host.url}/rescue/`);
    await expect(page).toHaveTitle("Save your data · Harbour");
  } finally {
    await host.stop();
  }
});

test("config.json and defaults.json in the folder set what new users start with", async ({ page, path }) => {
  const files = {
    "config.json": JSON.stringify({
      defaults: { settings: { theme: "dark", density: "compact" }, fixed: ["density"], hidden: ["fontFamily"] },
    }),
    "defaults.json": JSON.stringify({ masks: [{ name: "Harbour master", context: [] }] }),
  };
  const host = await serveFolder(exportFolder, { path, files });
  try {
    await page.goto(`${host.url}/settings/`);
    await expect(page.locator("body")).toHaveClass(/dark/);
    await expect(page.locator("#density").getByRole("radio").first()).toBeDisabled();
    await expect(page.locator("#fontSize")).toBeVisible();
    await expect(page.locator("#fontFamily")).toHaveCount(0);
    await page.goto(`${host.url}/masks/`);
    await expect(page.getByText("Harbour master")).toHaveCount(1);
  } finally {
    await host.stop();
  }
});

test("all files of a page are below its base path, and its policy allows them", async ({ page, path }) => {
  const host = await serveFolder(exportFolder, { path });
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Refused/.test(message.text())) refused.push(message.text());
  });
  try {
    await page.goto(host.url);
    await expect(messageBox(page)).toBeVisible();
    // Formulas and diagrams bring code, sheets, fonts and a page of their own.
    await send(page, "mathematics");
    await expect(messages(page).last().locator(".katex-display").first()).toBeVisible();
    await stopReply(page);
    await send(page, "a diagram");
    await expect(messages(page).last().getByRole("img", { name: "Diagram" })).toBeVisible();
    await stopReply(page);
    await send(page, "the tide tables");
    await replyEnded(page);
    for (const [screen, title] of [
      ["Masks", "Pick a mask"],
      ["Settings", "Settings"],
    ] as const) {
      await page.getByRole("link", { name: screen, exact: true }).first().click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await page.goBack();
      await expect(messageBox(page)).toBeVisible();
    }
    // The search runs beside the page.
    await page.goto(`${host.url}/search-chat/?q=tide+tables`);
    await expect(page.getByRole("option").first()).toContainText("the tide tables");
    const icons = page.locator('link[rel*="icon"], link[rel="manifest"]');
    for (const address of await icons.evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))) {
      expect((await page.request.get(address)).status()).toBe(200);
    }
    expect(refused).toEqual([]);
    expect(host.missed).toEqual([]);
    expect(host.asked.filter((asked) => asked !== path && !asked.startsWith(`${path}/`))).toEqual([]);
    expect(host.asked.filter((asked) => asked.includes(placeholder))).toEqual([]);
    expect(host.asked).toContainEqual(expect.stringMatching(/KaTeX.*\.woff2$/));
    expect(host.asked).toEqual(expect.arrayContaining([`${path}/diagram/index.html`, `${path}/masks.json`]));
  } finally {
    await host.stop();
  }
});

/** Returns the chunks that this page may load in place of those that it has loaded, and that are not cached. */
async function uncachedAlternatives(page: Page, base: string): Promise<readonly string[]> {
  const text = readFileSync(join(exportFolder, "service-worker/built.js"), "utf8");
  const { alternatives } = JSON.parse(text.slice(text.indexOf("{"), text.indexOf(";\n")));
  // A build can have none, but the imports from which they are read must be recognized in its chunks.
  const chunks = join(exportFolder, "_next/static/chunks");
  const scripts = readdirSync(chunks, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const recognized = scripts.flatMap((name) => [...readFileSync(join(chunks, name), "utf8").matchAll(dynamicImport)]);
  expect(recognized).not.toEqual([]);
  const urls = alternatives.map((paths: string[]) => paths.map((path) => `${base}/${path}`));
  return page.evaluate(async (groups: string[][]) => {
    const loaded = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
    const wanted = groups.filter((group) => group.some((url) => loaded.has(url))).flat();
    const cached = await Promise.all(wanted.map(async (url) => Boolean(await caches.match(url))));
    return wanted.filter((_, index) => !cached[index]);
  }, urls);
}

test.describe("with its worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("it only controls its path, and opens the app without a network", async ({ page, context, keyless: host }) => {
    await page.goto(host.url);
    const isCached = (path: string) =>
      page.evaluate(async (url) => (await caches.match(url))?.ok, `${host.url}/${path}`);
    await expect.poll(() => isCached("service-worker/whole"), { timeout: 40_000 }).toBe(true);
    const scopes = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    );
    expect(scopes).toEqual([`${host.url}/`]);
    // Other screens than those of the core open offline once they were used, whichever of their chunks load first.
    await page.goto(`${host.url}/masks/`);
    await expect(page.getByRole("heading", { level: 1, name: "Masks" })).toBeVisible();
    await expect.poll(() => uncachedAlternatives(page, host.url), { timeout: 20_000 }).toEqual([]);
    // A first visit leaves out the settings.
    await expect.poll(() => isCached("settings/"), { timeout: 40_000 }).toBe(true);
    await context.setOffline(true);
    await page.goto(`${host.url}/settings/`);
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await page.getByRole("link", { name: "Close settings" }).click();
    await expect(messageBox(page)).toBeVisible();
    await page.goto(`${host.url}/masks`);
    await expect(page.getByRole("heading", { level: 1, name: "Masks" })).toBeVisible();
  });
});

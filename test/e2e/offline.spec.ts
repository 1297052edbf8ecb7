import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { App, Build } from "./support/app-server";
import { expect, messageBox, messages, replyEnded, send, test } from "./support/fixtures";
import { type ExportedApp, exportFolder } from "./support/open-export";

test.use({ serviceWorkers: "allow" });
// The second changes the files that the first is served from.
test.describe.configure({ mode: "serial" });

/** Where the files lie that a build serves as they are. */
const publicFiles = { standalone: ".next/standalone/public", edge: "public", export: exportFolder } as const;

/** The list of the worker's files as it was built, and the way to have the app serve another one. */
function listOfFiles(app: App, build: Build) {
  const name = "service-worker/built.js";
  const onDisk = join(publicFiles[build], name);
  const serve = (list: string) => {
    // The folder of an export is served in other tests as well.
    if ("files" in app) (app as ExportedApp).files[name] = list;
    else writeFileSync(onDisk, list);
  };
  return { built: readFileSync(onDisk, "utf8"), serve };
}

/** Waits until a file is cached; without a name, until chats would open without a network. */
async function kept(page: Page, { url }: App, path = "service-worker/whole"): Promise<void> {
  const find = (address: string) => caches.match(address).then((found) => found?.ok);
  await expect.poll(() => page.evaluate(find, `${url}/${path}`), { timeout: 40_000 }).toBe(true);
}

test("offline, the app opens with its chats, and messages sent then are sent in order when the network returns", async ({
  page,
  context,
  app,
  provider,
}) => {
  await page.goto(app.url);
  await send(page, "the tide tables");
  await replyEnded(page);
  await kept(page, app);
  // A first visit leaves out the settings.
  await page.reload();
  await kept(page, app, "settings?part=");
  await context.setOffline(true);
  await page.reload();
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).first()).toContainText("the tide tables");
  await send(page, "first behind the pier");
  await send(page, "second behind the pier");
  await expect(page.getByText("You’re offline.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Queued messages" }).getByRole("listitem")).toHaveCount(2);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await page.goBack();
  await expect(messageBox(page)).toBeVisible();
  await context.setOffline(false);
  await expect(messages(page)).toHaveCount(6);
  await replyEnded(page);
  await expect(messages(page).nth(3)).toContainText("You said: first behind the pier");
  await expect(messages(page).nth(5)).toContainText("You said: second behind the pier");
  const asked = provider.asked.flatMap(({ messages: sent }) => sent.at(-1)?.content ?? []);
  expect(asked.filter((text) => String(text).includes("behind the pier"))).toEqual([
    "first behind the pier",
    "second behind the pier",
  ]);
});

test("a screen that was used once opens offline, together with its worker", async ({ page, context, app }) => {
  await page.goto(app.url);
  await send(page, "the tide tables");
  await replyEnded(page);
  await kept(page, app);
  await page.goto(`${app.url}/search-chat?q=tide+tables`);
  await expect(page.getByRole("option").first()).toContainText("the tide tables");
  await context.setOffline(true);
  await page.goto(`${app.url}/search-chat?q=tide+tables`);
  await expect(page.getByRole("option").first()).toContainText("the tide tables");
});

test("a first visit caches a small part of the app", async ({ page, app }) => {
  await page.goto(app.url);
  await kept(page, app);
  const paths = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("shell-"));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(paths.length).toBeLessThan(65);
  expect(paths.filter((path) => /\/(settings|masks|sd|plugins|emoji)\b/.test(path))).toEqual([]);
});

test("a newer version is offered and installed after confirmation @S10.2", async ({ page, keyless, build }) => {
  const { built, serve } = listOfFiles(keyless, build);
  await page.goto(keyless.url);
  await kept(page, keyless);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await messageBox(page).fill("half a sentence");
  try {
    serve(built.replace(/"version":"\w+"/, '"version":"newer"'));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.getByText("A new version is ready.")).toBeVisible({ timeout: 40_000 });
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
    await page.getByRole("button", { name: "Reload" }).click();
    await page.waitForFunction(() => !("isSamePage" in window));
    await expect(messageBox(page)).toHaveValue("half a sentence");
    expect(await page.evaluate(() => caches.keys())).toContain("shell-newer");
  } finally {
    serve(built);
  }
});

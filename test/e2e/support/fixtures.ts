import { type BrowserContext, test as base, expect, type Page, type TestInfo } from "@playwright/test";
import { type App, type AppServer, type Build, startApp } from "./app-server";
import { type ExportedApp, openExport, storageOf } from "./open-export";
import { type FakeProvider, startProvider } from "./provider";

/** What a project of playwright.config.ts is run against. */
export interface Target {
  readonly build: Build;
  /** The path below which an export is served, such as `/a/b`; empty for a host's first one. */
  readonly path: string;
}

export interface Servers extends Target {
  readonly provider: FakeProvider;
  /** The app with a key and the fake provider behind it. */
  readonly app: App;
  /** The app without any key. */
  readonly keyless: App;
  /** The app behind the access code `open sesame`. */
  readonly guarded: AppServer;
  /** Lets a test use a server with settings of its own, and stops it also when the test fails. */
  readonly withApp: (settings: Record<string, string>, use: (app: AppServer) => Promise<void>) => Promise<void>;
  /** The same as `app` where the build is an export. */
  readonly exported: ExportedApp | undefined;
}

/** The marks of tests that do not run against each build, and of those that do at each gate (docs/decisions/0044). */
export const needsServer = { tag: "@server" };
export const needsNode = { tag: "@node" };
export const everywhere = { tag: "@everywhere" };

/** The operator's key; it must never be seen outside the server. */
export const serverKey = "sk-server-0123456789";

/** Opens an app with keys and addresses: the operator's, or, where there is none, those of whoever opens it. */
export function openApp({ build, path }: Target, settings: Record<string, string> = {}): Promise<App> {
  return build === "export" ? openExport(path, settings) : startApp(build, settings);
}

async function using<T extends App>(opening: Promise<T>, use: (app: T) => Promise<void>) {
  const app = await opening;
  try {
    await use(app);
  } finally {
    await app.stop();
  }
}

const withKey = ({ url }: FakeProvider) => ({ OPENAI_API_KEY: serverKey, BASE_URL: url });

/** Tests with the servers that they name, started once a worker. */
export const test = base.extend<object, Servers>({
  build: ["standalone", { option: true, scope: "worker" }],
  path: ["", { option: true, scope: "worker" }],
  provider: [
    async ({}, use) => {
      const provider = await startProvider();
      await use(provider);
      await provider.close();
    },
    { scope: "worker" },
  ],
  exported: [
    ({ build, path, provider }, use) =>
      build === "export" ? using(openExport(path, withKey(provider)), use) : use(undefined),
    { scope: "worker" },
  ],
  app: [
    ({ build, exported, provider }, use) => (exported ? use(exported) : using(startApp(build, withKey(provider)), use)),
    { scope: "worker" },
  ],
  keyless: [({ build, path }, use) => using(openApp({ build, path }), use), { scope: "worker" }],
  guarded: [
    ({ build, provider }, use) => using(startApp(build, { ...withKey(provider), CODE: "open sesame" }), use),
    { scope: "worker" },
  ],
  withApp: [({ build }, use) => use((settings, work) => using(startApp(build, settings), work)), { scope: "worker" }],
  /** Keys that are a person's own lie in the browser before the app is opened. */
  storageState: ({ exported }, use) => use(storageOf(exported)),
  context: async ({ context }, use, info) => {
    await use(context);
    if (info.status !== info.expectedStatus) await attachScreenshots(context, info);
  },
});

export { expect };

/**
 * Attaches a screenshot of each open page of the browser to a failed test. Playwright's `only-on-failure` takes them of
 * passed tests, too.
 */
async function attachScreenshots(context: BrowserContext, info: TestInfo): Promise<void> {
  const contexts = context.browser()?.contexts() ?? [context];
  const pages = contexts.flatMap((each) => each.pages());
  for (const [index, page] of pages.entries()) {
    const path = info.outputPath(`test-failed-${index + 1}.png`);
    const isTaken = await page.screenshot({ path, caret: "initial", timeout: 5_000 }).then(
      () => true,
      // A page that was closed or no longer answers must not hide why the test failed.
      () => false,
    );
    if (isTaken) await info.attach("screenshot", { path, contentType: "image/png" });
  }
}

/** Opens another address of the app that the page shows. */
export async function openPath(page: Page, path: string): Promise<void> {
  await page.goto(new URL(target().path + path, page.url()).href);
}

/** Returns where a browser stands that has opened a screen: those of an export are folders, with a slash at the end. */
export function addressOf(app: App, path: string): string {
  const isFolder = target().build === "export";
  return app.url + (isFolder ? path.replace(/^[^?#]*[^/?#](?=[?#]|$)/, "$&/") : path);
}

function target(): Target {
  return test.info().project.use as Target;
}

/**
 * Notes from now on whether words are shown, as a text or as a name, and returns what waits for that: what stands for a
 * second only may come and go between two looks at a busy page.
 */
export async function watchFor(page: Page, words: string): Promise<() => Promise<void>> {
  const noted = await page.evaluateHandle((wanted) => {
    const shown = { isSeen: false };
    const look = () => {
      const nodes = document.querySelectorAll("body *");
      shown.isSeen ||= [...nodes].some(
        (node) =>
          node.getAttribute("aria-label") === wanted || (node.children.length === 0 && node.textContent === wanted),
      );
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ["aria-label"],
    });
    return shown;
  }, words);
  return () => expect.poll(() => noted.evaluate(({ isSeen }) => isSeen)).toBe(true);
}

/** The message box of the open chat. */
export function messageBox(page: Page) {
  return page.getByRole("textbox", { name: "Message", exact: true });
}

/**
 * Opens the first chat of the list, and waits for its screen. On a phone the list has a message box of its own, so text
 * that is typed at once could go to the box that is about to leave.
 */
export async function openFirstChat(page: Page, list: string): Promise<void> {
  await page.getByRole("navigation", { name: list }).getByRole("link").first().click();
  await expect(page.locator("[data-chat-screen]")).toBeVisible();
}

/** Waits for the parts of the message box that are loaded when idle: hints, pasting and dropping files, the preview. */
export async function composerLoaded(page: Page): Promise<void> {
  await expect(page.getByTestId("attach-files")).toBeAttached();
}

/** Waits until nothing moves or fades any more, except for what does so for good. */
export async function animationsEnded(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(
          // Those that follow the position of a scroll never finish either.
          ({ effect, playState, timeline }) =>
            timeline === document.timeline &&
            playState === "running" &&
            effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
}

/** Waits for the parts of the app that are loaded when idle, among them those that notify of replies. */
export async function idlePartsLoaded(page: Page): Promise<void> {
  await expect(page.locator("meta[name='description']").first()).toBeAttached();
}

/** Writes a message and sends it with Enter; a box that waits until the app knows who answers keeps it until then. */
export async function send(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await messageBox(page).press("Enter");
  await expect(messageBox(page)).toHaveValue("");
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
  const isOpen = page.url().includes("?id=");
  await page.keyboard.press("Control+Shift+O");
  // Until then, a click would reach the screen before.
  if (!isOpen) await chatInHistory(page);
}

/** Waits until a chat that was opened from the home page has its entry in the history, which follows its screen. */
export async function chatInHistory(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\?id=/);
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

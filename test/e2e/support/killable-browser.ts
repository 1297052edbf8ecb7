import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from "@playwright/test";

type StorageState = BrowserContextOptions["storageState"];

/** A browser on a profile of its own that can die in the midst of its work, and be started again. */
export interface KillableBrowser {
  /** Starts it on the profile and opens an address. */
  start(url: string): Promise<Page>;
  /** Kills its main process at once, without a word to it; answers when that was. */
  kill(): Promise<number>;
  /** Ends it as a person does: what it has gathered is written. */
  end(): Promise<void>;
  /** Ends it and removes the profile. */
  remove(): Promise<void>;
}

/** Makes a profile in a folder of its own, which has stored what is given; whoever makes it removes it. */
export async function killableBrowser(
  options: LaunchOptions,
  given: StorageState = undefined,
): Promise<KillableBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "parley-profile-"));
  let context: BrowserContext | undefined;
  let processId = 0;

  return {
    async start(url) {
      context = await chromium.launchPersistentContext(profile, { ...options, viewport: { width: 1440, height: 900 } });
      processId = await mainProcessOf(context);
      await context.addInitScript(store, typeof given === "object" ? given.origins : []);
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto(url);
      return page;
    },
    async kill() {
      const gone = new Promise((resolve) => context?.once("close", resolve));
      process.kill(processId, "SIGKILL");
      const killedAt = performance.now();
      await gone;
      return killedAt;
    },
    async end() {
      await context?.close();
    },
    async remove() {
      await context?.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** In the page: stores what is given for its origin, and not there. */
function store(origins: readonly { origin: string; localStorage: readonly { name: string; value: string }[] }[]): void {
  for (const { origin, localStorage: entries } of origins) {
    if (origin !== location.origin) continue;
    for (const { name, value } of entries) if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
  }
}

async function mainProcessOf(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send("SystemInfo.getProcessInfo")) ?? {};
  const main = processInfo.find(({ type }) => type === "browser");
  if (!main) throw new Error("The browser does not tell its process.");
  return main.id;
}

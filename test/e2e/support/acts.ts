import type { Locator, Page } from "@playwright/test";
import { messageBox, messages } from "./fixtures";

/** A tab that acts are done in; its page is replaced when the tab is closed or its renderer is killed. */
export interface Tab {
  readonly number: number;
  page: Page;
}

/** What an act needs besides its tab. */
export interface Acting {
  random(): number;
  /** Returns a text that no other text of the run contains; the provider answers according to its first word. */
  newText(): string;
  /** Opens a new page in place of the closed one. */
  reopen(tab: Tab, path?: string): Promise<void>;
}

/** What an act did, for the log and for the checks after the run. */
export interface ActResult {
  /** The box's text that was accepted as sent. */
  readonly sent?: string;
  /** Whether the message had to wait for a reply. */
  readonly mayWait?: boolean;
  /** The text of a message that was deleted or overwritten. */
  readonly removed?: string;
  /** True: there was nothing to act on. */
  readonly isNothing?: boolean;
  /** What was acted on, or why nothing was done. */
  readonly note?: string;
}

type Act = (tab: Tab, acting: Acting) => Promise<ActResult>;

const chatRows = (page: Page) => page.getByRole("navigation", { name: "Chats" }).locator("[data-id]");
const questions = (page: Page) => messages(page).filter({ has: page.getByText("You", { exact: true }) });
const stopButton = (page: Page) => page.getByRole("button", { name: "Stop", exact: true });
const waiting = (page: Page) => page.getByRole("list", { name: "Queued messages" }).getByRole("listitem");

/** Returns the id of the chat on screen as the list marks it, and what its message box holds. */
export function shownChat(page: Page): Promise<{ readonly chat: string; readonly box: string }> {
  return page.evaluate(() => ({
    chat: document.querySelector<HTMLElement>("nav [data-current]")?.dataset.id ?? "",
    box: document.querySelector<HTMLTextAreaElement>("[data-chat-screen] form textarea")?.value ?? "",
  }));
}

/** Returns one of the elements; undefined if there is none. */
async function oneOf(found: Locator, random: () => number): Promise<Locator | undefined> {
  const count = await found.count();
  return count === 0 ? undefined : found.nth(Math.floor(random() * count));
}

const nothing = (note: string): ActResult => ({ isNothing: true, note });

/** Adds a text to what the message box holds. */
async function type(page: Page, text: string): Promise<string> {
  const box = messageBox(page);
  const before = await box.inputValue();
  const whole = before === "" ? text : `${before}\n${text}`;
  await box.fill(whole);
  return whole;
}

async function send({ page }: Tab, { newText }: Acting): Promise<ActResult> {
  if ((await messageBox(page).count()) === 0) await chatRows(page).first().getByRole("link").click();
  const whole = await type(page, newText());
  const mayWait = (await stopButton(page).count()) > 0 || (await waiting(page).count()) > 0;
  await messageBox(page).press("Enter");
  // A box that keeps the text has not accepted it yet.
  const left = await messageBox(page).inputValue();
  return left === "" ? { sent: whole, mayWait } : { note: `kept in the box: ${left.slice(0, 80)}` };
}

/** Clicks a button below one of the messages. */
function pressBelow(name: string, from: (page: Page) => Locator = messages): Act {
  return async ({ page }, { random }) => {
    const buttons = from(page).getByRole("button", { name, exact: true, includeHidden: false });
    const button = await oneOf(buttons, random);
    if (!button) return nothing(`no ${name}`);
    const text = await button.evaluate((element) => element.closest("article")?.textContent ?? "");
    // Below a reply that grows the row moves; a click at its place would miss it.
    await button.dispatchEvent("click");
    return name === "Delete" ? { removed: text } : { note: text.slice(0, 80) };
  };
}

const leavings: readonly Act[] = [
  async ({ page }) => {
    await page.reload({ waitUntil: "commit" });
    return { note: "reload" };
  },
  async (tab, { reopen }) => {
    await tab.page.close();
    await reopen(tab);
    return { note: "close" };
  },
  async (tab, { reopen }) => {
    const session = await tab.page.context().newCDPSession(tab.page);
    const crashed = new Promise((resolve) => tab.page.once("crash", resolve));
    void session.send("Page.crash").catch(() => undefined);
    await crashed;
    await reopen(tab, new URL(tab.page.url()).pathname + new URL(tab.page.url()).search);
    return { note: "kill" };
  },
];

/** Reloads, closes or kills the tab. */
const leave: Act = (tab, acting) =>
  leavings[Math.floor(acting.random() * leavings.length)]?.(tab, acting) ?? send(tab, acting);

/** The longest time between sending and leaving at once, in milliseconds. */
const leavingMs = 300;

/** The acts and how often each is done compared with the others. */
const weightedActs: readonly (readonly [name: string, weight: number, act: Act])[] = [
  ["send", 30, send],
  [
    "send three",
    8,
    async (tab, acting) => {
      const results = [await send(tab, acting), await send(tab, acting), await send(tab, acting)];
      const sent = results.flatMap((result) => result.sent ?? []).join("\n");
      return { ...(sent && { sent, mayWait: true }), note: results.flatMap((result) => result.note ?? []).join("; ") };
    },
  ],
  ["write", 4, async ({ page }, { newText }) => ({ note: (await type(page, newText())).slice(0, 80) })],
  [
    "stop",
    6,
    async ({ page }) => {
      if ((await stopButton(page).count()) === 0) return nothing("no reply");
      await stopButton(page).click();
      return {};
    },
  ],
  ["retry", 5, pressBelow("Retry")],
  ["continue", 2, pressBelow("Continue")],
  ["pin message", 2, pressBelow("Pin to context")],
  ["delete question", 3, pressBelow("Delete", questions)],
  ["former version", 3, pressBelow("Previous version")],
  ["next version", 2, pressBelow("Next version")],
  [
    "ask anew",
    5,
    async ({ page }, { random, newText }) => {
      const edit = await oneOf(questions(page).getByRole("button", { name: "Edit", exact: true }), random);
      if (!edit) return nothing("no question");
      await edit.dispatchEvent("click");
      const text = newText();
      const field = page.getByRole("textbox", { name: "Message text" }).last();
      await field.fill(text);
      const sendAgain = page.locator("article form").getByRole("button", { name: "Send", exact: true }).last();
      if ((await sendAgain.getAttribute("aria-disabled")) === "true") {
        await field.press("Escape");
        return nothing("still answering");
      }
      await sendAgain.dispatchEvent("click");
      return { sent: text };
    },
  ],
  [
    "switch chat",
    10,
    async ({ page }, { random }) => {
      const row = await oneOf(chatRows(page), random);
      if (!row) return nothing("no chat");
      await row.getByRole("link").click();
      return { note: (await row.getAttribute("data-id")) ?? "" };
    },
  ],
  [
    "new chat",
    6,
    async ({ page }) => {
      await page.keyboard.press("Control+Shift+O");
      return {};
    },
  ],
  [
    "rename chat",
    2,
    async ({ page }, { random }) => {
      await page.getByRole("heading", { level: 1 }).getByRole("button").click();
      await page.getByRole("textbox", { name: "Title" }).fill(`Title ${Math.floor(random() * 1000)}`);
      await page.keyboard.press("Enter");
      return {};
    },
  ],
  [
    "delete chat",
    4,
    async ({ page }, { random }) => {
      const row = await oneOf(chatRows(page), random);
      if (!row) return nothing("no chat");
      const id = (await row.getAttribute("data-id")) ?? "";
      await row.hover();
      await row.locator("[data-delete]").click();
      return { note: id };
    },
  ],
  [
    "undo",
    6,
    async ({ page }) => {
      const undo = page.getByRole("button", { name: "Undo", exact: true });
      if ((await undo.count()) === 0) return nothing("nothing to undo");
      await undo.last().click();
      return {};
    },
  ],
  [
    "clear context",
    2,
    async ({ page }) => {
      await page.keyboard.press("Control+Shift+Backspace");
      return {};
    },
  ],
  [
    "duplicate chat",
    2,
    async ({ page }, { random }) => {
      const row = await oneOf(chatRows(page), random);
      if (!row) return nothing("no chat");
      await row.click({ button: "right" });
      await page.getByRole("menuitem", { name: /^Duplicate/ }).click();
      return { note: (await row.getAttribute("data-id")) ?? "" };
    },
  ],
  [
    "pin chat",
    1,
    async ({ page }, { random }) => {
      const row = await oneOf(chatRows(page), random);
      if (!row) return nothing("no chat");
      await row.click({ button: "right" });
      await page.getByRole("menuitem", { name: /^(Pin|Unpin)/ }).click();
      return {};
    },
  ],
  [
    "send waiting",
    2,
    async ({ page }) => {
      const now = page.getByRole("button", { name: /^(Send now|Stop reply and send now)$/ });
      if ((await now.count()) === 0) return nothing("nothing waits");
      await now.first().click();
      return {};
    },
  ],
  [
    "put back",
    2,
    async ({ page }) => {
      const back = waiting(page).getByRole("button", { name: "Edit", exact: true });
      if ((await back.count()) === 0) return nothing("nothing waits");
      await back.first().click();
      return {};
    },
  ],
  [
    "change setting",
    2,
    async ({ page }, { random }) => {
      await page.getByRole("link", { name: "Settings", exact: true }).click();
      await page.getByRole("slider", { name: "Font size" }).fill(String(12 + Math.floor(random() * 10)));
      await chatRows(page).first().getByRole("link").click();
      return {};
    },
  ],
  [
    "back",
    3,
    async ({ page }) => {
      await page.goBack({ waitUntil: "commit" });
      // Before the first screen of a tab is an empty page.
      if (page.url() === "about:blank") await page.goForward({ waitUntil: "commit" });
      return { note: new URL(page.url()).pathname };
    },
  ],
  [
    "forward",
    2,
    async ({ page }) => {
      await page.goForward({ waitUntil: "commit" });
      return { note: new URL(page.url()).pathname };
    },
  ],
  ["leave", 9, leave],
  [
    "send and leave",
    6,
    async (tab, acting) => {
      const sent = await send(tab, acting);
      const ms = acting.random() * leavingMs;
      await tab.page.waitForTimeout(ms);
      const left = await leave(tab, acting);
      return { ...sent, note: `${sent.note ?? ""} ${left.note} after ${Math.round(ms)} ms` };
    },
  ],
];

const totalWeight = weightedActs.reduce((sum, [, weight]) => sum + weight, 0);

/** Returns one of the acts, the likelier the greater its weight. */
export function chooseAct(random: () => number): readonly [name: string, act: Act] {
  let left = random() * totalWeight;
  for (const [name, weight, act] of weightedActs) {
    left -= weight;
    if (left < 0) return [name, act];
  }
  return ["send", send];
}

/** First words of texts, by which the provider streams at different speeds, fails or breaks off. */
const firstWords = [
  ...Array<string>(6).fill("echo"),
  ...Array<string>(3).fill("sentences 6"),
  ...Array<string>(3).fill("sentences 12"),
  "endless",
  "endless",
  "long 80",
  "reasons",
  "tell",
  "limited",
  "flaky",
  "silentEnd",
  "nothing",
  "breaks",
  "limit",
];

/** Returns a maker of texts, each with a mark of its own such as `m007x`. */
export function textMaker(random: () => number): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${firstWords[Math.floor(random() * firstWords.length)]} m${String(count).padStart(3, "0")}x`;
  };
}

/** Returns the marks in a text. */
export function marksIn(text: string): string[] {
  return text.match(/m\d{3}x/g) ?? [];
}

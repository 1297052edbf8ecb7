import type { Page } from "@playwright/test";
import { isolated } from "@/components/ui/isolated";
import {
  addressOf,
  everywhere,
  expect,
  messageBox,
  messages,
  newChat,
  replyEnded,
  send,
  test,
} from "./support/fixtures";

const field = (page: Page) => page.getByRole("combobox", { name: "Search all chats" });
const results = (page: Page) => page.getByRole("listbox", { name: "Results" }).getByRole("option");
const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });

/** Asks each of the questions in a chat of its own; the reply repeats it. */
async function askEach(page: Page, questions: readonly string[]): Promise<void> {
  for (const question of questions) {
    if ((await messages(page).count()) > 0) await newChat(page);
    await send(page, question);
    await expect(messages(page).nth(1)).toContainText(question);
    await replyEnded(page);
  }
}

test("messages are found in Chinese, in Arabic without vowel marks, and despite a typo", async ({ page, app }) => {
  await page.goto(app.url);
  await askEach(page, ["为什么潮汐来得晚", "متى يصل المَدُّ إلى الشاطئ", "the continental shelf"]);
  await page.goto(`${app.url}/search-chat`);
  await expect(field(page)).toBeFocused();
  await expect(results(page)).toHaveCount(0);

  await field(page).fill("潮汐");
  await expect(page.getByText("2 results in 1 chat")).toBeVisible();
  await expect(results(page).locator("mark").first()).toHaveText("潮汐");
  await field(page).fill("المد الي");
  await expect(results(page)).toHaveCount(1);
  await expect(results(page)).toContainText("الشاطئ");
  await field(page).fill("contniental");
  await expect(page.getByRole("group", { name: "Similar" }).getByRole("option")).toHaveCount(1);
  await expect(results(page).locator("mark").first()).toHaveText("continental");
  await expect(page).toHaveURL(addressOf(app, "/search-chat?q=contniental"));
  await field(page).fill("nowhere said");
  await expect(page.getByText(`No results for “${isolated("nowhere said")}”`)).toHaveCount(1);
  await expect(page.getByRole("heading", { name: `No results for “${isolated("nowhere said")}”` })).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("");
  await expect(results(page)).toHaveCount(0);
  await expect(page).toHaveURL(addressOf(app, "/search-chat"));
});

test("until the messages are indexed the search shows progress, and nothing without a query", async ({ page, app }) => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/worker/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${app.url}/search-chat?q=nowhere`);
  const main = page.getByRole("main");
  await expect(main.getByText("Searching…")).toBeAttached();
  goOn();
  await expect(main.getByRole("heading", { name: `No results for “${isolated("nowhere")}”` })).toBeVisible();
  await expect(main.getByText("Searching…")).toHaveCount(0);
  await main.getByRole("combobox", { name: "Search all chats" }).fill(" ");
  await expect(main.getByText("No results")).toHaveCount(0);
});

test(
  "a match far up in a long chat opens at its message, which is marked; back leads to the search",
  everywhere,
  async ({ page, app }) => {
    await page.goto(app.url);
    await expect(messageBox(page)).toBeVisible();
    await fillChat(page, 300);
    await page.goto(`${app.url}/search-chat?q=%22in+17+haystacks%22`);
    await expect(results(page)).toHaveCount(1);
    // The mark stands for a second, in which a busy computer may not look: it is noted as it comes.
    const marked = await page.evaluateHandle(() => {
      const ids: unknown[] = [];
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          if (target instanceof HTMLElement && target.dataset.found === "") ids.push(target.dataset.message);
        }
      }).observe(document.body, { subtree: true, attributeFilter: ["data-found"] });
      return ids;
    });
    await page.keyboard.press("Enter");
    const found = messages(page).filter({ hasText: "in 17 haystacks" });
    await expect(found).toBeInViewport();
    await expect.poll(() => marked.evaluate((ids) => ids)).toEqual(["long-17"]);
    await expect(found).not.toHaveAttribute("data-found", "");
    await page.goBack();
    await expect(field(page)).toHaveValue('"in 17 haystacks"');
    await expect(results(page)).toHaveCount(1);
  },
);

test("if its worker cannot start, or has failed, the search runs in the tab", async ({ page, app }) => {
  await page.goto(app.url);
  await askEach(page, ["the neap tide"]);
  await page.route(/worker/, (route) => route.abort());
  await page.goto(`${app.url}/search-chat?q=tide`);
  await expect(page.getByText("2 results in 1 chat")).toBeVisible();
  await field(page).fill("neap");
  await expect(results(page).locator("mark").first()).toHaveText("neap");
});

test("a damaged index is built anew, and all messages are found meanwhile and afterwards", async ({ page, app }) => {
  await page.goto(app.url);
  await expect(messageBox(page)).toBeVisible();
  await fillChat(page, 300);
  await page.goto(`${app.url}/search-chat?q=haystacks`);
  await expect(page.getByText("300 results in 1 chat")).toBeVisible();
  await expect.poll(() => changeIndex(page, "read")).toBe(300);
  await changeIndex(page, "damage");
  await page.reload();
  await expect(page.getByText("300 results in 1 chat")).toBeVisible();
  await expect.poll(() => changeIndex(page, "read")).toBe(300);
});

test("regular expression characters are searched literally", async ({ page, app }) => {
  await page.goto(app.url);
  await askEach(page, ["plain words alone", "a pattern .* and a [set] with 100% {more}"]);
  await page.goto(`${app.url}/search-chat`);
  for (const sign of [".*", "[", "%", "{", "[set]"]) {
    await field(page).fill(sign);
    await expect(results(page)).toHaveCount(1);
    await expect(results(page).locator("mark").first()).toHaveText(sign);
  }
  for (const sign of ["(", "\\", "$", "^", "<"]) {
    await field(page).fill(sign);
    await expect(page.getByRole("heading", { name: `No results for “${isolated(sign)}”` })).toBeVisible();
  }
});

test("a search is filtered by role, and includes what another tab writes and deletes", async ({ page, app }) => {
  await page.goto(app.url);
  await askEach(page, ["the tide of today"]);
  const second = await page.context().newPage();
  await second.goto(`${app.url}/search-chat?q=tide`);
  await expect(second.getByText("2 results in 1 chat")).toBeVisible();
  await second.getByRole("button", { name: "Author: Anyone" }).click();
  await second
    .getByRole("menuitemradio", { name: "You" })
    .or(second.getByRole("menuitemcheckbox", { name: "You" }))
    .click();
  await expect(second.getByText("1 result in 1 chat")).toBeVisible();
  await askEach(page, ["the tide of tomorrow"]);
  await expect(second.getByText("2 results in 2 chats")).toBeVisible();
  await expect(second).toHaveURL(/q=tide&role=user$/);
  await page.getByRole("button", { name: "Delete chat: the tide of today" }).click();
  await expect(second.getByText("1 result in 1 chat")).toBeVisible();
});

test("the palette opens a chat by its content, a setting and an action by keyboard", async ({ page, app }) => {
  await page.goto(app.url);
  await askEach(page, ["the neap tide", "bread and flour"]);
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("#said: the neap");
  await expect(palette(page).getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("the neap tide");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("font size");
  await expect(palette(page).getByRole("option").first()).toContainText("Font size");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("slider", { name: "Font size" })).toBeFocused();

  await page.keyboard.press("Control+k");
  await page.keyboard.type(">new chat");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New chat");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("dark");
  await expect(palette(page).getByRole("option")).toContainText(["Theme: dark", "Theme"]);
  await page.keyboard.press("Enter");
  await expect(page.locator("body")).toHaveClass("dark");
  await page.keyboard.press("Control+k");
  // The newest choice is offered first.
  await expect(palette(page).getByRole("option").first()).toContainText("New chat");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
});

test("the sidebar opens the palette and the search", async ({ page, app }) => {
  await page.goto(app.url);
  await page.getByRole("button", { name: "Search or jump to…" }).click();
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Search or jump to…" })).toBeFocused();
  await page.getByRole("button", { name: "Discovery" }).click();
  await page.getByRole("menuitem", { name: "Search chat" }).click();
  await expect(field(page)).toBeFocused();
});

test("the search of a long chat continues over all chats with the same query", async ({ page, app }) => {
  await page.goto(app.url);
  await expect(messageBox(page)).toBeVisible();
  await fillChat(page, 300);
  await page.goto(`${app.url}/chat?id=long`);
  await expect(messages(page).last()).toContainText("needle in 300");
  await page.keyboard.press("Control+f");
  await page.getByRole("searchbox", { name: "Search this chat" }).fill("in 17 haystacks");
  const before = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const outside = await page.locator("search:has([aria-label='Search this chat'])").evaluate((bar) => {
      const box = bar.getBoundingClientRect();
      return [bar, ...bar.querySelectorAll("input, button, a")]
        .map((each) => each.getBoundingClientRect())
        .filter(({ left, right, bottom }) => left < 0 || right > innerWidth || right > box.right || bottom > box.bottom)
        .map(({ left, right }) => [left, right]);
    });
    expect(outside).toEqual([]);
  }
  await page.setViewportSize(before);
  await page.getByRole("link", { name: "Search all chats" }).click();
  await expect(field(page)).toHaveValue("in 17 haystacks");
  await expect(results(page)).toHaveCount(1);
});

/** Writes a long chat past the app; it is there after the next load of a page. */
async function fillChat(page: Page, count: number): Promise<void> {
  await page.evaluate(async (most) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("parley");
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const transaction = database.transaction(["sessions", "messages"], "readwrite");
    const mask = { id: "mask", createdAt: 1, avatar: "gpt-bot", name: "", context: [], syncGlobalConfig: true };
    transaction.objectStore("sessions").put({
      id: "long",
      topic: "A long chat",
      memoryPrompt: "",
      lastUpdate: 1,
      lastSummarizeIndex: 0,
      mask: { ...mask, modelConfig: {}, lang: "en", builtin: false, plugin: [] },
      messageCount: most,
      order: 1,
    });
    for (let seq = 1; seq <= most; seq++) {
      const role = seq % 2 === 0 ? "assistant" : "user";
      const content = `A needle in ${seq} haystacks.`;
      transaction.objectStore("messages").put({ id: `long-${seq}`, sessionId: "long", seq, role, content, date: seq });
    }
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = () => reject(transaction.error);
    });
    database.close();
  }, count);
}

/** Returns the number of messages in the stored index; damages it, if that is wanted. */
function changeIndex(page: Page, action: "read" | "damage"): Promise<number> {
  return page.evaluate(async (wanted) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("parley");
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const store = database.transaction("searchIndex", "readwrite").objectStore("searchIndex");
    const reading = store.get("state");
    await new Promise((resolve) => {
      reading.onsuccess = resolve;
    });
    if (wanted === "damage") store.put("damaged", 1);
    await new Promise((resolve) => {
      store.transaction.oncomplete = resolve;
    });
    database.close();
    return reading.result?.messages ?? 0;
  }, action);
}

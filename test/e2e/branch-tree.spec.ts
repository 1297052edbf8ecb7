import type { Page } from "@playwright/test";
import { isolated } from "@/components/ui/isolated";
import type { Messages } from "@/locales/messages";
import { databaseCreated } from "../../bench/history.mjs";
import { arabic, english } from "../support/words";
import { axeFindings } from "./support/axe";
import { expect, messages, send, test } from "./support/fixtures";
import { readStored, shownOf } from "./support/stored-records";

/** A stored message: its text, and for a hidden one the number of the message that it follows. */
interface Given {
  readonly text: string;
  readonly above?: number;
}

const chatId = "tree-chat";

/** Three branches: the visible one, another reply to the first question, and another second question. */
const threeBranches: readonly Given[] = [
  { text: "When is high tide?" },
  { text: "At **noon** in the harbour." },
  { text: "And low tide?" },
  { text: "At six." },
  { text: "At one in the harbour.", above: 0 },
  { text: "How high is it?", above: 1 },
  { text: "Four metres.", above: 5 },
];

/** Stores a chat in an opened app, past the app, and opens it. Every other message of a path is a reply. */
async function openTree(page: Page, url: string, given: readonly Given[]): Promise<void> {
  await page.goto(url);
  await databaseCreated(page);
  await page.evaluate(
    async ({ given, sessionId }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open("parley");
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const transaction = database.transaction(["sessions", "messages"], "readwrite");
      const start = Date.UTC(2026, 9, 1);
      const facts = { avatar: "gpt-bot", name: "", context: [], syncGlobalConfig: true, lang: "en", builtin: false };
      transaction.objectStore("sessions").put({
        ...{ id: sessionId, topic: "Tides", memoryPrompt: "", lastUpdate: start, lastSummarizeIndex: 0 },
        mask: { id: "mask", createdAt: start, ...facts, modelConfig: {}, plugin: [] },
        ...{ messageCount: given.filter(({ above }) => above === undefined).length, order: start },
      });
      const depths: number[] = [];
      given.forEach(({ text, above }, index) => {
        depths.push(above === undefined ? index : (depths[above] ?? 0) + 1);
        const isReply = (depths[index] ?? 0) % 2 === 1;
        transaction.objectStore("messages").put({
          ...{ id: `m${index}`, sessionId, seq: index + 1, content: text, date: start + index * 60_000 },
          ...(isReply ? { role: "assistant", model: above === undefined ? "tide-1" : "tide-2" } : { role: "user" }),
          ...(above !== undefined && { isAside: true, parentId: `m${above}` }),
        });
      });
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      database.close();
    },
    { given, sessionId: chatId },
  );
  await page.goto(`${url}/chat?id=${chatId}`);
}

const dialog = (page: Page, t: Messages = english) => page.getByRole("dialog", { name: t.branches.title, exact: true });
const rows = (page: Page, t: Messages = english) => dialog(page, t).getByRole("treeitem");

/** Opens the branches from the palette, by keys. */
async function openByKeys(page: Page): Promise<void> {
  await page.keyboard.press("Control+K");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("Branches");
  await expect(page.getByRole("option", { name: "Branches", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("treeitem", { name: /tide/ }).first()).toBeVisible();
}

test("by keyboard, branches are shown, named, deleted and restored, and another tab follows", async ({
  page,
  app,
  context,
}) => {
  await openTree(page, app.url, threeBranches);
  await expect(messages(page)).toHaveCount(4);
  await openByKeys(page);
  await expect(rows(page)).toHaveCount(3);
  const current = rows(page).first();
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleName("When is high tide?");
  await expect(current).toHaveAccessibleDescription(/Current branch.*tide-1 · .* · 4 messages/);
  await page.keyboard.press("ArrowRight");
  await expect(rows(page).nth(1)).toBeFocused();
  await expect(rows(page).nth(1)).toHaveAccessibleDescription(/^Message 2 · tide-2 · .* · 1 message$/);
  await page.keyboard.press("End");
  await expect(rows(page).nth(2)).toHaveAccessibleName("How high is it?");
  await page.keyboard.press("w");
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press("h");

  await page.keyboard.press("F2");
  await expect(page.getByRole("textbox", { name: "Branch name" })).toBeFocused();
  await page.keyboard.type("Heights");
  await page.keyboard.press("Enter");
  const heights = rows(page).filter({ hasText: "Heights" });
  await expect(heights).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(messages(page).last()).toContainText("Four metres.");
  await expect(messages(page)).toHaveCount(4);

  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: "More", exact: true }).click();
  await other.getByRole("menuitem", { name: "Branches" }).click();
  await expect(rows(other)).toHaveCount(3);

  await openByKeys(page);
  await expect(heights).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(rows(page)).toHaveCount(2);
  await expect(dialog(page).getByText("2 messages deleted")).toBeVisible();
  await expect(rows(page).last()).toBeFocused();
  await expect(rows(other)).toHaveCount(2);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(dialog(page).getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(other)).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(messages(page).last()).toContainText("Four metres.");
  await expect
    .poll(async () => shownOf(await readStored(page), chatId).map(({ text }) => text))
    .toEqual(["When is high tide?", "At **noon** in the harbour.", "How high is it?", "Four metres."]);
});

test("while a reply is being written, branches can be read, but not changed", async ({ page, app, provider }) => {
  await openTree(page, app.url, threeBranches);
  await expect(messages(page)).toHaveCount(4);
  await send(page, "recites the tides");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Branches" }).click();
  await expect(dialog(page).getByText(english.editMessages.isAnswering)).toBeVisible();
  await rows(page).last().press("Delete");
  await rows(page).last().press("Enter");
  await expect(rows(page)).toHaveCount(3);
  await rows(page).last().getByRole("button").click();
  await expect(page.getByRole("menuitem", { name: "Delete branch" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await provider.release();
  await expect(dialog(page).getByText(english.editMessages.isAnswering)).toHaveCount(0);
  await rows(page).last().press("Enter");
  await expect(messages(page).last()).toContainText("Four metres.");
});

test("two branches are compared from the first message that differs", async ({ page, app }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openTree(page, app.url, threeBranches);
  await expect(messages(page)).toHaveCount(4);
  await openByKeys(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Compare with the current branch" }).press("Enter");
  const comparison = page.getByRole("dialog", { name: "Compare branches" });
  await expect(comparison).toContainText("From message 2 on");
  await expect(comparison.getByRole("heading", { level: 3 }).first()).toHaveText("Assistant · tide-1 → tide-2");
  await expect(comparison.locator("del").first()).toHaveText("−Only in the first branch: At **noon** in the harbour.");
  await expect(comparison.locator("ins").first()).toHaveText("+Only in the second branch: At one in the harbour.");
  await expect(comparison.locator("ins u")).toHaveText("one");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(comparison).toHaveCount(0);

  // Two branches of which neither is visible.
  await rows(page).nth(1).getByRole("button").click();
  await page.getByRole("menuitemcheckbox", { name: "Select for comparison" }).click();
  await expect(rows(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await rows(page).nth(2).getByRole("button").click();
  await page.getByRole("menuitem", { name: `Compare with “${isolated("At one in the harbour.")}”` }).click();
  await expect(comparison).toContainText(`Second branch: ${isolated("How high is it?")}`);
  await expect(comparison.locator("ins").last()).toContainText("Four metres.");
});

test("a chat without forks says how branches arise", async ({ page, app }) => {
  await openTree(page, app.url, threeBranches.slice(0, 4));
  await expect(messages(page)).toHaveCount(4);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Branches" }).click();
  await expect(dialog(page).getByText(english.branches.emptyHint)).toBeVisible();
});

test("of 10,000 messages with 500 forks only some rows are in the page", async ({ page, app }) => {
  const path = Array.from({ length: 9500 }, (_, index) => ({ text: `Message ${index}` }));
  const forks = Array.from({ length: 500 }, (_, index) => ({ text: `Fork ${index}`, above: index * 19 }));
  await openTree(page, app.url, [...path, ...forks]);
  await expect(messages(page).last()).toContainText("Message 9499");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Branches" }).click();
  await expect(rows(page).first()).toBeFocused();
  await expect(rows(page).nth(1)).toHaveAttribute("aria-setsize", "500");
  await page.keyboard.press("End");
  await expect(dialog(page).getByRole("treeitem", { name: "Fork 499" })).toBeFocused();
  await expect(dialog(page).getByRole("treeitem", { name: "Fork 499" })).toBeInViewport();
  // Neither the last row nor the first one is cut off by the edge of the list.
  const isWhole = (name: string) =>
    dialog(page)
      .getByRole("treeitem", { name })
      .evaluate((row) => {
        const [inner, outer] = [row, row.closest("[role=tree]")?.parentElement ?? row].map((each) =>
          each.getBoundingClientRect(),
        );
        return inner !== undefined && outer !== undefined && inner.bottom <= outer.bottom && inner.top >= outer.top;
      });
  expect(await isWhole("Fork 499")).toBe(true);
  expect(await rows(page).count()).toBeLessThan(70);
  await page.keyboard.press("Enter");
  await expect(messages(page).last()).toContainText("Fork 499");
  // On a phone, the row of a nested branch with a long number does not run out of the dialog.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Branches" }).click();
  const current = dialog(page).getByRole("treeitem", { name: "Fork 499" });
  await expect(current).toBeFocused();
  const excess = await current.evaluate((row) => {
    const menu = row.querySelector("[data-menu]")?.getBoundingClientRect().left ?? 0;
    const ends = [...row.querySelectorAll("bdi")].map((each) => each.getBoundingClientRect().right - menu);
    return Math.max(...ends);
  });
  expect(excess).toBeLessThanOrEqual(0);
});

test.describe("on a phone, in Arabic", () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: "ar", hasTouch: true });

  test("the tree fits, also with text of 200 %, breaks no rule of accessibility, and copies a branch", async ({
    page,
    app,
  }) => {
    const t = arabic;
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openTree(page, app.url, threeBranches);
    await page.getByRole("button", { name: "المزيد", exact: true }).tap();
    await page.getByText(t.branches.title, { exact: true }).tap();
    await expect(rows(page, t)).toHaveCount(3);
    const [first, second] = await rows(page, t).evaluateAll((each) =>
      each.map((row) => row.querySelector("svg")?.getBoundingClientRect().right ?? 0),
    );
    expect(second).toBeLessThan(first ?? 0);
    expect(await axeFindings(page)).toEqual([]);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const boxes = await rows(page, t).evaluateAll((each) =>
      each.map((row) => [row.scrollHeight - row.clientHeight, row.getBoundingClientRect().height] as const),
    );
    expect(boxes.every(([overflow, height]) => overflow <= 1 && height > 60)).toBe(true);
    await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));

    // On a small screen, the current branch shows its whole model and date.
    await page.setViewportSize({ width: 360, height: 640 });
    await rows(page, t).nth(1).tap();
    await page.getByRole("button", { name: "المزيد", exact: true }).tap();
    await page.getByText(t.branches.title, { exact: true }).tap();
    const current = rows(page, t).nth(1);
    await expect(current).toHaveAttribute("aria-current", "true");
    await expect(current).toHaveAccessibleDescription(/ 2 · tide-2 · .+ · /);
    const shown = await current
      .locator("bdi")
      .evaluateAll((facts) =>
        facts
          .filter((fact) => (fact.parentElement?.clientWidth ?? 0) > 1)
          .map((fact) => [fact.textContent, fact.scrollWidth - fact.clientWidth]),
      );
    expect(shown).toEqual([
      ["tide-2", 0],
      [expect.stringMatching(/\d/), 0],
    ]);
    await rows(page, t).last().getByRole("button").tap();
    await page.getByRole("menuitem", { name: t.branches.toChat }).tap();
    await expect(dialog(page, t)).toHaveCount(0);
    await expect(page).not.toHaveURL(new RegExp(`id=${chatId}`));
    const thread = page.getByRole("log", { name: t.chat.thread }).getByRole("article");
    await expect(thread).toHaveCount(4);
    await expect(thread.last()).toContainText("Four metres.");
  });
});

import type { Locator, Page } from "@playwright/test";
import {
  chatInHistory,
  everywhere,
  expect,
  messageBox,
  messages,
  openFirstChat,
  replyEnded,
  send,
  stopReply,
  test,
} from "./support/fixtures";
import { givenReply, storeReplies } from "./support/given-replies";

/** Presses an action of a message by keyboard, through its row or its menu. */
async function act(page: Page, index: number, name: string): Promise<void> {
  const message = messages(page).nth(index);
  const direct = message.getByRole("toolbar").getByRole("button", { name, exact: true });
  const more = message.getByRole("button", { name: "More actions", exact: true });
  // The row is drawn whole or not yet, as under a reply whose last words are still being drawn.
  await more.waitFor();
  if ((await direct.count()) > 0) {
    await direct.focus();
    return page.keyboard.press("Enter");
  }
  await more.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name, exact: true }).press("Enter");
}

async function said(page: Page): Promise<string[]> {
  return messages(page).locator("p").allTextContents();
}

async function saidIn(page: Page, index: number): Promise<string> {
  return (await messages(page).nth(index).locator("p").first().textContent()) ?? "";
}

test(
  "a retry keeps the previous answer: versions are switched by keyboard, also after a reload",
  everywhere,
  async ({ page, app }) => {
    await page.goto(app.url);
    await send(page, "count");
    await replyEnded(page);
    const first = await saidIn(page, 1);
    await act(page, 1, "Retry");
    await expect(messages(page).nth(1)).toContainText("2/2");
    await replyEnded(page);
    const second = await saidIn(page, 1);
    expect(second).not.toBe(first);
    await messages(page).nth(1).getByRole("button", { name: "Previous version" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => saidIn(page, 1)).toBe(first);
    // Whoever leafs goes on leafing.
    await expect(messages(page).nth(1).getByRole("button", { name: "Next version" })).toBeFocused();
    await page.reload();
    await expect.poll(() => saidIn(page, 1)).toBe(first);
    await messages(page).nth(1).getByRole("button", { name: "Next version" }).press("Enter");
    await expect.poll(() => saidIn(page, 1)).toBe(second);
  },
);

test("leaving a chat right after switching versions does not jump back to it", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "count");
  await replyEnded(page);
  await act(page, 1, "Retry");
  await expect(messages(page).nth(1)).toContainText("2/2");
  await replyEnded(page);
  // Both within one frame.
  await messages(page)
    .nth(1)
    .getByRole("button", { name: "Previous version" })
    .evaluate(async (button: HTMLElement) => {
      button.focus();
      button.click();
      await Promise.resolve();
      document.querySelector<HTMLElement>("[enterkeyhint=send]")?.focus();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
  await expect(messages(page).nth(1)).toContainText("1/2");
  await expect(messageBox(page)).toBeFocused();
});

test("an edited question keeps the previous one with all messages below it", async ({ page, app, provider }) => {
  await page.goto(app.url);
  for (const question of ["one", "two", "three"]) {
    await send(page, question);
    await replyEnded(page);
  }
  await act(page, 2, "Edit");
  const editor = page.getByRole("textbox", { name: "Message text" });
  await expect(editor).toBeFocused();
  await editor.fill("zwei");
  await messages(page).nth(2).getByRole("button", { name: "Send", exact: true }).press("Enter");
  await expect(messages(page)).toHaveCount(4);
  await expect(messages(page).nth(3)).toContainText("You said: zwei");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.messages.map(({ content }) => content)).toEqual(["one", "You said: one", "zwei"]);
  await messages(page).nth(2).getByRole("button", { name: "Previous version" }).press("Enter");
  await expect
    .poll(() => said(page))
    .toEqual(["one", "You said: one", "two", "You said: two", "three", "You said: three"]);
});

test("an edited message is saved in its place, and nothing is sent; Escape changes nothing", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(app.url);
  await send(page, "one");
  await replyEnded(page);
  const count = provider.asked.length;
  await act(page, 1, "Edit");
  await page.getByRole("textbox", { name: "Message text" }).fill("Something else.");
  await page.keyboard.press("Escape");
  await expect(messages(page).nth(1)).toContainText("You said: one");
  await act(page, 1, "Edit");
  await page.getByRole("textbox", { name: "Message text" }).fill("Something else.");
  await page.keyboard.press("Control+Enter");
  await expect(messages(page).nth(1)).toContainText("Something else.");
  expect(provider.asked).toHaveLength(count);
  await page.reload();
  await expect(messages(page).nth(1)).toContainText("Something else.");
});

for (const [device, viewport] of [
  ["a wide screen", { width: 1280, height: 720 }],
  ["a phone", { width: 390, height: 844 }],
] as const) {
  test(`on ${device}, an editor that opens does not scroll its text out of view`, async ({ page, app }) => {
    await page.setViewportSize(viewport);
    await page.goto(app.url);
    for (const text of ["first", "second", "third"]) {
      await send(page, text);
      await replyEnded(page);
    }
    const log = page.getByRole("log");
    // The content is a little taller than the view, which shows its end.
    await log.evaluate((box) => {
      const content = box.firstElementChild as HTMLElement;
      content.style.minBlockSize = "0";
      content.style.paddingBlockEnd = `${Math.max(0, box.clientHeight - content.offsetHeight) + 30}px`;
      box.scrollTop = box.scrollHeight;
    });
    const question = messages(page).first();
    if (viewport.width > 600) await act(page, 0, "Edit");
    else {
      await question.getByRole("button", { name: "Message actions", exact: true }).click();
      await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
    }
    const field = question.getByRole("textbox");
    await expect(field).toBeFocused();
    await page.waitForTimeout(300);
    const inside = () =>
      field.evaluate((area) => {
        const box = area.closest('[role="log"]')?.getBoundingClientRect();
        return box !== undefined && area.getBoundingClientRect().top >= box.top;
      });
    expect(await inside()).toBe(true);
  });
}

test("an edit of a message survives another chat, and a reload", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "one");
  await replyEnded(page);
  await act(page, 0, "Edit");
  const editor = page.getByRole("textbox", { name: "Message text" });
  await editor.fill("one, in other words");
  await page.keyboard.press("Control+Shift+O");
  await expect(messages(page)).toHaveCount(0);
  await expect(messageBox(page)).toBeFocused();
  await chatInHistory(page);
  await page.goBack();
  await expect(editor).toHaveValue("one, in other words");
  await expect(messageBox(page)).toBeFocused();
  await page.reload();
  await expect(editor).toHaveValue("one, in other words");
  await page.getByRole("button", { name: "Save only" }).click();
  await expect(messages(page).first()).toContainText("one, in other words");
  await page.reload();
  await expect(messages(page).first()).toContainText("one, in other words");
  await expect(editor).toHaveCount(0);
});

test("a truncated reply is continued in place", async ({ page, app, provider }) => {
  await page.goto(app.url);
  await send(page, "limit here");
  await replyEnded(page);
  await expect(messages(page).nth(1)).toContainText("Cut off at the token limit");
  await act(page, 1, "Continue");
  await expect(messages(page).nth(1)).toContainText("Half a You said");
  await expect(messages(page)).toHaveCount(2);
  expect(provider.asked.at(-1)?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
});

test("a pinned message is sent before all others, and the toast opens the chat's settings", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(app.url);
  await send(page, "remember this");
  await replyEnded(page);
  await act(page, 0, "Pin to context");
  await expect(page.getByText("1 prompt", { exact: true })).toBeVisible();
  await send(page, "next");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.messages[0]).toEqual({ role: "user", content: "remember this" });
  await page.getByRole("button", { name: "View" }).last().click();
  await expect(page.getByRole("dialog", { name: "Chat settings" })).toBeVisible();
});

test("a message is pinned once, and unpinned in its menu and where the pin is shown", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(app.url);
  await send(page, "remember this");
  await replyEnded(page);
  await act(page, 0, "Pin to context");
  await act(page, 0, "Unpin from context");
  await expect(page.getByText("1 prompt", { exact: true })).toHaveCount(0);
  await act(page, 0, "Pin to context");
  await page.reload();
  await page.getByText("1 prompt", { exact: true }).click();
  await page.getByRole("definition").filter({ hasText: "remember this" }).waitFor();
  await page.getByRole("log").locator("dl").getByRole("button", { name: "Unpin from context" }).click();
  await expect(page.getByText("1 prompt", { exact: true })).toHaveCount(0);
  await send(page, "next");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.messages.filter(({ content }) => content === "remember this")).toHaveLength(1);
});

test("a reply is asked of another model once; the chat keeps its own", async ({ page, app, provider }) => {
  await page.goto(app.url);
  await send(page, "one");
  await replyEnded(page);
  const usual = provider.asked.at(-1)?.model;
  await act(page, 1, "Retry with another model");
  const dialog = page.getByRole("dialog", { name: "Retry with another model" });
  await expect(dialog.getByText("For this reply only. The chat keeps its model.")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Search models" }).fill("gpt-4.1-mini");
  await page.keyboard.press("Enter");
  await expect(messages(page).nth(1)).toContainText("2/2");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.model).toBe("gpt-4.1-mini");
  await expect(messages(page).nth(1).getByText("gpt-4.1-mini", { exact: true })).toBeVisible();
  await send(page, "two");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.model).toBe(usual);
});

test("a selected passage is quoted in the message box, and a whole message by its menu", async ({ page, app }) => {
  await page.goto(app.url);
  await messageBox(page).fill("Low tide at six. High tide at noon.");
  await page.keyboard.press("Enter");
  await replyEnded(page);
  await messageBox(page).fill("My draft.");
  const text = messages(page).first().getByText("Low tide at six.");
  const box = (await text.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 40, box.y + box.height / 2, { steps: 4 });
  const quote = page.getByRole("button", { name: "Quote", exact: true });
  await expect(quote).toHaveCount(0);
  await page.mouse.up();
  await quote.click();
  await expect(messageBox(page)).toHaveValue("My draft.\n\n> Low tide at six. High tide at noon.\n\n");
  await expect(messageBox(page)).toBeFocused();
  await expect(quote).toHaveCount(0);
  await page.keyboard.type("Why?");
  await expect(messageBox(page)).toHaveValue("My draft.\n\n> Low tide at six. High tide at noon.\n\nWhy?");
  await messageBox(page).fill("");
  await act(page, 1, "Quote");
  await expect(messageBox(page)).toHaveValue("> You said: Low tide at six. High tide at noon.\n\n");
});

test("a deleted message is restored by undo, and of several versions the other one shows", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "count");
  await replyEnded(page);
  await act(page, 1, "Retry");
  await expect(messages(page).nth(1)).toContainText("2/2");
  const second = await saidIn(page, 1);
  await act(page, 1, "Delete");
  await expect(messages(page).nth(1)).not.toContainText(second);
  await expect(messages(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(messages(page).nth(1)).toContainText(second);
  await expect(messages(page).nth(1)).toContainText("2/2");
});

test("a long chat opens where reading stopped, and the pill scrolls to its end", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "long 200");
  await replyEnded(page);
  for (let round = 0; round < 4; round++) {
    await send(page, `question ${round}`);
    await replyEnded(page);
  }
  const log = page.getByRole("log");
  await log.evaluate((box) => box.scrollTo(0, 0));
  await expect(page.getByRole("button", { name: "Latest" })).toBeVisible();
  await page.reload();
  await expect(messages(page).first()).toBeInViewport();
  await page.getByRole("button", { name: "Latest" }).click();
  await expect(messages(page).last()).toBeInViewport();
  await page.reload();
  await expect(messages(page).last()).toBeInViewport();
});

test("a long chat is printed from its first message to its last, and afterwards the screen shows the same part", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await send(page, "hello");
  await replyEnded(page);
  const replies = Array.from(
    { length: 100 },
    (_, place) => `Reply ${place + 1}. ${"The tide turns. ".repeat(40).trim()}`,
  );
  await storeReplies(page, "long", replies);
  await page.reload();
  await page.getByRole("link", { name: "Given replies" }).click();
  await expect(messages(page).last()).toContainText("Reply 100.");
  await expect(messages(page).last()).toBeInViewport();
  const isPart = () => expect.poll(() => messages(page).count()).toBeLessThan(100);
  await isPart();
  await printOnScreen(page, () => expect.poll(() => said(page)).toEqual(replies));
  await isPart();
  await expect(messages(page).last()).toBeInViewport();

  const read = messages(page).filter({ hasText: "Reply 97." });
  for (let press = 0; press < 6 && !(await isInSight(read)); press++) await page.getByRole("log").press("PageUp");
  await expect(read).toBeInViewport();
  await printOnScreen(page, () => expect(messages(page)).toHaveCount(100));
  await isPart();
  await expect(read).toBeInViewport();
});

/** Whether something is in sight, once the page has stopped moving. */
async function isInSight(target: Locator): Promise<boolean> {
  const place = () => target.evaluate((row) => row.getBoundingClientRect().top);
  for (let last = await place(); ; ) {
    await target.page().evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    const next = await place();
    if (next === last) return next > 0 && next < (target.page().viewportSize()?.height ?? 0);
    last = next;
  }
}

/** Lets the page think that it is being printed, while something is looked at. */
async function printOnScreen(page: Page, look: () => Promise<void>): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await look();
  await expect(messages(page).first()).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
}

test("a long text at the top of a long chat is printed to its last block", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "hello");
  await replyEnded(page);
  const blocks = Array.from({ length: 400 }, (_, place) => `Block **${place + 1}**.`).join("\n\n");
  await storeReplies(page, "long", [blocks, ...Array.from({ length: 60 }, (_, place) => `Reply ${place + 1}.`)]);
  await page.reload();
  await page.getByRole("link", { name: "Given replies" }).click();
  await expect(messages(page).last()).toContainText("Reply 60.");
  await page.emulateMedia({ media: "print" });
  // What stands there when the event is over is what the paper shows.
  const strong = await page.evaluate(() => {
    dispatchEvent(new Event("beforeprint"));
    const [first] = document.querySelectorAll("article");
    return [...(first?.querySelectorAll("strong") ?? [])].map(({ textContent }) => textContent);
  });
  expect(strong).toEqual(Array.from({ length: 400 }, (_, place) => `${place + 1}`));
  await expect(messages(page).first().getByText("400")).toBeVisible();
});

test("while scrolled up, a pill names the context prompts and opens the chat's settings", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "long 60");
  await replyEnded(page);
  await act(page, 1, "Pin to context");
  const pill = page.getByRole("button", { name: "With 1 context prompt" });
  await expect(pill).toHaveCount(0);
  await page.getByRole("log").press("Home");
  await pill.press("Enter");
  await expect(page.getByRole("dialog", { name: "Chat settings" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Latest" }).click();
  await expect(pill).toHaveCount(0);
});

test("the tables of a message are copied as Markdown, without the text around them", async ({ page, app, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(app.url);
  await givenReply(page, "Before.\n\n| port | delay |\n| --- | ---: |\n| Brest | 3 |\n\nAfter.");
  await send(page, "go");
  await expect(messages(page)).toHaveCount(2);
  await replyEnded(page);
  await act(page, 1, "Copy table");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe("| port | delay |\n| --- | ---: |\n| Brest | 3 |");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a double tap on a message appends its text to the draft", async ({ page, app }) => {
    await page.goto(app.url);
    await openFirstChat(page, "Chats");
    await send(page, "low tide");
    await replyEnded(page);
    await tapTwice(page, 1);
    await expect(messageBox(page)).toHaveValue("You said: low tide");
    await expect(messageBox(page)).toBeFocused();
    await messageBox(page).fill("Mine:");
    await tapTwice(page, 0);
    await expect(messageBox(page)).toHaveValue("Mine:\n\nlow tide");
  });

  test("the actions of a message begin with its first words, without marks", async ({ page, app }) => {
    await page.goto(app.url);
    await openFirstChat(page, "Chats");
    await givenReply(page, "## Tides\n\nThe **water** comes late.");
    await send(page, "go");
    await replyEnded(page);
    await messages(page).last().getByRole("button", { name: "Message actions", exact: true }).first().tap();
    const sheet = page.getByRole("dialog", { name: "Message actions" });
    await expect(sheet.locator("p")).toHaveText("Tides The water comes late.");
  });

  async function tapTwice(page: Page, index: number): Promise<void> {
    const { x, y, width, height } = (await messages(page).nth(index).locator("p").first().boundingBox()) ?? none;
    for (let tap = 0; tap < 2; tap++) await page.touchscreen.tap(x + Math.min(width / 2, 30), y + height / 2);
  }
  const none = { x: 0, y: 0, width: 0, height: 0 };
});

test("on a wide screen a double-click on a message selects a word, and does not change the message box", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await send(page, "tide");
  await replyEnded(page);
  await messages(page).first().locator("p").dblclick();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe("tide");
  await expect(messageBox(page)).toHaveValue("");
});

test("the actions of a reply keep their positions while the next reply grows", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "hello");
  await replyEnded(page);
  const reply = messages(page).nth(1);
  const positions = () =>
    reply.getByRole("toolbar").evaluate((bar) => {
      const { left } = bar.getBoundingClientRect();
      return [...bar.querySelectorAll("button")].map((button) => [
        button.getAttribute("aria-label"),
        Math.round(button.getBoundingClientRect().left - left),
      ]);
    });
  const before = await positions();
  await send(page, "endless");
  await expect(messages(page).last()).toHaveAttribute("aria-busy", "true");
  await expect(reply.getByRole("button", { name: "Retry", exact: true })).toHaveCount(0);
  expect(await positions()).toEqual(before);
  await stopReply(page);
});

test("the actions of a question are at its lower edge, whatever its length", async ({ page, app }) => {
  await page.goto(app.url);
  for (const question of ["Hi", "a long question ".repeat(12).trim()]) await send(page, question);
  await replyEnded(page);
  for (const index of [0, 2]) {
    const question = messages(page).nth(index);
    await question.hover();
    const [bubble, actions] = await Promise.all([
      question
        .locator("p")
        .first()
        .evaluate((paragraph) => {
          let node: Element = paragraph;
          while (getComputedStyle(node).borderStyle !== "solid" && node.parentElement) node = node.parentElement;
          return node.getBoundingClientRect().toJSON() as DOMRect;
        }),
      question.getByRole("toolbar").boundingBox(),
    ]);
    if (!actions) throw new Error("The actions are not rendered.");
    const [end, edge] = [bubble.x + bubble.width, bubble.y + bubble.height];
    expect(actions.x).toBeLessThanOrEqual(end + 1);
    expect(actions.x + actions.width).toBeGreaterThan(end - 24);
    expect(actions.y).toBeLessThan(edge);
    expect(actions.y + actions.height).toBeGreaterThan(edge);
  }
});

test("a question above the viewport is shown in the header, and a click scrolls back to it", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "short one");
  await replyEnded(page);
  await send(page, "long 200");
  await replyEnded(page);
  const back = page.getByRole("button", { name: "Back to question: long 200" });
  const title = page.locator("header", { has: back }).getByRole("button").first();
  await expect(back).toBeVisible();
  const [above, below] = await Promise.all([title.boundingBox(), back.boundingBox()]);
  // The minimum target size of WCAG 2.2: 24 px, not covered by the neighbor.
  expect(below?.height).toBeGreaterThanOrEqual(24);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 0.5);
  await back.click();
  await expect(messages(page).nth(2)).toBeInViewport();
  await expect(back).toHaveCount(0);
  await expect(page.getByText("4 messages", { exact: true }).last()).toBeVisible();
});

test("the questions of a chat are listed, and reached by keyboard", async ({ page, app }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto(app.url);
  for (const question of ["long 60", "second question", "long 50"]) {
    await send(page, question);
    await replyEnded(page);
  }
  await messageBox(page).press("Control+j");
  const search = page.getByRole("combobox", { name: "Search questions" });
  await search.fill("second");
  await search.press("Enter");
  await expect(messages(page).nth(2)).toBeInViewport();
  await expect(messages(page).first()).not.toBeInViewport();
});

test("messages are selected by keyboard and with Shift+click, copied, deleted and restored by undo", async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(app.url);
  for (const question of ["one", "two", "three"]) {
    await send(page, question);
    await replyEnded(page);
  }
  await act(page, 0, "Select messages");
  const bar = page.getByRole("toolbar", { name: "Selected messages" });
  await expect(bar).toContainText("1 selected");
  await messages(page).nth(2).getByRole("checkbox", { name: "Select" }).press("Space");
  await expect(bar).toContainText("2 selected");
  await messages(page)
    .nth(4)
    .locator("p")
    .first()
    .click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("4 selected");
  await bar.getByRole("button", { name: "Copy" }).press("Enter");
  await expect(bar).toHaveCount(0);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe("## You\n\none\n\n## You\n\ntwo\n\n## gpt-4o-mini\n\nYou said: two\n\n## You\n\nthree");
  await act(page, 0, "Select messages");
  await bar.getByRole("button", { name: "Select all" }).press("Enter");
  await bar.getByRole("button", { name: "Delete" }).press("Enter");
  await expect(page.getByText("6 messages deleted")).toBeVisible();
  await expect(messages(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(messages(page)).toHaveCount(6);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Select messages" }).click();
  await expect(bar).toContainText("0 selected");
  await messages(page).nth(1).getByRole("checkbox", { name: "Select" }).press("Space");
  await expect(bar).toContainText("1 selected");
  await page.keyboard.press("Escape");
  await expect(messageBox(page)).toBeVisible();
});

test("a chat is forked at a message: the copy ends there, the chat is unchanged", async ({ page, app }) => {
  await page.goto(app.url);
  for (const question of ["one", "two"]) {
    await send(page, question);
    await replyEnded(page);
  }
  await act(page, 1, "Fork from here");
  await expect(messages(page)).toHaveCount(2);
  await send(page, "elsewhere");
  await expect(messages(page).nth(3)).toContainText("You said: elsewhere");
  await page.goBack();
  await expect.poll(() => said(page)).toEqual(["one", "You said: one", "two", "You said: two"]);
});

test("the end of a reply that arrives at once is visible, although diagrams and formulas change its height as they render", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  const prose = Array.from({ length: 12 }, (_, index) => `Paragraph ${index} with \`code\` and **words**.`).join(
    "\n\n",
  );
  const code = "```ts\nconst tide: number = 1;\n```";
  const formula = "$$\n\\begin{aligned}\na &= b \\\\\nc &= \\int_0^1 x\n\\end{aligned}\n$$";
  const diagram = "```mermaid\ngraph TD\n  A[Start] --> B{Ok?}\n  B -->|yes| C[End]\n```";
  await givenReply(page, [prose, formula, code, diagram, prose, "The last words."].join("\n\n"));
  await send(page, "go");
  await expect(messages(page)).toHaveCount(2);
  await replyEnded(page);
  await expect(messages(page).last().getByRole("img", { name: "Diagram" })).toBeAttached();
  await expect(messages(page).getByText("The last words.")).toBeInViewport();
  await expect(page.getByRole("button", { name: "Latest" })).toHaveCount(0);
});

test("replies that arrive at once are followed to their ends, one after the other", async ({ page, app }) => {
  await page.goto(app.url);
  const table = `| a | b |\n| - | - |\n${"| 1 | 2 |\n".repeat(6)}`;
  const code = `\`\`\`js\n${Array.from({ length: 14 }, (_, line) => `const x${line} = ${line};`).join("\n")}\n\`\`\``;
  for (const turn of [1, 2, 3, 4]) {
    await givenReply(page, [`# Tide ${turn}`, "What I know of it.", table, code, `End of turn ${turn}.`].join("\n\n"));
    await send(page, "go");
    await replyEnded(page);
    await expect(messages(page).getByText(`End of turn ${turn}.`)).toBeInViewport();
    await expect(page.getByRole("button", { name: "Latest" })).toHaveCount(0);
  }
});

/** Returns the height below the text of the last message that nothing uses, in pixels. */
function spareHeight(page: Page): Promise<number> {
  return messages(page)
    .last()
    .locator("div:has(> [class*=prose])")
    .evaluate((place) => {
      const [held, used] = [place, place.firstElementChild].map((node) => node?.getBoundingClientRect().height ?? 0);
      return Math.round((held ?? 0) - (used ?? 0));
    });
}

test("a reply of many paragraphs that arrives at once has exactly the height of its text", async ({ page, app }) => {
  await page.goto(app.url);
  for (const turn of [1, 2]) {
    await send(page, "long 60");
    await expect(messages(page)).toHaveCount(2 * turn);
    await replyEnded(page);
    await expect(messages(page).last().getByText("Paragraph 60 of the tide.")).toBeInViewport();
    await expect.poll(() => spareHeight(page)).toBe(0);
  }
});

test("the conversation never becomes shorter while code, a table, a formula and a diagram stream", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  // The first loads what the second is drawn with.
  for (const _time of [1, 2]) {
    await send(page, "draws");
    await expect(messages(page).last()).toHaveAttribute("aria-busy", "true");
    const fall = page.evaluate(fallOfHeight);
    await replyEnded(page);
    await expect(messages(page).last().getByRole("img", { name: "Diagram" })).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event("seen-enough")));
    expect(await fall).toBeLessThanOrEqual(24);
  }
  // The space that the sources took is released, and a reader at the end stays there.
  await expect.poll(() => spareHeight(page)).toBe(0);
  await expect(messages(page).last().getByText("The last words.")).toBeInViewport();
  await expect(page.getByRole("button", { name: "Latest" })).toHaveCount(0);
  const log = page.getByRole("log");
  await expect
    .poll(() => log.evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop))
    .toBeLessThan(2);
});

test("the space that a diagram's source took stays until a reader who scrolled up misses nothing of it", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await send(page, "draws");
  await expect(messages(page).last()).toHaveAttribute("aria-busy", "true");
  await expect(messages(page).last().getByText("Harbour")).toBeAttached();
  const log = page.getByRole("log");
  await log.hover();
  await page.mouse.wheel(0, -30);
  await expect(log).not.toHaveAttribute("data-following");
  await replyEnded(page);
  await expect(messages(page).last().getByRole("img", { name: "Diagram" })).toBeVisible();
  const topOf = () => log.evaluate((list) => list.scrollTop);
  const left = await topOf();
  await page.waitForTimeout(1000);
  expect(await topOf()).toBe(left);
  expect(await spareHeight(page)).toBeGreaterThan(0);
  const top = await log.evaluate((list) => {
    list.scrollTop -= 400;
    return list.scrollTop;
  });
  await expect.poll(() => spareHeight(page)).toBe(0);
  expect(await topOf()).toBe(top);
});

/** The most that the conversation was shorter than it had been, in pixels, until the page is told that it is enough. */
function fallOfHeight(): Promise<number> {
  const log = document.querySelector("[role=log]");
  let most = 0;
  let tallest = 0;
  return new Promise((resolve) => {
    // Told after a layout and before it is painted: what stands only between two steps of a frame nobody sees.
    // Once a reply has ended, the space of its sources is released.
    const observer = new ResizeObserver(() => {
      if (!log?.querySelector("[aria-busy=true]")) return;
      tallest = Math.max(tallest, log?.scrollHeight ?? 0);
      most = Math.max(most, tallest - (log?.scrollHeight ?? 0));
    });
    if (log?.firstElementChild) observer.observe(log.firstElementChild);
    function end() {
      observer.disconnect();
      resolve(most);
    }
    addEventListener("seen-enough", () => setTimeout(end, 500), { once: true });
  });
}

test("a key that scrolls up stops following before the list has moved", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "long 40");
  await replyEnded(page);
  await send(page, "endless");
  await expect(messages(page).nth(3)).toContainText("word9 ");
  // The key alone: what it does to the list may come after the next growth has taken it back.
  await page.getByRole("log").dispatchEvent("keydown", { key: "PageUp" });
  await expect(page.getByRole("button", { name: "Still writing" })).toBeVisible();
  await stopReply(page);
});

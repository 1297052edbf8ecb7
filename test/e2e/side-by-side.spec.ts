import type { Page } from "@playwright/test";
import { devices } from "@playwright/test";
import first from "@/locales/ar/first";
import words from "@/locales/ar/rest";
import { axeFindings } from "./support/axe";
import {
  composerLoaded,
  everywhere,
  expect,
  messageBox,
  messages,
  openFirstChat,
  openPath,
  replyEnded,
  test,
} from "./support/fixtures";
import { askSeveral, check, column, dialog, replies } from "./support/side-by-side";
import { storedReplies } from "./support/stored-replies";

test(
  "by keyboard: three models are asked, one is stopped, one asked again, and one chosen",
  everywhere,
  async ({ page, app, provider }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(app.url);
    await composerLoaded(page);
    const question = "each gpt-4o=endless gpt-4.1=limited";
    const before = provider.asked.length;
    await messageBox(page).fill(question);
    await page.keyboard.press("ControlOrMeta+K");
    await page.keyboard.type("ask several");
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByLabel("Message", { exact: true })).toHaveValue(question);
    for (const model of ["gpt-4o-mini", "gpt-4o", "gpt-4.1"]) {
      await dialog(page).getByLabel("Search models").focus();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type(model);
      await dialog(page)
        .getByRole("checkbox", { name: new RegExp(`^${model.replace(".", "\\.")} `) })
        .focus();
      await page.keyboard.press("Space");
    }
    await expect(dialog(page).getByRole("status")).toHaveText("3 of 6 selected");
    expect(await axeFindings(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Send", exact: true }).focus();
    await page.keyboard.press("Enter");

    await expect(column(page, "gpt-4o-mini")).toContainText("You said: each");
    await expect(column(page, "gpt-4.1").getByText("Failed", { exact: true })).toBeVisible();
    await expect(column(page, "gpt-4o")).toContainText("word3 ");
    await expect(messageBox(page)).toHaveValue("");
    await column(page, "gpt-4o").getByRole("button", { name: "Stop this reply" }).focus();
    await page.keyboard.press("Enter");
    await expect(column(page, "gpt-4o").getByText("Stopped", { exact: true }).first()).toBeVisible();
    await replyEnded(page);
    expect(await axeFindings(page)).toEqual([]);
    const overflow = () => page.getByRole("main").evaluate((main) => main.scrollHeight - main.clientHeight);
    expect(await overflow()).toBe(0);

    // The focus is still on the button, which asks again now.
    await page.keyboard.press("Enter");
    await expect(column(page, "gpt-4o").getByText("Writing", { exact: true })).toBeVisible();
    await expect
      .poll(() =>
        provider.asked
          .slice(before)
          .filter(({ model }) => model === "gpt-4o")
          .map(({ messages, tools }) => [messages.length, tools]),
      )
      .toEqual([
        [1, []],
        [1, []],
      ]);
    // A reply without stored text would not become a version. Text is stored once a second.
    await expect(column(page, "gpt-4o")).toContainText("word1 ");
    await expect.poll(async () => (await storedReplies(page)).growth.length).toBeGreaterThan(0);
    await page.reload();
    await expect(column(page, "gpt-4o").getByText("Stopped", { exact: true }).first()).toBeVisible();
    await column(page, "gpt-4o-mini").getByRole("button", { name: "Continue with this one" }).focus();
    await page.keyboard.press("Enter");
    await expect(replies(page)).toHaveCount(0);
    await expect(messageBox(page)).toBeFocused();
    // The order of replies that started at the same time is random.
    await expect(page.getByText(/^[1-4]\/4$/)).toBeVisible();
    await page.keyboard.type("And then?");
    await page.keyboard.press("Enter");
    await replyEnded(page);
    expect(provider.asked.at(-1)?.messages.map(({ content }) => content)).toEqual([
      question,
      `You said: ${question}`,
      "And then?",
    ]);

    // The vote is possible later, too.
    const vote = messages(page).nth(1).getByRole("button", { name: "Best reply" });
    await vote.click();
    await expect(vote).toHaveAttribute("aria-pressed", "true");
    expect(await axeFindings(page)).toEqual([]);
    await openPath(page, "/settings#votes");
    await expect(page.getByRole("region", { name: "Votes" }).getByRole("row")).toHaveCount(3);
    await page.goBack();
    await expect(vote).toHaveAttribute("aria-pressed", "true");
    await vote.click();
    await expect(vote).toHaveAttribute("aria-pressed", "false");
  },
);

/** Expects that the box of the columns is as high as the shown column: a short one, and then a long one. */
async function expectOwnHeights(page: Page): Promise<void> {
  const heights = () =>
    replies(page).evaluate((node) => {
      const box = node.querySelector("[data-scrollable]");
      const start = box?.getBoundingClientRect().left ?? 0;
      const columns = [...(box?.children ?? [])].map((each) => each.getBoundingClientRect());
      const shown = columns.find(({ left }) => Math.abs(left - start) < 2)?.height ?? 0;
      return { isLow: shown < 500, rest: Math.floor((box?.clientHeight ?? 0) - shown) };
    });
  await expect.poll(heights).toEqual({ isLow: true, rest: 8 });
  const readFrom = () => page.getByRole("log", { name: "Conversation" }).evaluate(({ scrollTop }) => scrollTop);
  const start = await readFrom();
  await page.getByRole("button", { name: "Next reply" }).click();
  await expect.poll(heights).toEqual({ isLow: false, rest: 8 });
  // The long reply begins where the short one did. Its end is not followed.
  await page.waitForTimeout(300);
  expect(await readFrom()).toBe(start);
}

test("beside a long reply, the heads of all columns stay in view, also where columns are swiped", async ({
  page,
  app,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(app.url);
  await askSeveral(page, "each gpt-4o=draws", ["gpt-4o-mini", "gpt-4o"]);
  await expect(column(page, "gpt-4o").getByText("Finished", { exact: true })).toBeVisible();
  const thread = page.getByRole("log", { name: "Conversation" });
  for (const viewport of [
    { width: 1280, height: 480 },
    { width: 390, height: 560 },
  ]) {
    await page.setViewportSize(viewport);
    // A phone shows the list at the address of the app.
    if (viewport.width < 600) await openFirstChat(page, "Chats");
    await expect(replies(page)).toBeVisible();
    if (viewport.width < 600) await expectOwnHeights(page);
    await thread.evaluate((node) => {
      const columns = node.querySelector("[data-comparison]")?.getBoundingClientRect();
      node.scrollTop += (columns?.bottom ?? 0) - node.getBoundingClientRect().top - 200;
    });
    const offsets = () =>
      thread.evaluate((node) =>
        [...node.querySelectorAll("[data-column] [data-retry]")].map((button) => {
          const { top, bottom, left, right } = button.getBoundingClientRect();
          const isInView = left >= 0 && right <= innerWidth;
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          const pager = node.querySelector("[data-scrollable]")?.previousElementSibling?.clientHeight ?? 0;
          return top - node.getBoundingClientRect().top - pager < 30 && (!isInView || button.contains(hit));
        }),
      );
    await expect.poll(offsets).toEqual([true, true]);
    const hidden = await column(page, "gpt-4o").evaluate((node) => node.getBoundingClientRect().top);
    expect(hidden).toBeLessThan(0);
    expect(await axeFindings(page)).toEqual([]);
  }
});

/** Returns the focused element's column, and whether the element is covered or its column shown from the middle. */
function focusedElement(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const { left = 0, top = 0, width = 0, height = 0 } = focused?.getBoundingClientRect() ?? {};
    const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 12));
    return {
      column: focused?.closest("[data-column]")?.getAttribute("aria-label"),
      name: focused?.ariaLabel ?? focused?.textContent?.slice(0, 20),
      isCovered: !focused?.contains(hit),
      isShifted: (document.querySelector("[data-comparison] [data-scrollable]")?.scrollTop ?? 0) > 0,
    };
  });
}

test("on a small screen, the Tab key leads through all columns, and nothing covers the focus", async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${app.url}/chat`);
  await composerLoaded(page);
  await messageBox(page).fill(":several");
  await messageBox(page).press("Enter");
  // The chat's model is the first one.
  await expect(dialog(page).getByRole("checkbox").first()).toHaveAccessibleName(/^gpt-4o-mini /);
  await dialog(page).getByLabel("Message", { exact: true }).fill("each gpt-4o=markdown gpt-4.1=draws");
  await check(dialog(page), ["gpt-4o-mini", "gpt-4o", "gpt-4.1"]);
  await dialog(page).getByRole("button", { name: "Send", exact: true }).click();
  await replyEnded(page);
  await page.getByRole("button", { name: "Blend replies" }).focus();
  const passed: (string | null | undefined)[] = [];
  for (let presses = 0; presses < 40 && passed.at(-1) !== "gpt-4o-mini Retry"; presses++) {
    await page.keyboard.press("Shift+Tab");
    await expect.poll(() => focusedElement(page)).toMatchObject({ isCovered: false, isShifted: false });
    const { column: label, name } = await focusedElement(page);
    passed.push(`${label} ${name}`);
  }
  expect(passed[0]).toBe("gpt-4.1 Request details");
  expect(passed).toContain("gpt-4o Code: TypeScript");
  expect(passed.at(-1)).toBe("gpt-4o-mini Retry");
  // Both arrows of the pager come before the columns.
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Next reply" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(column(page, "gpt-4o").getByRole("button", { name: "Retry" })).toBeInViewport();
  await expect(page.getByRole("button", { name: "Next reply" })).toBeFocused();
});

test("six providers of which two fail, one hangs and one sends a megabyte; offline, they wait together", async ({
  page,
  app,
  context,
}) => {
  await page.goto(app.url);
  const models = ["gpt-4o-mini", "gpt-4o", "gpt-4.1", "gpt-4.1-mini", "gpt-5", "gpt-5-mini"];
  const acts = "each gpt-4o-mini=limited gpt-4o=html gpt-4.1=ponders gpt-4.1-mini=megabyte";
  await askSeveral(page, acts, models);
  await expect(column(page, "gpt-5").getByText("Finished", { exact: true })).toBeVisible();
  await expect(column(page, "gpt-4.1-mini").getByText("Finished", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(replies(page).getByText("Failed", { exact: true })).toHaveCount(2);
  // The next dialog offers the chosen models first.
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await replyEnded(page);
  await expect(column(page, "gpt-4.1").getByText("Stopped", { exact: true }).first()).toBeVisible();
  await messageBox(page).fill("Go on");
  await page.keyboard.press("Enter");
  await replyEnded(page);
  await expect(replies(page)).toHaveCount(0);
  await messageBox(page).fill(":several");
  await messageBox(page).press("Enter");
  await expect(dialog(page).getByRole("checkbox", { checked: true })).toHaveCount(6);
  await expect(dialog(page).getByRole("status")).toHaveText("6 of 6 selected");
  // A search does not hide what will be asked.
  await dialog(page).getByLabel("Search models").fill("no such model");
  await expect(dialog(page).getByRole("checkbox", { checked: true })).toHaveCount(6);
  await dialog(page).getByLabel("Search models").fill("");
  await context.setOffline(true);
  await dialog(page).getByLabel("Message", { exact: true }).fill("behind the pier");
  await dialog(page).getByRole("button", { name: "Send", exact: true }).click();
  const waiting = page.getByRole("list", { name: "Queued messages" }).getByRole("listitem");
  await expect(waiting).toHaveText(/^behind the pier.*gpt-5/);
  await expect(dialog(page)).toBeHidden();
  await expect(messageBox(page)).toHaveValue("");
  // A message that is taken back returns with its models.
  await page.getByRole("button", { name: "Move back to the message box" }).click();
  await expect(dialog(page).getByRole("checkbox", { checked: true })).toHaveCount(6);
  await expect(dialog(page).getByLabel("Message", { exact: true })).toHaveValue("behind the pier");
  await dialog(page).getByRole("button", { name: "Send", exact: true }).click();
  await expect(waiting).toHaveText(/^behind the pier.*gpt-5/);
  await context.setOffline(false);
  await expect(column(page, "gpt-5")).toContainText("You said: behind the pier");
  await replyEnded(page);
  await expect(replies(page).getByText("Finished", { exact: true })).toHaveCount(6);
  await expect(waiting).toHaveCount(0);
});

test("a second tab shows the columns, and offers the choice once they have ended", async ({
  page,
  app,
  context,
  provider,
}) => {
  await page.goto(app.url);
  await askSeveral(page, "each gpt-4o=recites", ["gpt-4o-mini", "gpt-4o"]);
  await expect(column(page, "gpt-4o")).toContainText("The tide comes in.");
  const other = await context.newPage();
  await other.goto(page.url());
  const choose = column(other, "gpt-4o-mini").getByRole("button", { name: "Continue with this one" });
  await expect(choose).toHaveAttribute("aria-disabled", "true");
  await provider.release();
  await expect(column(other, "gpt-4o").getByText("Finished", { exact: true })).toBeVisible();
  await column(other, "gpt-4o").getByRole("button", { name: "Continue with this one" }).click();
  await expect(replies(other)).toHaveCount(0);
  await expect(replies(page)).toHaveCount(0);
  await expect(page.getByRole("log")).toContainText("goes out.");
});

test("a vote is in the settings, and replies are blended with an edited prompt", async ({ page, app, provider }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(app.url);
  const question = "each gpt-4.1=limited";
  await askSeveral(page, question, ["gpt-4o-mini", "gpt-4o", "gpt-4.1"]);
  await expect(column(page, "gpt-4.1").getByText("Failed", { exact: true })).toBeVisible();
  await replyEnded(page);
  const best = (model: string) => column(page, model).getByRole("button", { name: "Best reply" });
  await best("gpt-4o-mini").click();
  await expect(best("gpt-4o-mini")).toHaveAttribute("aria-pressed", "true");
  await best("gpt-4o").click();
  await expect(best("gpt-4o")).toHaveAttribute("aria-pressed", "true");
  await expect(best("gpt-4o-mini")).toHaveAttribute("aria-pressed", "false");
  await expect(best("gpt-4.1")).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);

  const open = page.getByRole("button", { name: "Blend replies" });
  const blend = page.getByRole("dialog", { name: "Blend replies" });
  await open.click();
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(blend.getByRole("checkbox", { checked: true })).toHaveCount(2);
  const write = blend.getByRole("button", { name: "Write", exact: true });
  await blend.getByRole("checkbox").first().uncheck();
  await expect(write).toHaveAttribute("aria-disabled", "true");
  await blend.getByRole("checkbox").first().check();
  const prompt = blend.getByRole("textbox", { name: "Prompt" });
  await expect(prompt).toHaveValue(/^Several models answered/);
  await prompt.fill("Join them.");
  await blend.getByText("Whole message", { exact: true }).click();
  const answer = `You said: ${question}`;
  const whole = `Join them.\n\n<question>\n${question}\n</question>\n\n<answer number="1">\n${answer}\n</answer>\n\n<answer number="2">\n${answer}\n</answer>`;
  expect(await blend.getByRole("region", { name: "Whole message" }).textContent()).toBe(whole);
  expect(await axeFindings(page)).toEqual([]);
  const before = provider.asked.length;
  await write.click();
  await expect(replies(page)).toHaveCount(0);
  const blended = messages(page).last();
  await expect(blended).toContainText("You said: Join them.");
  await replyEnded(page);
  await expect(blended).toContainText("Blend of gpt-4o-mini and gpt-4o");
  await expect(blended.getByText(/^[1-4]\/4$/)).toBeVisible();
  expect(provider.asked.slice(before).map(({ messages: sent }) => sent.map(({ content }) => content))).toEqual([
    [whole],
  ]);
  expect(await axeFindings(page)).toEqual([]);

  await page.reload();
  await expect(blended).toContainText("Blend of gpt-4o-mini and gpt-4o");
  await blended.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(blended.getByText(/^[1-5]\/5$/)).toBeVisible();
  await replyEnded(page);
  expect(provider.asked.at(-1)?.messages.map(({ content }) => content)).toEqual([whole]);
  await expect(blended).toContainText("Blend of gpt-4o-mini and gpt-4o");

  await openPath(page, "/settings#votes");
  const table = page.getByRole("region", { name: "Votes" });
  const rows = ["ModelComparisonsVotesShare", "gpt-4oOpenAI11100%", "gpt-4o-miniOpenAI100%"];
  await expect(table.getByRole("row")).toHaveText(rows);
  await page.getByRole("button", { name: "Delete votes" }).click();
  await expect(table).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.reload();
  await expect(table.getByRole("row")).toHaveText(rows);
  expect(await axeFindings(page, { within: 'section[aria-label="Votes"]' })).toEqual([]);
});

test("a reload in the middle of a blend loses no reply, and the blend can be asked again", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(app.url);
  await askSeveral(page, "each", ["gpt-4o-mini", "gpt-4o"]);
  await expect(replies(page).getByText("Finished", { exact: true })).toHaveCount(2);
  await replyEnded(page);
  await page.getByRole("button", { name: "Blend replies" }).click();
  const blend = page.getByRole("dialog", { name: "Blend replies" });
  await blend.getByRole("textbox", { name: "Prompt" }).fill("recites them");
  const before = provider.asked.length;
  await blend.getByRole("button", { name: "Write", exact: true }).click();
  const blended = messages(page).last();
  await expect(blended).toContainText("The tide comes in.");

  await page.reload();
  await expect(blended).toContainText("The tide comes in.");
  await expect(blended).toContainText("Stopped");
  await expect(blended).toContainText("Blend of gpt-4o-mini and gpt-4o");
  await expect(replies(page)).toHaveCount(0);
  await provider.release();
  const place = (text: string) => blended.getByText(text, { exact: true });
  await expect(place("3/3")).toBeVisible();
  for (const version of ["2/3", "1/3"]) {
    await blended.getByRole("button", { name: "Previous version" }).click();
    await expect(place(version)).toBeVisible();
    await expect(blended).toContainText("You said: each");
  }
  for (const version of ["2/3", "3/3"]) {
    await blended.getByRole("button", { name: "Next version" }).click();
    await expect(place(version)).toBeVisible();
  }

  await blended.getByRole("button", { name: "Retry", exact: true }).click();
  await provider.release();
  await expect(blended).toContainText("goes out.");
  await replyEnded(page);
  await expect(place("4/4")).toBeVisible();
  const asked = provider.asked.slice(before).map(({ messages: sent }) => sent.map(({ content }) => content));
  expect(asked).toEqual([[expect.stringMatching(/^recites them\n\n<question>\neach\n/)], asked[0]]);
});

test.describe("on a phone, in Arabic", () => {
  const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];
  test.use({ ...phone, viewport: { width: 390, height: 844 }, locale: "ar" });

  test("the replies are swiped, fit, and break no rule of accessibility", async ({ page, app }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${app.url}/chat`);
    await composerLoaded(page);
    const box = page.locator("[data-chat-screen] form textarea");
    await box.fill(":several");
    await box.press("Enter");
    const opened = page.getByRole("dialog", { name: words.several.open });
    await opened.getByLabel(words.several.message, { exact: true }).fill("each gpt-4o=limited");
    await check(opened, ["gpt-4o-mini", "gpt-4o", "gpt-4.1"], words.models.search);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFindings(page)).toEqual([]);
    await opened.getByRole("button", { name: first.composer.send, exact: true }).click();

    const shown = page.getByRole("article", { name: words.several.replies });
    const region = (model: string) => shown.getByRole("region", { name: model, exact: true });
    await expect(region("gpt-4.1")).toContainText("You said");
    await expect(region("gpt-4o-mini")).toBeInViewport();
    await expect(region("gpt-4o")).not.toBeInViewport();
    // A swipe to the right goes on, because the columns are in order from right to left.
    await region("gpt-4o-mini").evaluate((node) => node.parentElement?.scrollBy({ left: -300 }));
    await expect(region("gpt-4o")).toBeInViewport();
    await expect(region("gpt-4o-mini")).not.toBeInViewport();
    await shown.getByRole("button", { name: words.several.next }).click();
    await expect(region("gpt-4.1")).toBeInViewport();
    await expect(shown.getByRole("button", { name: words.several.next })).toBeDisabled();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFindings(page)).toEqual([]);
    const best = region("gpt-4.1").getByRole("button", { name: words.several.best });
    await best.click();
    await expect(best).toHaveAttribute("aria-pressed", "true");
    await shown.getByRole("button", { name: words.several.blend }).click();
    const blend = page.getByRole("dialog", { name: words.several.blend });
    await blend.getByText(words.several.wholeMessage, { exact: true }).click();
    await expect(blend.getByRole("region", { name: words.several.wholeMessage })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFindings(page)).toEqual([]);
    await blend.getByRole("button", { name: first.app.cancel }).click();
    await region("gpt-4.1").getByRole("button", { name: words.several.choose }).click();
    await expect(shown).toHaveCount(0);
    await expect(page.getByRole("log")).toContainText("You said");
  });

  test("beside a long reply, the arrows stay in reach, and a swipe leads to the same replies", async ({
    page,
    app,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
    await page.goto(`${app.url}/chat`);
    await composerLoaded(page);
    const box = page.locator("[data-chat-screen] form textarea");
    await box.fill(":several");
    await box.press("Enter");
    const opened = page.getByRole("dialog", { name: words.several.open });
    await opened.getByLabel(words.several.message, { exact: true }).fill("each gpt-4o-mini=draws gpt-4o=draws");
    await check(opened, ["gpt-4o-mini", "gpt-4o"], words.models.search);
    await opened.getByRole("button", { name: first.composer.send, exact: true }).tap();
    const shown = page.getByRole("article", { name: words.several.replies });
    await expect(shown.getByText(words.several.finished, { exact: true })).toHaveCount(2);
    const thread = page.getByRole("log");
    const scrollIn = () =>
      thread.evaluate((node) => {
        const { top = 0 } = node.querySelector("[data-comparison]")?.getBoundingClientRect() ?? {};
        node.scrollTop += top - node.getBoundingClientRect().top + 120;
      });
    await scrollIn();
    /** The space from the upper edge of the thread to the arrows, their sizes, and whether they are covered. */
    const arrows = () =>
      shown.evaluate(
        (node, names) => {
          const top = node.closest("[role=log]")?.getBoundingClientRect().top ?? 0;
          return names.map((name) => {
            const button = [...node.querySelectorAll("button")].find((each) => each.ariaLabel?.startsWith(name));
            const { left, right, y, width, height } = button?.getBoundingClientRect() ?? new DOMRect();
            const hit = document.elementFromPoint((left + right) / 2, y + height / 2);
            return [Math.round(y - top), width >= 44 && height >= 44, button?.contains(hit)];
          });
        },
        [words.several.previous, words.several.next],
      );
    const inReach = [
      [0, true, true],
      [0, true, true],
    ];
    await expect.poll(arrows).toEqual(inReach);
    // The head of the column follows right below, so that no text is between them, and none is covered by both.
    const gap = () =>
      shown.evaluate((node) => {
        const pager = node.firstElementChild?.getBoundingClientRect();
        const head = node.querySelector("[data-column] [data-retry]")?.parentElement?.getBoundingClientRect();
        return (head?.top ?? 0) - (pager?.bottom ?? 0);
      });
    await expect.poll(gap).toBeLessThanOrEqual(0.01);
    expect(await gap()).toBeGreaterThan(-1.01);
    expect(await axeFindings(page)).toEqual([]);

    const region = (model: string) => shown.getByRole("region", { name: model, exact: true });
    await shown.getByRole("button", { name: words.several.next }).tap();
    await expect(region("gpt-4o")).toBeInViewport();
    await expect(region("gpt-4o-mini")).not.toBeInViewport();
    // The other reply begins where the first one did.
    await expect(async () => {
      await scrollIn();
      expect(await arrows()).toEqual(inReach);
    }).toPass();
    // From right to left, a swipe to the left goes back.
    const devtools = await page.context().newCDPSession(page);
    const text = await region("gpt-4o").getByText("The last words.").boundingBox();
    const y = (text?.y ?? 0) + 8;
    await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: 340, y }] });
    for (let x = 330; x >= 50; x -= 20) {
      await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x, y }] });
    }
    await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(region("gpt-4o-mini")).toBeInViewport();
    await expect(region("gpt-4o")).not.toBeInViewport();
    await expect(shown.getByText("1/2", { exact: true })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

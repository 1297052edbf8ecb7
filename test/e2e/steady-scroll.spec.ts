import type { Page } from "@playwright/test";
import { expect, messages, replyEnded, send, test } from "./support/fixtures";
import { storeReplies } from "./support/given-replies";

/** A reply whose height cannot be guessed from its length: prose, code, a list, a table and a formula. */
function mixedReply(number: number): string {
  const prose = Array.from(
    { length: 1 + (number % 4) },
    (_, index) => `Tide ${index} of ${number}. ${"It rises. ".repeat(30)}`,
  );
  const code = `\`\`\`ts\n${Array.from({ length: 3 + (number % 9) }, (_, line) => `const tide${line} = ${number};`).join("\n")}\n\`\`\``;
  const table = `| Port | High |\n| --- | --- |\n${"| Brest | 7 m |\n".repeat(1 + (number % 5))}`;
  return [`## Reply ${number}`, ...prose, code, "- one\n- two\n- three", table, "$$\n\\frac{a}{b}\n$$"].join("\n\n");
}

async function openGivenReplies(page: Page, url: string, replies: readonly string[]): Promise<void> {
  await page.goto(url);
  await send(page, "hello");
  await replyEnded(page);
  await storeReplies(page, "long", replies);
  await page.reload();
  await page.getByRole("link", { name: "Given replies" }).click();
  await expect(messages(page).last()).toContainText(`Reply ${replies.length}`);
}

/**
 * Turns the wheel by `distances` and returns how far the text in the middle of the screen has moved each time, in
 * pixels.
 */
async function movesOf(page: Page, distances: readonly number[]): Promise<number[]> {
  const moves: number[] = [];
  await page.getByRole("log").hover();
  for (const distance of distances) {
    const text = await page.getByRole("log").evaluateHandle((box) => {
      const { top, height } = box.getBoundingClientRect();
      const texts = [...box.querySelectorAll("p, li, tr, pre, h2")];
      return texts.find((element) => element.getBoundingClientRect().bottom > top + height / 2);
    });
    const topOf = () => text.evaluate((element) => element?.getBoundingClientRect().top ?? Number.NaN);
    const before = await topOf();
    await page.mouse.wheel(0, distance);
    await expect.poll(topOf).not.toBe(before);
    for (let last = Number.NaN, next = await topOf(); last !== next; next = await topOf()) {
      last = next;
      await page.waitForTimeout(60);
    }
    moves.push(Math.round((await topOf()) - before));
  }
  return moves;
}

/** Returns the moves that differ from the distance of the wheel by more than a pixel, to which browsers round. */
function unsteady(moves: readonly number[], distances: readonly number[]): number[] {
  return moves.filter((move, index) => Math.abs(move + (distances[index] ?? 0)) > 1);
}

/**
 * Makes the first drawn message taller. Returns how far the text in the middle of the screen moves, in pixels; browsers
 * round scroll positions to pixels.
 */
async function moveByGrowthAbove(page: Page): Promise<number> {
  return page.getByRole("log").evaluate(async (box) => {
    const { left, width, top, height } = box.getBoundingClientRect();
    const text = document.elementFromPoint(left + width / 2, top + height / 2);
    const before = text?.getBoundingClientRect().top ?? Number.NaN;
    const first = box.querySelector("article");
    if (first) first.style.paddingBlockStart = "500px";
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (text?.getBoundingClientRect().top ?? Number.NaN) - before;
  });
}

/** Waits until no more messages are added above, and code, formulas and tables have their final heights. */
async function allDrawn(page: Page): Promise<void> {
  const height = () => page.getByRole("log").evaluate((box) => box.scrollHeight);
  await expect(messages(page).nth(11)).toBeAttached();
  for (let last = 0, next = await height(); last !== next; next = await height()) {
    last = next;
    await page.waitForTimeout(300);
  }
}

const replies = Array.from({ length: 80 }, (_, index) => mixedReply(index + 1));

test("after a reload, scrolling moves the text by the distance of the wheel, up and down", async ({ page, app }) => {
  await openGivenReplies(page, app.url, replies);
  await page.reload();
  await expect(messages(page).last()).toContainText("Reply 80");
  await expect(messages(page).last()).toBeInViewport();
  const up = Array.from({ length: 30 }, () => -130);
  expect(unsteady(await movesOf(page, up), up)).toEqual([]);
  const down = Array.from({ length: 10 }, () => 130);
  expect(unsteady(await movesOf(page, down), down)).toEqual([]);
});

/** Scrolls up in the fifth frame of the chat, before messages are added above. Notes where its last message is then. */
async function scrollAtOnce(page: Page, distance: number): Promise<void> {
  await page.addInitScript((wanted) => {
    let frames = 0;
    const look = () => {
      const box = document.querySelector("[role=log]");
      const last = [...(box?.querySelectorAll("article") ?? [])].at(-1);
      if (!box || !last?.textContent?.includes("Reply 80") || ++frames < 5) return void requestAnimationFrame(look);
      box.dispatchEvent(new WheelEvent("wheel", { deltaY: -wanted }));
      box.scrollTop -= wanted;
      const scrolled = { rows: box.querySelectorAll("article").length, top: last.getBoundingClientRect().top };
      Object.assign(window, { scrolled });
    };
    requestAnimationFrame(look);
  }, distance);
}

test("messages that are added above, step by step, leave the text within a pixel", async ({ page, app }) => {
  await openGivenReplies(page, app.url, replies);
  await scrollAtOnce(page, 130);
  await page.reload();
  await allDrawn(page);
  const { rows, top } = await page.evaluate(
    () => (window as unknown as { scrolled: { rows: number; top: number } }).scrolled,
  );
  expect(await messages(page).count()).toBeGreaterThan(rows);
  const now = await messages(page)
    .last()
    .evaluate((row) => row.getBoundingClientRect().top);
  expect(Math.abs(now - top)).toBeLessThan(1);
});

/** Counts the formulas that are shown as TeX source in any frame, from the start of the page. */
async function countSources(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = { frames: 0, sources: 0 };
    Object.assign(window, { counted });
    const look = () => {
      const formulas = document.querySelectorAll("[role=log] [data-tex]");
      if (formulas.length > 0) counted.frames += 1;
      counted.sources += [...formulas].filter((formula) => !formula.querySelector(".katex")).length;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

test("after a reload, no formula is shown as its source first", async ({ page, app }) => {
  await openGivenReplies(page, app.url, replies);
  await countSources(page);
  await page.reload();
  await allDrawn(page);
  const { frames, sources } = await page.evaluate(
    () => (window as unknown as { counted: { frames: number; sources: number } }).counted,
  );
  expect(frames).toBeGreaterThan(0);
  expect(sources).toBe(0);
});

test("messages are added between frames, not in the task of the frame that scrolls", async ({ page, app }) => {
  await openGivenReplies(page, app.url, replies);
  await allDrawn(page);
  const log = page.getByRole("log");
  const first = () => messages(page).first().getAttribute("data-message");
  const before = await first();
  const firstInFrame = await log.evaluate(
    (box) =>
      new Promise<string | null | undefined>((resolve) => {
        const read = () => resolve(box.querySelector("article")?.getAttribute("data-message"));
        // After the listeners of the app.
        box.addEventListener("scroll", read, { once: true });
        box.scrollTop = 0;
      }),
  );
  expect(firstInFrame).toBe(before);
  await expect.poll(first).not.toBe(before);
});

test("text stays in place when content above it grows at the first turn of the wheel", async ({ page, app }) => {
  await openGivenReplies(page, app.url, replies);
  await expect(messages(page).last()).toBeInViewport();
  // The turn alone: the browser scrolls a moment later. Messages that are added above meanwhile do not change this.
  await page.getByRole("log").dispatchEvent("wheel", { deltaY: -1 });
  await allDrawn(page);
  await expect(page.getByRole("log")).not.toHaveAttribute("data-following");
  expect(Math.abs(await moveByGrowthAbove(page))).toBeLessThanOrEqual(1);
});

test("messages that are left far behind are not laid out, and keep their exact heights", async ({ page, app }) => {
  await openGivenReplies(page, app.url, replies);
  // A formula that is typeset later changes the height of its message.
  await allDrawn(page);
  await movesOf(page, [-900, ...Array.from({ length: 12 }, () => -600)]);
  await expect(messages(page).last()).toHaveAttribute("data-distant");
  const { isLaidOut, changed } = await page.getByRole("log").evaluate((box) => {
    const { bottom } = box.getBoundingClientRect();
    // Above, a formula may have been typeset since.
    const rows = [...box.querySelectorAll("[data-distant]")].filter((row) => row.getBoundingClientRect().top > bottom);
    const heightsOf = () => rows.map((row) => row.getBoundingClientRect().height);
    const text = rows.at(-1)?.querySelector("p");
    const isLaidOut = text?.checkVisibility({ contentVisibilityAuto: true });
    const before = heightsOf();
    for (const row of rows) row.removeAttribute("data-distant");
    return { isLaidOut, changed: heightsOf().filter((height, row) => Math.abs(height - (before[row] ?? 0)) > 0.1) };
  });
  expect({ isLaidOut, changed }).toEqual({ isLaidOut: false, changed: [] });
});

/** Counts the elements that `work` adds to the page, and those that the browser styles meanwhile. */
async function styledDuring(page: Page, work: () => Promise<unknown>): Promise<{ added: number; styled: number }> {
  const session = await page.context().newCDPSession(page);
  let styled = 0;
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const { name, args } of value as unknown as { name: string; args?: { elementCount?: number } }[]) {
      if (name === "UpdateLayoutTree") styled += args?.elementCount ?? 0;
    }
  });
  const counter = await page.getByRole("log").evaluateHandle((box) => {
    const count = { added: 0 };
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof Element) count.added += 1 + node.querySelectorAll("*").length;
      }
    }).observe(box, { childList: true, subtree: true });
    return count;
  });
  const ended = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["devtools.timeline"] } });
  await work();
  await session.send("Tracing.end");
  await ended;
  return { added: await counter.evaluate(({ added }) => added), styled };
}

test("messages with formulas that are added above do not style the others again", async ({ page, app }) => {
  await openGivenReplies(page, app.url, replies);
  await allDrawn(page);
  const { added, styled } = await styledDuring(page, () =>
    movesOf(
      page,
      Array.from({ length: 30 }, () => -600),
    ),
  );
  expect(added).toBeGreaterThan(1000);
  expect(styled / added).toBeLessThan(3);
});

test("scrolling up while a reply streams moves the text by the distance of the wheel", async ({ page, app }) => {
  await openGivenReplies(page, app.url, replies);
  await send(page, "endless");
  await expect(messages(page).last()).toHaveAttribute("aria-busy", "true");
  // The first step leaves the end. Until then the view follows the growing reply, line by line.
  await movesOf(page, [-150]);
  const up = Array.from({ length: 12 }, () => -150);
  expect(unsteady(await movesOf(page, up), up)).toEqual([]);
});

test("a chat that is left and opened again shows the same lines at the same position, each time", async ({
  page,
  app,
}) => {
  await openGivenReplies(page, app.url, replies);
  await movesOf(page, [-900, -730]);
  const chats = page.getByRole("navigation", { name: "Chats" });
  const topOfText = () =>
    page.getByRole("log").evaluate((box) => {
      const row = [...box.querySelectorAll("article")].find(
        (article) => article.getBoundingClientRect().bottom > box.getBoundingClientRect().top + 1,
      );
      return { id: row?.dataset.message, top: row?.getBoundingClientRect().top ?? Number.NaN };
    });
  const before = await topOfText();
  /** Browsers round scroll positions to pixels. */
  const expectSame = () =>
    expect(async () => {
      const { id, top } = await topOfText();
      expect({ id, isSame: Math.abs(top - before.top) <= 1 }).toEqual({ id: before.id, isSame: true });
    }).toPass({ timeout: 10_000 });
  for (let round = 0; round < 3; round++) {
    await chats.getByRole("link").filter({ hasNotText: "Given replies" }).first().click();
    await expect(messages(page)).toHaveCount(2);
    await chats.getByRole("link", { name: "Given replies" }).click();
    await expectSame();
  }
  await page.reload();
  await expectSame();
});

test("in a browser without scroll anchoring, text stays in place when content above it grows", async ({
  page,
  app,
}) => {
  await page.addInitScript(() => {
    const { supports } = CSS;
    CSS.supports = (...given: [string]) => given[0] !== "overflow-anchor" && supports.apply(CSS, given);
  });
  await openGivenReplies(page, app.url, replies);
  await page.addStyleTag({ content: '[role="log"] { overflow-anchor: none }' });
  await movesOf(page, [-700, -300]);
  expect(await moveByGrowthAbove(page)).toBe(0);
});

test("while a reply of a megabyte arrives and is formatted, the text of a reader in it stays in place", async ({
  page,
  app,
}) => {
  test.setTimeout(120_000);
  await page.goto(`${app.url}/chat`);
  await send(page, "megabyte");
  const log = page.getByRole("log");
  // Unformatted text, and formatted paragraphs.
  const unformatted = log.locator("[class*=piece]");
  const formatted = log.locator("[class*=block]");
  await expect(unformatted).not.toHaveCount(0);
  /** Returns the number of the first whole line in the thread, or of a given line, and its distance from the upper edge. */
  const firstLine = (given = 0) =>
    log.evaluate(
      (box, wanted) =>
        new Promise<{ line: number; below: number } | undefined>((resolve) => {
          const find = () => {
            const { left, width, top } = box.getBoundingClientRect();
            // Between lines there is no text. A line that is cut off is skipped.
            for (let down = 1; down < 90; down += 4) {
              const found = document.caretRangeFromPoint(left + width / 3, top + down);
              const before = found?.startContainer.textContent?.slice(0, found.startOffset) ?? "";
              const line = Number.parseInt(before.slice(before.lastIndexOf("\n") + 1), 10);
              const below = Math.round((found?.getBoundingClientRect().top ?? 0) - top);
              if (wanted ? line === wanted : line > 0 && below >= 0) return { line, below };
            }
            return undefined;
          };
          // Measured as painted. Before its first frame, new text with `content-visibility: auto` cannot be hit.
          const afterLayout = new ResizeObserver(() => {
            afterLayout.disconnect();
            resolve(find());
          });
          requestAnimationFrame(() => afterLayout.observe(box));
        }),
      given,
    );
  await log.hover();
  await page.mouse.wheel(0, -4000);
  await expect.poll(() => log.evaluate((box) => box.hasAttribute("data-following"))).toBe(false);
  await expect(async () => {
    const before = await firstLine();
    await page.waitForTimeout(200);
    expect(before).toBeDefined();
    expect(await firstLine()).toEqual(before);
  }).toPass();
  const before = await firstLine();
  // Until the text has become paragraphs, also around the reader, and some of them are formatted.
  let isDone = false;
  while (!isDone) {
    isDone = (await unformatted.count()) === 0 && (await formatted.count()) > 300;
    const now = await firstLine(before?.line);
    expect(now?.line).toBe(before?.line);
    expect(Math.abs((now?.below ?? 0) - (before?.below ?? 0))).toBeLessThanOrEqual(2);
    await page.waitForTimeout(100);
  }
  await replyEnded(page);
  await expect(messages(page).last()).toContainText("19999 and the tide");
});

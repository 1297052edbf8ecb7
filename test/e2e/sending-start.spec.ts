import { expect, messageBox, messages, replyEnded, send, test } from "./support/fixtures";

const contents = (asked: { readonly messages: readonly { readonly content: unknown }[] } | undefined) =>
  asked?.messages.map(({ content }) => content);

test("a line shows where sending begins, and one click sends as much as fits", async ({ page, app, provider }) => {
  await page.goto(app.url);
  const line = page.getByRole("log").getByText(/^Messages above are /);
  const toast = page.getByText("Earlier messages are no longer sent in full.");
  for (const question of ["one", "two"]) {
    await send(page, question);
    await replyEnded(page);
  }
  await expect(line).toHaveCount(0);
  await send(page, "three");
  await replyEnded(page);
  await expect(toast).toBeVisible();
  await expect(line).toBeVisible();
  const heights = await page.evaluate(() => {
    const mark = [...document.querySelectorAll("[role=log] span")].find(({ textContent }) =>
      textContent?.startsWith("Messages above"),
    );
    const below = mark?.closest("article, div + article") ?? mark?.parentElement?.parentElement?.nextElementSibling;
    return {
      line: mark?.getBoundingClientRect().bottom ?? 0,
      message: below?.getBoundingClientRect().top ?? 0,
      said: below?.textContent,
    };
  });
  expect(heights.said).toContain("two");
  expect(heights.line).toBeLessThanOrEqual(heights.message);
  await page.getByRole("log").getByRole("button", { name: "Send as much as fits" }).click();
  await expect(line).toHaveCount(0);
  await send(page, "four");
  await replyEnded(page);
  expect(contents(provider.asked.at(-1))).toEqual([
    "one",
    "You said: one",
    "two",
    "You said: two",
    "three",
    "You said: three",
    "four",
  ]);
});

test("when messages fall out, a summary of them is sent, however short they are", async ({ page, app, provider }) => {
  await page.goto(app.url);
  for (const question of ["ebb", "flow", "slack"]) {
    await send(page, question);
    await replyEnded(page);
  }
  // The provider also has what chats of other tests asked behind.
  const summary = () =>
    provider.askedBehind.find(({ messages }) => messages[0]?.content === "ebb" && messages.length === 7);
  await expect
    .poll(() => contents(summary())?.slice(0, 6))
    .toEqual(["ebb", "You said: ebb", "flow", "You said: flow", "slack", "You said: slack"]);
});

test("a system prompt for this chat is one field, and one for all chats is in the settings", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(`${app.url}/settings#model`);
  await page.getByRole("textbox", { name: "System prompt for all chats" }).fill("Answer in Latin.");
  await page.goto(`${app.url}/chat`);
  await page.getByRole("button", { name: "Chat settings" }).click();
  const field = page.getByRole("textbox", { name: "System prompt", exact: true });
  await field.fill("You know tides.");
  await page.getByRole("button", { name: "Done" }).click();
  await expect(messageBox(page)).toBeVisible();
  await send(page, "hello");
  await replyEnded(page);
  await expect(messages(page)).toHaveCount(2);
  expect(provider.asked.at(-1)?.messages).toEqual([
    { role: "system", content: "Answer in Latin." },
    { role: "system", content: "You know tides." },
    { role: "user", content: "hello" },
  ]);
  await page.reload();
  await page.getByRole("button", { name: "Chat settings" }).click();
  await expect(field).toHaveValue("You know tides.");
  await field.fill("");
  await page.getByRole("button", { name: "Done" }).click();
  await send(page, "bye");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.messages[1]).toEqual({ role: "user", content: "hello" });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the line covers no message", async ({ page, app }) => {
    await page.goto(app.url);
    for (const question of ["one", "two", "three"]) {
      await send(page, question);
      await replyEnded(page);
    }
    const line = page.getByRole("log").getByText(/^Messages above are /);
    await expect(line).toBeVisible();
    /** The lengths by which the line overlaps messages. */
    const overlaps = await line.evaluate((node) => {
      const mark = node.parentElement?.getBoundingClientRect() ?? new DOMRect();
      return [...document.querySelectorAll("[role=log] article")]
        .map((each) => each.getBoundingClientRect())
        .map(({ top, bottom }) => Math.round(Math.min(bottom, mark.bottom) - Math.max(top, mark.top)))
        .filter((length) => length > 0);
    });
    expect(overlaps).toEqual([]);
  });
});

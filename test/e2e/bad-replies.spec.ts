import { expect, messageBox, messages, replyEnded, send, serverKey, test } from "./support/fixtures";
import { letterAt } from "./support/provider";

interface BadReply {
  readonly ask: string;
  /** What the reply must say. */
  readonly says: readonly string[];
  /** What it must not. */
  readonly hides?: readonly string[];
}

const cases: readonly BadReply[] = [
  { ask: "unauthorized", says: ["No reply received", "The API key was rejected"], hides: [serverKey] },
  { ask: "limited", says: ["No reply received", "Too many requests", "Slow down, please."] },
  {
    ask: "html",
    says: ["No reply received", "The provider reported an internal error.", "502 Bad Gateway"],
    hides: ["<h1>", "<script>"],
  },
  { ask: "html200", says: ["No reply received"], hides: ["<html>"] },
  { ask: "cut", says: ["Half an answer", "The reply was interrupted", "The connection failed"] },
  { ask: "silentEnd", says: ["No finish word", "The reply was interrupted"] },
  { ask: "nothing", says: ["No reply received", "The server sent an empty response."] },
  { ask: "halfCharacter", says: ["Gezeiten ü und 🌊"], hides: ["\uFFFD"] },
  { ask: "doneTwice", says: ["Once."], hides: ["Never seen", "The reply"] },
];

for (const { ask, says, hides = [] } of cases) {
  test(`a response of "${ask}" ends in a clear sentence`, async ({ page, app, provider }) => {
    await page.goto(app.url);
    await send(page, "before");
    await expect(messages(page).nth(1)).toContainText("You said: before");
    await replyEnded(page);
    await send(page, ask);
    const reply = messages(page).nth(3);
    await expect(reply).toContainText(says[0] ?? "");
    if (ask === "cut") await provider.release();
    for (const text of says) await expect(reply).toContainText(text);
    await replyEnded(page);
    for (const text of hides) await expect(reply).not.toContainText(text);
    // Nothing of what was there is lost, now and after a reload.
    await page.reload();
    await expect(messages(page)).toHaveCount(4);
    await expect(messages(page).nth(1)).toContainText("You said: before");
    for (const text of says) await expect(messages(page).nth(3)).toContainText(text);
    await send(page, "after");
    await expect(messages(page).nth(5)).toContainText("You said: after");
  });
}

test("a reply of 30 MB is truncated with a message, and the page stays responsive @R7.6", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "huge");
  const reply = messages(page).nth(1);
  await expect(reply).toContainText("The message or the reply is too large.", { timeout: 40_000 });
  await replyEnded(page);
  await messageBox(page).fill("still here");
  await expect(messageBox(page)).toHaveValue("still here");
});

test("a reply of 100,000 events of one letter each arrives completely, and the page stays responsive @R7.6", async ({
  page,
  app,
}) => {
  test.slow();
  await page.goto(app.url);
  await send(page, "letters 100000");
  await expect(messages(page).nth(1)).toBeVisible();
  await messageBox(page).fill("still here");
  await expect(messageBox(page)).toHaveValue("still here");
  await expect(messages(page).nth(1)).not.toHaveAttribute("aria-busy", "true", { timeout: 60_000 });
  const whole = Array.from({ length: 100_000 }, (_, index) => letterAt(index)).join("");
  await expect
    .poll(async () => (await messages(page).nth(1).textContent())?.includes(whole.trimEnd()), { timeout: 30_000 })
    .toBe(true);
});

test("a failed question is not sent with the next one", async ({ page, app, provider }) => {
  await page.goto(app.url);
  await send(page, "limited");
  await expect(messages(page).nth(1)).toContainText("Too many requests");
  await send(page, "next");
  await expect(messages(page).nth(3)).toContainText("You said: next");
  expect(provider.asked.at(-1)?.messages).toEqual([{ role: "user", content: "next" }]);
});

test("a message of only spaces is not sent", async ({ page, app }) => {
  await page.goto(app.url);
  await messageBox(page).fill("   \n  \u3000");
  await messageBox(page).press("Enter");
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
  await expect(page.getByRole("heading", { name: "How can I help you?" })).toBeVisible();
});

test("a message of 1 MB is sent completely, collapsed on screen, and there after a reload", async ({
  page,
  app,
  provider,
}) => {
  const text = `beginning ${"tide ".repeat(200_000)}end`;
  await page.goto(app.url);
  await send(page, text);
  await expect(messages(page).nth(1)).toContainText("You said: beginning");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.messages.at(-1)?.content).toBe(text);
  await page.reload();
  await expect(messages(page).nth(0).getByRole("button", { name: "Show all" })).toBeVisible();
  await messages(page).nth(0).getByRole("button", { name: "Show all" }).click();
  await expect(messages(page).nth(0)).toContainText("tide end");
});

test("emoji and right-to-left marks arrive as they were written", async ({ page, app, provider }) => {
  const text = "👩‍👩‍👧‍👦 \u200F\u202Bمد\u202C \u2067x\u2069 🏴‍☠️";
  await page.goto(app.url);
  await send(page, text);
  await expect(messages(page).nth(1)).toContainText("You said:");
  expect(provider.asked.at(-1)?.messages.at(-1)?.content).toBe(text);
  await expect(messages(page).nth(0)).toContainText(text);
});

test("a model's Markdown renders safely: no HTML, no script links, no external images without a click @R7.1 @R7.3", async ({
  page,
  app,
  provider,
}) => {
  const known = [app.url, provider.url, "data:"];
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!known.some((start) => request.url().startsWith(start))) foreign.push(request.url());
  });
  await page.goto(app.url);
  await send(page, "markdown");
  const reply = messages(page).nth(1);
  await expect(reply.getByRole("heading", { name: "Heading" })).toBeVisible();
  await expect(reply.getByRole("link", { name: "link" })).toHaveAttribute("rel", "noopener noreferrer");
  await expect(reply.getByRole("table")).toContainText("1");
  await expect(reply.locator(".katex")).toBeVisible();
  await expect(reply).toContainText('<b id="planted">html</b>');
  await expect(reply.getByRole("link", { name: "bad" })).toHaveCount(0);
  await expect(reply.getByRole("button", { name: /images\.example\.com/ })).toBeVisible();
  expect(await page.locator("#planted").count()).toBe(0);
  expect(foreign).toEqual([]);
});

import {
  chatInHistory,
  everywhere,
  expect,
  messageBox,
  messages,
  newChat,
  replyEnded,
  send,
  serverKey,
  stopReply,
  test,
} from "./support/fixtures";

test(
  "a message is answered by a stream, and both are there after a reload",
  everywhere,
  async ({ page, app, provider }) => {
    await page.goto(app.url);
    await send(page, "high tide");
    await expect(messages(page).nth(1)).toContainText("You said: high tide");
    await replyEnded(page);
    await expect(page.getByText("34 tokens")).toBeVisible();
    await page.reload();
    await expect(messages(page)).toHaveCount(2);
    await expect(messages(page).nth(0)).toContainText("high tide");
    await expect(messages(page).nth(1)).toContainText("You said: high tide");
    const asked = provider.asked.at(-1);
    expect(asked).toEqual({
      authorization: `Bearer ${serverKey}`,
      model: "gpt-4o-mini",
      messages: [{ role: "user", content: "high tide" }],
      tools: [],
    });
  },
);

test("a reply grows word by word, and Escape stops it with the text so far", async ({ page, app, provider }) => {
  await page.goto(app.url);
  await send(page, "endless words");
  const reply = messages(page).nth(1);
  await expect(reply).toContainText("word3 ");
  await expect(reply).toHaveAttribute("aria-busy", "true");
  const before = provider.abandoned();
  await messageBox(page).press("Escape");
  await expect(reply).toContainText("Stopped");
  await expect(reply).toContainText("word3");
  await expect.poll(() => provider.abandoned()).toBe(before + 1);
  const text = await reply.textContent();
  await page.reload();
  await expect(messages(page).nth(1)).toContainText("Stopped");
  expect((await messages(page).nth(1).textContent())?.includes("word3")).toBe(true);
  expect(text).toContain("word1 word2 word3");
});

test("while a reply is streaming, the chat list shows it, and another chat can be answered at the same time", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await send(page, "endless words");
  await expect(messages(page).nth(1)).toContainText("word2");
  await newChat(page);
  await expect(page.getByRole("heading", { name: "How can I help you?" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Reply in progress" })).toBeVisible();
  await send(page, "second chat");
  await expect(messages(page).nth(1)).toContainText("You said: second chat");
  await page.getByRole("navigation", { name: "Chats" }).getByRole("link").nth(1).click();
  await expect(messages(page).nth(1)).toContainText("word9 ");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(messages(page).nth(1)).toContainText("Stopped");
});

test("switching chats every 50 ms while four are answered leaves each chat its own complete reply", async ({
  page,
  app,
}) => {
  // Four replies at once and a chat drawn every 50 ms are all that a small machine can do.
  test.slow();
  await page.goto(app.url);
  const chats = page.getByRole("navigation", { name: "Chats" }).getByRole("link");
  for (let chat = 1; chat <= 4; chat++) {
    if (chat > 1) await newChat(page);
    await expect(messages(page)).toHaveCount(0);
    await send(page, `endless ${chat}`);
    await expect(messages(page).nth(1)).toContainText("word1 ");
    await expect(chats).toHaveCount(chat);
  }
  await page.evaluate(async () => {
    const links = [...document.querySelectorAll<HTMLElement>("nav[aria-label=Chats] a")];
    for (let turn = 0; turn < 60; turn++) {
      links[(turn * 3) % links.length]?.click();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  for (let chat = 1; chat <= 4; chat++) {
    await chats.filter({ hasText: `endless ${chat}` }).click();
    await expect(messages(page)).toHaveCount(2);
    await expect(messages(page).first()).toContainText(`endless ${chat}`);
    await stopReply(page);
    const words = ((await messages(page).nth(1).locator("p").first().textContent()) ?? "").trim().split(" ");
    expect(words).toEqual(words.map((_, index) => `word${index + 1}`));
  }
});

test("retry sends the question again and keeps the previous answer until the new one has text", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(app.url);
  await send(page, "flaky server");
  const reply = messages(page).nth(1);
  await expect(reply).toContainText("No reply received");
  await expect(reply).toContainText("The provider is overloaded");
  await expect(reply).toContainText("Try again.");
  await reply.getByRole("button", { name: "Retry" }).first().click();
  await expect(reply).toContainText("You said: flaky server");
  await expect(messages(page)).toHaveCount(2);
  const count = provider.asked.length;
  await reply.hover();
  await reply.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => provider.asked.length).toBe(count + 1);
  // The third asking fails: the answer that was there stays.
  await expect(page.getByRole("alert").filter({ hasText: "overloaded" })).toBeVisible();
  await expect(reply).toContainText("You said: flaky server");
});

test("reasoning is expanded while it streams and collapsed afterwards, and is not sent back", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(app.url);
  await send(page, "ponders please");
  const reply = messages(page).nth(1);
  await expect(reply).toContainText("Thinking,");
  await expect(reply).toContainText("First the Moon,");
  await provider.release();
  await expect(reply).toContainText("Because of the shelf.");
  await expect(reply.getByText(/Thought for \d+ s/)).toBeVisible();
  await expect(reply.getByText("then the shelf.")).toHaveCount(0);
  await reply.getByText(/Thought for/).click();
  await expect(reply).toContainText("First the Moon, then the shelf.");
  await replyEnded(page);
  await send(page, "and now");
  await expect(messages(page).nth(3)).toContainText("You said: and now");
  expect(provider.asked.at(-1)?.messages).toEqual([
    { role: "user", content: "ponders please" },
    { role: "assistant", content: "Because of the shelf." },
    { role: "user", content: "and now" },
  ]);
});

test("a deleted chat is restored by undo, and deleting the last one leaves an empty chat", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "keep me");
  await expect(messages(page).nth(1)).toContainText("You said: keep me");
  await replyEnded(page);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete chat" }).click();
  await expect(page.getByRole("heading", { name: "How can I help you?" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(messages(page).nth(1)).toContainText("You said: keep me");
  await expect(page.getByRole("navigation", { name: "Chats" }).getByRole("link")).toHaveCount(1);
  await page.reload();
  await expect(messages(page).nth(1)).toContainText("You said: keep me");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete chat" }).click();
  await expect(page.getByRole("heading", { name: "How can I help you?" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "How can I help you?" })).toBeVisible();
  await expect(page.getByText("keep me")).toHaveCount(0);
});

test("a chat is renamed in its heading, and Escape restores the title", async ({ page, app }) => {
  await page.goto(app.url);
  await page.getByRole("heading", { level: 1 }).getByRole("button").click();
  await page.getByRole("textbox", { name: "Title" }).fill("Why tides arrive late");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Why tides arrive late" })).toBeVisible();
  await page.getByRole("heading", { level: 1 }).getByRole("button").click();
  await page.getByRole("textbox", { name: "Title" }).fill("Nothing");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1, name: "Why tides arrive late" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Chats" })).toContainText("Why tides arrive late");
  await expect(page).toHaveTitle("Why tides arrive late · Parley");
});

test("unsent text is stored per chat, also across a reload, and ArrowUp restores the last question", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await send(page, "first");
  await replyEnded(page);
  await messageBox(page).fill("half a thought");
  await newChat(page);
  await expect(messageBox(page)).toHaveValue("");
  await chatInHistory(page);
  await page.goBack();
  await expect(messageBox(page)).toHaveValue("half a thought");
  await page.reload();
  await expect(messageBox(page)).toHaveValue("half a thought");
  await messageBox(page).fill("");
  await messageBox(page).press("ArrowUp");
  await expect(messageBox(page)).toHaveValue("first");
});

test("a chat that is not on this device has a screen with a message and a link", async ({ page, app }) => {
  await page.goto(`${app.url}/chat?id=unknown`);
  await expect(page.getByText("This chat isn’t on this device")).toBeVisible();
  await page.getByRole("button", { name: "Open latest chat" }).click();
  await expect(messageBox(page)).toBeVisible();
});

test("an unknown URL shows a message and a link to home", everywhere, async ({ page, app }) => {
  const response = await page.goto(`${app.url}/nowhere`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  const home = page.getByRole("link", { name: "Back to chats" });
  // It leads there in a window of its own, too.
  await expect.poll(() => home.evaluate(({ href }: HTMLAnchorElement) => href.replace(/\/$/, ""))).toBe(app.url);
  await home.click();
  await expect(messageBox(page)).toBeVisible();
});

test("a reply is announced in sentences while it streams, and completely at the end", async ({ page, app }) => {
  await page.goto(app.url);
  // What is said leaves the page soon after: it is noted as it is added.
  const heard = await page.evaluateHandle(() => {
    const parts: string[] = [];
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (added.parentElement?.getAttribute("aria-relevant") === "additions") parts.push(added.textContent ?? "");
      }
    }).observe(document.body, { childList: true, subtree: true });
    return parts;
  });
  await send(page, "sentences 9");
  const all = Array.from({ length: 9 }, (_, index) => `Wave ${index + 1} comes in.`).join(" ");
  await expect.poll(() => heard.evaluate((parts) => parts.join(" "))).toBe(all);
  const { length } = await heard.jsonValue();
  expect(length).toBeGreaterThan(1);
  expect(length).toBeLessThan(9);
  await expect(page.getByRole("status").filter({ hasText: "Reply finished" })).toHaveText("Reply finished, 36 words");
  await expect(page.locator("[aria-relevant=additions] p")).toHaveCount(0);
});

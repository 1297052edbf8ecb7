import type { Page } from "@playwright/test";
import { expect, messages, needsServer, replyEnded, send, serverKey, test } from "./support/fixtures";
import { storedText } from "./support/stored-texts";

type Stores = Readonly<Record<string, object>>;

const chat = (id: string, more: object = {}) => ({
  id,
  topic: `Tides ${id}`,
  memoryPrompt: "",
  lastUpdate: 1_700_000_000_000,
  lastSummarizeIndex: 0,
  stat: { tokenCount: 0, wordCount: 0, charCount: 0 },
  messages: [{ id: `m-${id}`, role: "user", date: "11/14/2023, 10:13:20 PM", content: `Why ${id}?` }],
  mask: { id: "k", name: "Tides", avatar: "gpt-bot", context: [], syncGlobalConfig: true, modelConfig: {}, lang: "en" },
  ...more,
});

const chats = (...sessions: object[]) => ({
  version: 3.3,
  state: { _hasHydrated: true, currentSessionIndex: 0, sessions },
});

/** Leaves what a NextChat has stored in its database, and texts in localStorage. */
async function leave(page: Page, url: string, stores: Stores, local: Readonly<Record<string, string>> = {}) {
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    async ([inDatabase, inLocalStorage]) => {
      const opening = indexedDB.open("keyval-store", 1);
      await new Promise((resolve) => {
        opening.onupgradeneeded = () => opening.result.createObjectStore("keyval");
        opening.onsuccess = resolve;
      });
      const transaction = opening.result.transaction("keyval", "readwrite");
      for (const [key, value] of Object.entries(inDatabase)) {
        transaction.objectStore("keyval").put(JSON.stringify(value), key);
      }
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      opening.result.close();
      for (const [key, text] of Object.entries(inLocalStorage)) localStorage.setItem(key, text);
    },
    [stores, local] as const,
  );
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

async function openSummary(page: Page, url: string) {
  await page.goto(`${url}/settings#data`);
  const row = page.getByRole("button", { name: "Show", exact: true });
  await row.click();
  return page.getByRole("dialog", { name: "Imported from NextChat" });
}

test("a full localStorage is imported: chats, settings, a large plugin, with space for new data", async ({
  page,
  keyless,
}) => {
  const old = JSON.stringify(
    chats(
      chat("old", { topic: "x".repeat(1000) }),
      chat("empty", { topic: "New Conversation", messages: [], mask: {} }),
    ),
  );
  const plugin = { id: "p", title: "Large", version: "1", createdAt: 1, content: "y".repeat(5_600_000) };
  await leave(
    page,
    keyless.url,
    {
      "chat-next-web-store": chats(chat("new")),
      "app-config": { version: 4.1, state: { _hasHydrated: true, fontSize: 18, theme: "dark" } },
      "chat-next-web-plugin": { version: 1, state: { _hasHydrated: true, plugins: { p: plugin } } },
    },
    { "chat-next-web-store": old },
  );
  // Blanks behind the JSON fill the store to its last character.
  await page.evaluate(() => {
    const text = localStorage.getItem("chat-next-web-store") ?? "";
    let [fits, fails] = [text.length, 6_000_000];
    while (fails - fits > 1) {
      const middle = Math.floor((fits + fails) / 2);
      try {
        localStorage.setItem("chat-next-web-store", text.padEnd(middle));
        fits = middle;
      } catch {
        fails = middle;
      }
    }
  });

  await page.goto(keyless.url);
  await expect(page.getByText("2 chats imported from NextChat")).toBeVisible();
  await expect(page.locator("body")).toHaveClass(/\bdark\b/);
  expect(JSON.parse((await storedText(page, "chat-next-web-plugin")) ?? "").state.plugins.p.content).toHaveLength(
    5_600_000,
  );
  expect(await stored(page, "chat-next-web-store")).toBeNull();
  const summary = await openSummary(page, keyless.url);
  await expect(summary).toContainText("NextChat’s old storage filled this site’s space");
  await summary.getByRole("button", { name: "Close" }).last().click();
  // A setting can be changed and stays, and nothing is taken over again.
  await page.goto(`${keyless.url}/settings#general`);
  await page.getByRole("radio", { name: "Light" }).check();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Light" })).toBeChecked();
  expect(JSON.parse((await stored(page, "app-config")) ?? "").state).toMatchObject({ fontSize: 18, theme: "light" });
  await expect(page.getByText("2 chats imported from NextChat")).toHaveCount(0);
});

test("data that a NextChat stores after the takeover is added at the next start, and by Look again", async ({
  page,
  keyless,
}) => {
  await leave(page, keyless.url, { "chat-next-web-store": chats(chat("first")) });
  await page.goto(keyless.url);
  await expect(page.getByText("1 chat imported from NextChat")).toBeVisible();

  const second = chat("first", { messages: [...chat("first").messages, { ...chat("x").messages[0], id: "later" }] });
  await leave(page, keyless.url, { "chat-next-web-store": chats(second, chat("second")) });
  await page.goto(keyless.url);
  await expect(page.getByText("1 chat imported from NextChat")).toBeVisible();
  await page.getByRole("navigation").getByText("Tides first").click();
  await expect(messages(page)).toHaveCount(2);

  const summary = await openSummary(page, keyless.url);
  await summary.getByRole("button", { name: "Check again" }).click();
  await expect(summary.getByText("Nothing new in NextChat.")).toBeVisible();
  await page.evaluate(
    async (text) => {
      const opening = indexedDB.open("keyval-store");
      await new Promise((resolve) => opening.addEventListener("success", resolve));
      const transaction = opening.result.transaction("keyval", "readwrite");
      transaction.objectStore("keyval").put(text, "chat-next-web-store");
      await new Promise((resolve) => transaction.addEventListener("complete", resolve));
      opening.result.close();
    },
    JSON.stringify(chats(chat("third"))),
  );
  await summary.getByRole("button", { name: "Check again" }).click();
  await expect(summary).toContainText("New: 3 chats, 4 messages");
});

test(
  "an own key that NextChat used with its switch off is still sent to the operator's address",
  needsServer,
  async ({ page, provider, withApp }) => {
    await withApp({ BASE_URL: provider.url, OPENAI_API_KEY: serverKey }, async (app) => {
      await leave(page, app.url, {
        "chat-next-web-store": chats(chat("first")),
        "access-control": {
          version: 2,
          state: { _hasHydrated: true, useCustomConfig: false, openaiApiKey: "sk-one-api" },
        },
      });
      await page.goto(app.url);
      await send(page, "hello");
      await replyEnded(page);
      expect(provider.asked.at(-1)?.authorization).toBe("Bearer sk-one-api");
      const summary = await openSummary(page, app.url);
      await expect(summary).toContainText("Your own API keys are turned on");
      expect(app.log()).toContain("keys that users stored in a NextChat on this site go to http://127.0.0.1:");
    });
  },
);

test(
  "behind an access code, such a key is still sent with the code, whatever the address's model list returns",
  needsServer,
  async ({ page, provider, withApp }) => {
    await withApp({ BASE_URL: provider.url, OPENAI_API_KEY: serverKey, CODE: "sesame" }, async (app) => {
      await leave(page, app.url, {
        "chat-next-web-store": chats(chat("first")),
        "access-control": {
          version: 2,
          state: { _hasHydrated: true, accessCode: "sesame", openaiApiKey: "sk-one-api" },
        },
      });
      await page.goto(app.url);
      await send(page, "hello");
      await replyEnded(page);
      expect(provider.asked.at(-1)?.authorization).toBe("Bearer sk-one-api");
    });
  },
);

test("tabs that are opened together take a NextChat over once", async ({ page, context, keyless }) => {
  await leave(page, keyless.url, { "chat-next-web-store": chats(chat("first"), chat("second")) });
  const tabs = [page, await context.newPage(), await context.newPage()];
  await Promise.all(tabs.map((tab) => tab.goto(keyless.url)));
  await Promise.all(tabs.map((tab) => expect(tab.getByRole("navigation").getByText("Tides first")).toBeVisible()));
  const summary = await openSummary(page, keyless.url);
  await expect(summary).toContainText("New: 2 chats, 2 messages");
});

test("a NextChat with localStorage only is taken over, and found again after it was used again", async ({
  page,
  keyless,
}) => {
  const old = (...sessions: object[]) => JSON.stringify({ version: 2, state: { currentSessionIndex: 0, sessions } });
  const access = JSON.stringify({ version: 1, state: { token: "sk-old" } });
  await page.goto(`${keyless.url}/robots.txt`);
  await page.evaluate(
    ([sessions, credentials]) => {
      localStorage.setItem("chat-next-web-store", sessions);
      localStorage.setItem("access-control", credentials);
    },
    [old(chat("first")), access] as const,
  );
  await page.goto(keyless.url);
  await expect(page.getByText("1 chat imported from NextChat")).toBeVisible();

  await page.goto(`${keyless.url}/robots.txt`);
  await page.evaluate(
    ([sessions, credentials]) => {
      localStorage.setItem("chat-next-web-store", sessions);
      localStorage.setItem("access-control", credentials);
    },
    [old(chat("second"), chat("first")), access] as const,
  );
  await page.goto(keyless.url);
  await expect(page.getByText("1 chat imported from NextChat")).toBeVisible();
  await expect(page.getByRole("navigation").getByText("Tides second")).toBeVisible();
  await expect
    .poll(async () => JSON.parse((await stored(page, "access-control")) ?? "").state.openaiApiKey)
    .toBe("sk-old");
});

test("a further look that only adds masks names them", async ({ page, keyless }) => {
  await leave(page, keyless.url, { "chat-next-web-store": chats(chat("first")) });
  await page.goto(keyless.url);
  await expect(page.getByText("1 chat imported from NextChat")).toBeVisible();
  const mask = { ...chat("x").mask, id: "m", name: "Pilot" };
  await leave(page, keyless.url, {
    "chat-next-web-store": chats(chat("first")),
    "mask-store": { version: 3.1, state: { _hasHydrated: true, masks: { m: mask } } },
  });
  await page.goto(keyless.url);
  await expect(page.getByText("Imported from NextChat: Masks: 1")).toBeVisible();
  await expect(await openSummary(page, keyless.url)).toContainText("Masks: 1");
});

test("clearing everything leaves a NextChat's data that could not be taken over", async ({ page, keyless }) => {
  const left = { "chat-next-web-store": chats(chat("first")) };
  await leave(page, keyless.url, left);
  await page.goto(keyless.url);
  await expect(page.getByText("1 chat imported from NextChat")).toBeVisible();
  await page.goto(`${keyless.url}/settings#reset`);
  await expect(page.getByRole("button", { name: "Clear", exact: true })).toBeVisible();
  // A start would try again, so the summary changes only now.
  await page.evaluate(() => {
    const summary = JSON.parse(localStorage.getItem("nextchat-takeover") ?? "");
    localStorage.setItem("nextchat-takeover", JSON.stringify({ ...summary, failed: ["app-config"] }));
  });
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("button", { name: "Clear without export" }).click();
  await expect(page.getByText("1 chat imported from NextChat")).toBeVisible();
});

import type { Page } from "@playwright/test";
import { expect, messages, test } from "./support/fixtures";

/** Five hundred characters without a place to break, with what looks like markup among them. */
const long = `<img src=x onerror="window.ran=1">${"Gezeitentabelle".repeat(31)}`.padEnd(500, "x").slice(0, 500);

const message = (role: string, content: string) => ({ id: `${role}-1`, role, content, date: "11/21/2026, 9:00:00 AM" });
const modelConfig = { model: "gpt-4o-mini", providerName: "OpenAI" };
const maskOf = (context: readonly object[]) => ({
  id: "long-mask",
  name: long,
  avatar: "1f30a",
  lang: "en",
  builtin: false,
  createdAt: 1_760_000_000_000,
  context,
  modelConfig,
});

/** A backup in which everything that has a name has one of 500 characters. */
const backup = {
  "chat-next-web-store": {
    sessions: [
      {
        id: "long-chat",
        topic: long,
        memoryPrompt: "",
        messages: [message("user", long), message("assistant", long)],
        stat: { tokenCount: 0, wordCount: 0, charCount: 0 },
        lastUpdate: 1_760_000_000_000,
        lastSummarizeIndex: 0,
        mask: maskOf([message("system", long)]),
      },
    ],
    currentSessionIndex: 0,
  },
  "app-config": { customModels: `-all,+${long}@${long}=${long}` },
  "mask-store": { masks: { "long-mask": maskOf([]) } },
  "prompt-store": { prompts: { "long-prompt": { id: "long-prompt", title: long, content: long, createdAt: 1 } } },
  "chat-next-web-plugin": {
    plugins: {
      "long-plugin": {
        id: "long-plugin",
        createdAt: 1,
        title: long,
        version: "1.0.0",
        content: JSON.stringify({
          openapi: "3.1.0",
          info: { title: long, version: "1.0.0", description: long },
          servers: [{ url: "https://api.example" }],
          paths: {
            "/tide": { get: { operationId: "tide", summary: long, responses: { 200: { description: "Tide" } } } },
          },
        }),
        authType: "none",
      },
    },
  },
};

/** Whether the window is so narrow that the app has one column. */
function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 600;
}

const places: readonly { readonly path: string; reach?(page: Page): Promise<void> }[] = [
  { path: "/chat" },
  {
    path: "/chat",
    async reach(page) {
      await page.getByRole("button", { name: /^(Model: |Choose a model)/ }).click();
      await expect(page.getByRole("listbox", { name: "Model" })).toBeVisible();
    },
  },
  {
    path: "/chat",
    async reach(page) {
      // On a phone it stands in the menu.
      if (isPhone(page)) {
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.getByRole("menuitem", { name: /^Tools/ }).click();
      } else await page.getByRole("button", { name: /^Tools(,|$)/ }).click();
      await expect(page.getByRole("dialog", { name: "Tools" }).getByRole("switch").first()).toBeVisible();
    },
  },
  {
    path: "/chat",
    async reach(page) {
      await page.getByRole("textbox", { name: "Message", exact: true }).fill("/");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
  { path: "/masks" },
  { path: "/new-chat" },
  { path: "/plugins" },
  { path: "/settings" },
  { path: "/search-chat?q=Gezeiten" },
];

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`at ${width} px names of 500 characters are truncated in every list, and are text whatever they contain`, async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${app.url}/settings#data`);
    await page
      .getByTestId("import-file")
      .setInputFiles({ name: "long.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(backup)) });
    await page.getByRole("checkbox", { name: /^Also import settings/ }).check();
    await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto(`${app.url}/chat`);
    if (!isPhone(page)) {
      const chats = page.getByRole("navigation", { name: "Chats" });
      await chats.getByRole("link", { name: /Gezeitentabelle/ }).click();
    }
    for (const { path, reach } of places) {
      if (path !== "/chat") await page.goto(app.url + path);
      else if (!page.url().includes("/chat")) await page.goto(`${app.url}/chat`);
      if (path === "/chat") await expect(messages(page)).toHaveCount(2);
      await reach?.(page);
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate(beyondTheWindow), path).toEqual([]);
      await page.keyboard.press("Escape");
    }
    expect(await page.evaluate(() => "ran" in window)).toBe(false);
  });
}

/**
 * In the page: names what stands beyond the window where nothing scrolls to it, the page itself where it scrolls, and rows
 * of lists that are taller than a few lines.
 */
function beyondTheWindow(): string[] {
  const isHeld = (part: Element): boolean =>
    part.parentElement !== null &&
    (getComputedStyle(part.parentElement).overflowX !== "visible" || isHeld(part.parentElement));
  const parts = [...document.querySelectorAll<HTMLElement>("main *, aside *, dialog *, nav *")].filter((part) => {
    const { left, right, width } = part.getBoundingClientRect();
    return (
      width > 1 &&
      (left < -1 || right > innerWidth + 1) &&
      part.checkVisibility({ visibilityProperty: true }) &&
      !isHeld(part)
    );
  });
  const page = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
  const rows = [...document.querySelectorAll<HTMLElement>("main li, dialog label, dialog li, aside li")].filter(
    (row) => row.closest("[role=log]") === null && row.offsetHeight > 160,
  );
  const tall = rows.map((row) => `a row of ${row.offsetHeight} px`);
  return [...page, ...tall, ...parts.map((part) => `${part.tagName} ${part.className}`)].slice(0, 5);
}

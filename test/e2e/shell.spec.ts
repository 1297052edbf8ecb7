import { devices } from "@playwright/test";
import { screens } from "@/lib/brand/screens";
import german from "@/locales/de/first";
import {
  chatInHistory,
  everywhere,
  expect,
  messageBox,
  messages,
  needsServer,
  newChat,
  replyEnded,
  send,
  test,
} from "./support/fixtures";

test("until the app has started, the loading screen is shown from the server's HTML", async ({ page, app }) => {
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(app.url);
  await expect(page.getByRole("status")).toBeVisible();
  expect(await page.content()).not.toMatch(/Parley/);
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("the loading screen shows the brand as soon as it is known", async ({ page, app }) => {
    await page.route(/config\.json/, (route) => route.fulfill({ json: { name: "Harbour" } }));
    // The words of the language never arrive.
    await page.route("**/*.js", async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      if (!body.includes(german.app.tagline)) await route.fulfill({ response, body });
    });
    // Not until it is loaded: it never is.
    await page.goto(app.url, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { name: "Harbour" })).toBeAttached();
    await expect(page.getByRole("status", { name: "Harbour" })).toBeVisible();
    // A file that is still on its way when the page closes is nobody's any more.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});

test.describe("in German, for a new user", () => {
  test.use({ locale: "de-DE", storageState: { cookies: [], origins: [] } });

  test(
    "a new user sees the greeting before the app has started, a returning user the logo",
    everywhere,
    async ({ page, app, build }) => {
      const greeting = page.getByText(german.chat.greeting);
      let goOn = () => {};
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await page.route("**/*.js", async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${app.url}/chat`, { waitUntil: "commit" });
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      // What stands in for the font is a little narrower.
      await page.evaluate(() => document.fonts.ready);
      const outlined = await greeting.boundingBox();
      // Its place is noted as the app draws it: what is found later, as a model on this computer, moves it up.
      const drawn = await page.evaluateHandle(() => {
        const noted: { box?: unknown } = {};
        new MutationObserver(() => {
          const heading = document.querySelector("[data-chat-screen] h2");
          if (!heading || noted.box) return;
          const { x, y, width, height } = heading.getBoundingClientRect();
          noted.box = { x, y, width, height };
        }).observe(document.body, { subtree: true, childList: true });
        return noted;
      });
      goOn();
      await expect(page.getByRole("textbox", { name: german.composer.label })).toBeVisible();
      // Without a key, as in an export, the demonstration's samples stand below the greeting, which stands higher then.
      const shown = (await drawn.evaluate(({ box }) => box)) as typeof outlined;
      expect(shown).toEqual(build === "export" ? { ...outlined, y: shown?.y } : outlined);
      await page.unrouteAll({ behavior: "ignoreErrors" });

      await page.route("**/*.js", (route) => route.abort());
      await page.reload();
      await expect(page.getByRole("status")).toBeVisible();
      await expect(greeting).toHaveCount(0);
    },
  );
});

test(
  "search engines index an open app, but neither one with an access code nor shared pages",
  needsServer,
  async ({ page, app, guarded }) => {
    const description = page.locator('meta[name="description"]');
    const robots = page.locator('meta[name="robots"]');
    await page.goto(app.url);
    await expect(description).toHaveAttribute("content", "Build your own AI assistant");
    await expect(robots).toHaveCount(0);
    await page.goto(guarded.url);
    await expect(robots).toHaveAttribute("content", "noindex, nofollow");
    const shared = await page.request.get(`${app.url}/artifacts/abc`);
    expect(await shared.text()).toContain('<meta name="robots" content="noindex, nofollow"/>');
    const rules = await page.request.get(`${app.url}/robots.txt`);
    expect(await rules.text()).toBe("User-agent: *\nDisallow: /api/\n");
  },
);

test("the build describes itself in the meta tag config", everywhere, async ({ page, app, build }) => {
  await page.goto(app.url);
  const content = await page.locator('meta[name="config"]').getAttribute("content");
  expect(JSON.parse(content ?? "")).toEqual({
    version: expect.stringMatching(/^v\d+\.\d+\.\d+$/),
    commitDate: expect.stringMatching(/^(\d{13}|unknown)$/),
    commitHash: expect.stringMatching(/^([0-9a-f]{40}|unknown)$/),
    buildMode: build === "export" ? "export" : "standalone",
    isApp: false,
    template: "{{input}}",
  });
});

test(
  "the server's configuration is requested once per page load; a failure is only logged",
  needsServer,
  async ({ page, app }) => {
    let count = 0;
    await page.route("**/api/config", (route) => {
      count += 1;
      return route.abort();
    });
    const warnings: string[] = [];
    page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
    await page.goto(app.url);
    await send(page, "hello");
    await expect(messages(page).nth(1)).toContainText("You said: hello");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Close settings" }).click();
    expect(count).toBe(1);
    expect(warnings.some((text) => text.includes("Could not read the server's configuration"))).toBe(true);
  },
);

test("the sidebar names the product and its tagline, and / and /chat show the chat", async ({ page, app }) => {
  for (const path of ["/", "/chat"]) {
    await page.goto(app.url + path);
    await expect(page.getByRole("complementary")).toContainText("Parley");
    await expect(page.getByRole("complementary")).toContainText("Build your own AI assistant");
    await expect(messageBox(page)).toBeVisible();
  }
});

test.describe("themes", () => {
  for (const theme of ["Light", "Dark"] as const) {
    test(`${theme} is a class of the body and the colour of the browser's bar, also before the app has started`, async ({
      page,
      app,
    }) => {
      await page.goto(`${app.url}/settings`);
      await page.getByRole("radio", { name: theme }).click();
      const name = theme.toLowerCase();
      const colour = theme === "Dark" ? "#151515" : "#fafafa";
      await expect(page.locator("body")).toHaveClass(new RegExp(`\\b${name}\\b`));
      const bars = page.locator('meta[name="theme-color"]');
      expect(await bars.evaluateAll((tags) => tags.map((tag) => tag.getAttribute("content")))).toEqual([
        colour,
        colour,
      ]);
      await page.route("**/*.js", (route) => route.abort());
      await page.reload();
      await expect(page.locator("body")).toHaveClass(new RegExp(`\\b${name}\\b`));
    });
  }

  test("auto has no class, follows the system and has one color for each scheme", async ({ page, app }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(app.url);
    await expect(messageBox(page)).toBeVisible();
    expect(await page.evaluate(() => document.body.className)).toBe("");
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe("rgb(21, 21, 21)");
    const bars = page.locator('meta[name="theme-color"]');
    expect(
      await bars.evaluateAll((tags) => tags.map((tag) => [tag.getAttribute("media"), tag.getAttribute("content")])),
    ).toEqual([
      ["(prefers-color-scheme: light)", "#fafafa"],
      ["(prefers-color-scheme: dark)", "#151515"],
    ]);
  });
});

test.describe("the sidebar's width", () => {
  const width = (page: import("@playwright/test").Page) =>
    page.getByRole("complementary").evaluate((element) => Math.round(element.getBoundingClientRect().width));

  test("it is dragged, snaps to narrow below 230, stops at 500, and is stored", async ({ page, app }) => {
    await page.goto(app.url);
    const handle = page.getByRole("separator", { name: "Sidebar width" });
    const drag = async (to: number) => {
      const box = await handle.boundingBox();
      if (!box) throw new Error("no handle");
      await page.mouse.move(box.x + box.width / 2, 300);
      await page.mouse.down();
      await page.mouse.move(to - 40, 320, { steps: 5 });
      await page.waitForTimeout(320);
      await page.mouse.move(to, 320);
      await page.mouse.up();
    };
    await drag(400);
    await expect.poll(() => width(page)).toBe(400);
    await drag(900);
    await expect.poll(() => width(page)).toBe(500);
    await page.reload();
    await expect(messageBox(page)).toBeVisible();
    await expect.poll(() => width(page)).toBe(500);
    await drag(180);
    await expect.poll(() => width(page)).toBe(100);
  });

  test("a click on the handle and the keyboard do the same", async ({ page, app }) => {
    await page.goto(app.url);
    const handle = page.getByRole("separator", { name: "Sidebar width" });
    await handle.click();
    await expect.poll(() => width(page)).toBe(100);
    await handle.click();
    await expect.poll(() => width(page)).toBe(300);
    await handle.press("ArrowRight");
    await expect.poll(() => width(page)).toBe(316);
    await handle.press("ArrowLeft");
    await expect.poll(() => width(page)).toBe(300);
    await handle.press("End");
    await expect.poll(() => width(page)).toBe(500);
    await handle.press("Home");
    await expect.poll(() => width(page)).toBe(100);
    await handle.press("Enter");
    await expect.poll(() => width(page)).toBe(300);
  });
});

test("a narrow sidebar has no visible labels, and its buttons keep their names", async ({ page, app }) => {
  await page.goto(app.url);
  const sidebar = page.getByRole("complementary");
  const labels = ["Build your own AI assistant", "Masks", "Discovery", "Chats", "New chat"];
  await expect(sidebar.getByRole("link", { name: "Masks" })).toBeVisible();
  for (const label of labels) await expect(sidebar.getByText(label, { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  for (const label of labels) {
    await expect(sidebar.getByText(label, { exact: true }).filter({ visible: true })).toHaveCount(0);
  }
  for (const name of ["Masks", "Settings"]) await expect(sidebar.getByRole("link", { name })).toBeVisible();
  for (const name of ["Discovery", "New chat"]) await expect(sidebar.getByRole("button", { name })).toBeVisible();
});

test("a click beside the chats leads home, one on a chat does not", everywhere, async ({ page, app }) => {
  await page.goto(`${app.url}/settings`);
  const list = page.getByRole("navigation", { name: "Chats" });
  const box = await list.boundingBox();
  if (!box) throw new Error("no list");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 40);
  await expect(page).toHaveURL(`${app.url}/`);
  await expect(messageBox(page)).toBeVisible();
  await list.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/chat\/?\?id=/);
});

test("by keyboard alone: new chat, send, move between chats, settings and back, copy the reply", async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(app.url);
  await expect(messageBox(page)).toBeFocused();
  await page.keyboard.type("one");
  await page.keyboard.press("Enter");
  await expect(messages(page).nth(1)).toContainText("You said: one");
  await replyEnded(page);
  await page.keyboard.press("Control+Shift+O");
  await expect(page.getByRole("heading", { name: "How can I help you?" })).toBeVisible();
  await expect(messageBox(page)).toBeFocused();
  await page.keyboard.type("two");
  await page.keyboard.press("Enter");
  await expect(messages(page).nth(1)).toContainText("You said: two");
  await replyEnded(page);
  await page.keyboard.press("Control+Shift+C");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("You said: two");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(messages(page).nth(1)).toContainText("You said: one");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(messages(page).nth(1)).toContainText("You said: two");
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(messageBox(page)).toBeVisible();
  await page.keyboard.press("Shift+Escape");
  await expect(messageBox(page)).toBeFocused();
  await page.keyboard.press("Control+Shift+L");
  await expect(page.getByRole("dialog", { name: "Model" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(messageBox(page)).toBeFocused();
});

test("two quick steps through the chats lead two chats on, before the address of the first has changed", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  const names = ["one", "two", "three"] as const;
  for (const name of names) {
    if (name !== "one") await newChat(page);
    await send(page, name);
    await replyEnded(page);
  }
  const links = page.getByRole("navigation", { name: "Chats" }).getByRole("link");
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  for (const name of names) {
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Alt+ArrowDown");
    const address = await links.filter({ hasText: name }).getAttribute("href");
    await expect(page).toHaveURL(new RegExp(`${address?.split("id=")[1]}$`));
    await expect(messages(page).nth(1)).toContainText(`You said: ${name}`);
  }
});

test("chats are reordered by dragging and by keyboard, and the order is stored", async ({ page, app }) => {
  await page.goto(app.url);
  const list = page.getByRole("navigation", { name: "Chats" });
  for (const name of ["c", "b", "a"]) {
    await send(page, name);
    await replyEnded(page);
    await page.getByRole("heading", { level: 1 }).getByRole("button").click();
    await page.getByRole("textbox", { name: "Title" }).fill(`chat ${name}`);
    await page.keyboard.press("Enter");
    if (name !== "a") await newChat(page);
  }
  const titles = () =>
    list.getByRole("link").evaluateAll((links) => links.map((link) => /chat \w/.exec(link.textContent ?? "")?.[0]));
  await expect.poll(titles).toEqual(["chat a", "chat b", "chat c"]);
  await list.getByRole("link").nth(0).focus();
  await page.keyboard.press("Alt+Shift+ArrowDown");
  await expect.poll(titles).toEqual(["chat b", "chat a", "chat c"]);
  const from = await list.getByRole("link").nth(2).boundingBox();
  const to = await list.getByRole("link").nth(0).boundingBox();
  if (!from || !to) throw new Error("no rows");
  await page.mouse.move(from.x + 40, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 10, { steps: 8 });
  await page.mouse.up();
  await expect.poll(titles).toEqual(["chat c", "chat b", "chat a"]);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("chat a");
  await page.reload();
  await expect(messageBox(page)).toBeVisible();
  await expect.poll(titles).toEqual(["chat c", "chat b", "chat a"]);
});

test("the list does not scroll while the user has scrolled up during a reply, and one click returns to the end", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await send(page, "long 60");
  await replyEnded(page);
  await send(page, "endless");
  await expect(messages(page).nth(3)).toContainText("word20 ");
  const log = page.getByRole("log", { name: "Conversation" });
  await log.hover();
  await page.mouse.wheel(0, -900);
  await expect(page.getByRole("button", { name: "Still writing" })).toBeVisible();
  const top = await log.evaluate((element) => element.scrollTop);
  await expect(messages(page).nth(3)).toContainText("word80 ");
  expect(await log.evaluate((element) => element.scrollTop)).toBe(top);
  await page.getByRole("button", { name: "Still writing" }).click();
  await expect(page.getByRole("button", { name: "Still writing" })).toHaveCount(0);
  await page.getByRole("button", { name: "Stop" }).click();
});

test.describe("on a phone", () => {
  const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];
  test.use({ ...phone, viewport: { width: 390, height: 844 } });

  test("the list is home, a chat is a separate page, and nothing scrolls sideways", async ({ page, app }) => {
    const list = page.getByRole("main", { name: "Chats" });
    await page.goto(app.url);
    await expect(list).toBeVisible();
    await expect(list.getByRole("heading", { name: "Chats", level: 1 })).toHaveCSS("font", /^12px \/ 16px /);
    // The only visible message box belongs to the list.
    await expect(list.getByRole("textbox", { name: "Message", exact: true })).toBeVisible();
    await expect(messageBox(page)).toHaveCount(1);
    await page.getByRole("navigation", { name: "Chats" }).getByRole("link").first().click();
    await expect(messageBox(page)).toBeVisible();
    await expect(list).toBeHidden();
    await send(page, "markdown");
    await replyEnded(page);
    for (const path of ["/chat", "/settings", "/"]) {
      await page.goto(app.url + path);
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    await page.goto(`${app.url}/chat`);
    await page.getByRole("link", { name: "Back to chats" }).click();
    await expect(list).toBeVisible();
    await page
      .getByRole("button", { name: /^Delete chat: / })
      .first()
      .click();
    await expect(page.getByRole("alertdialog")).toContainText("Its 2 messages are deleted too.");
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  test("a message is written in the list or the mask picker, without a tap before, and starts a new chat", async ({
    page,
    app,
    provider,
  }) => {
    await page.goto(`${app.url}/chat`);
    await send(page, "one");
    await replyEnded(page);
    await page.goto(app.url);
    const list = page.getByRole("main", { name: "Chats" });
    await messageBox(page).fill("When is low tide?");
    await page.waitForTimeout(1000);
    await page.reload();
    await expect(messageBox(page)).toHaveValue("When is low tide?");
    await list.getByRole("button", { name: "Send" }).click();
    await expect(messages(page).nth(1)).toContainText("You said: When is low tide?");
    expect(provider.asked.at(-1)?.messages).toEqual([{ role: "user", content: "When is low tide?" }]);
    await replyEnded(page);
    await expect(messageBox(page)).toHaveValue("");
    await page.goto(`${app.url}/new-chat`);
    await messageBox(page).fill("three");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(messages(page).nth(1)).toContainText("You said: three");
    await expect(messages(page)).toHaveCount(2);
    await replyEnded(page);
    await page.goto(app.url);
    await expect(list.getByRole("listitem")).toHaveCount(3);
  });

  test("the app starts with the list, the last chat or a new chat", async ({ page, app }) => {
    await page.goto(`${app.url}/chat`);
    await send(page, "one");
    await replyEnded(page);
    const list = page.getByRole("main", { name: "Chats" });
    const startWith = async (name: string) => {
      await page.goto(`${app.url}/settings`);
      await page.getByRole("radio", { name, exact: true }).check({ force: true });
      await page.goto(app.url);
    };
    await startWith("Last chat");
    await expect(messages(page)).toHaveCount(2);
    await expect(page).toHaveURL(/\/chat\?id=/);
    await page.getByRole("link", { name: "Back to chats" }).click();
    await expect(list).toBeVisible();
    await startWith("New chat");
    await expect(messageBox(page)).toBeVisible();
    await expect(messages(page)).toHaveCount(0);
    await expect(list).toBeHidden();
    await startWith("List");
    await expect(list).toBeVisible();
  });
});

/** All screens; half the width of a laptop is what 200 % zoom leaves (720 px). */
const paths = [...screens.map(({ path }) => (path === "/search-chat" ? `${path}?q=tide` : path)), "/nowhere"];

const widths = [320, 390, 600, 601, 720, 760, 1000, 1440, 1920];

for (const path of paths) {
  test(`${path} scrolls sideways at no width`, async ({ page, app }) => {
    await page.goto(`${app.url}/chat`);
    await send(page, "markdown");
    await replyEnded(page);
    await page.goto(app.url + path);
    await page.waitForLoadState("networkidle");
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(wide, `at ${width} px`).toBeLessThanOrEqual(width);
    }
  });
}

test("screen readers are told the name of the screen that opens", async ({ page, app }) => {
  await page.goto(app.url);
  const announced = page.locator("next-route-announcer [role=alert]");
  await page.getByRole("link", { name: "Masks", exact: true }).click();
  await expect(announced).toHaveText("Pick a mask · Parley");
  for (const [name, title] of [
    ["Plugins", "Plugins"],
    ["Search chat", "Search chat"],
  ] as const) {
    await page.getByRole("button", { name: "Discovery" }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
    await expect(announced).toHaveText(`${title} · Parley`);
  }
});

test("shortcuts are heard as soon as their screen stands", async ({ page, app }) => {
  await page.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (!document.querySelector("[data-chat-screen]")) return;
      look.disconnect();
      dispatchEvent(new KeyboardEvent("keydown", { code: "KeyO", key: "O", ctrlKey: true, shiftKey: true }));
    });
    look.observe(document, { childList: true, subtree: true });
  });
  await page.goto(app.url);
  await chatInHistory(page);
});

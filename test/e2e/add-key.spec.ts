import { devices, type Page } from "@playwright/test";
import { english } from "../support/words";
import { axeFindings } from "./support/axe";
import { expect, messageBox, messages, needsServer, replyEnded, send, test } from "./support/fixtures";
import type { FakeProvider } from "./support/provider";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Add an API key" });
const keyField = (page: Page) => dialog(page).getByLabel(/^API key/);
const status = (page: Page) => dialog(page).getByRole("status");
const openButton = (page: Page) => page.getByRole("button", { name: "Add an API key" });
const startButton = (page: Page) => page.getByRole("button", { name: "Start chatting" });

/** Calls to OpenAI: through the site's server, or, in an export, directly. */
const toOpenAI = /\/api\/openai\/|\/\/api\.openai\.com\//;

/** Sends OpenAI's calls to the fake provider, which knows no model of OpenAI. */
async function answerAsOpenAI(page: Page, provider: FakeProvider): Promise<void> {
  await page.route(toOpenAI, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith("/models"))
      return route.fulfill({ json: { data: [{ id: "gpt-4o" }, { id: "gpt-5-mini" }] } });
    const response = await route.fetch({ url: provider.url + pathname.replace(/^.*\/v1\//, "/v1/") });
    return route.fulfill({ response });
  });
}

/** Counts the clicks on the page, across its documents. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const clicks = () => Number(sessionStorage.getItem("clicks"));
    addEventListener("click", () => sessionStorage.setItem("clicks", String(clicks() + 1)), true);
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem("clicks")));
}

const pastedLine = "export OPENAI_API_KEY='sk-proj-0123'\n";

test("from the first visit, a known provider answers after two clicks and one field", async ({
  page,
  keyless,
  provider,
}) => {
  await answerAsOpenAI(page, provider);
  const clicks = await countClicks(page);
  await page.goto(keyless.url);
  await openButton(page).click();
  await expect(keyField(page)).toBeFocused();
  await expect(keyField(page)).toHaveAttribute("type", "password");
  await page.keyboard.insertText(pastedLine);
  await expect(keyField(page)).toHaveValue("sk-proj-0123");
  await expect(status(page)).toHaveText("Connected, 2 models.");
  await startButton(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(messageBox(page)).toBeFocused();
  expect(await clicks()).toBe(2);
  await page.keyboard.type("hello");
  await page.keyboard.press("Enter");
  await expect(messages(page).nth(1)).toContainText("You said: hello");
  expect(provider.asked.at(-1)?.authorization).toBe("Bearer sk-proj-0123");
  await expect(page.getByText("a built-in demo answers")).toHaveCount(0);
});

test("from the first visit, a compatible server answers after two clicks and two fields", async ({
  page,
  keyless,
  provider,
}) => {
  const clicks = await countClicks(page);
  await page.goto(keyless.url);
  await openButton(page).click();
  await expect(keyField(page)).toBeFocused();
  await page.keyboard.insertText(`${provider.url}/v1/chat/completions`);
  await expect(dialog(page).getByRole("combobox", { name: "Provider" })).toHaveValue("compatible");
  await expect(dialog(page).getByLabel("Address", { exact: true })).toHaveValue(`${provider.url}/v1/chat/completions`);
  await page.keyboard.insertText("any-key");
  await expect(status(page)).toHaveText("Connected, 2 models.");
  await startButton(page).click();
  await expect(messageBox(page)).toBeFocused();
  expect(await clicks()).toBe(2);
  await send(page, "from my server");
  await expect(messages(page).nth(1)).toContainText("You said: from my server");
  expect(provider.asked.at(-1)).toMatchObject({ authorization: "Bearer any-key", model: "local-tide:7b" });
  await replyEnded(page);
  // Another visit remembers the server and its model.
  await page.reload();
  await expect(page.getByRole("button", { name: "Model: local-tide:7b" })).toBeVisible();
});

test("a wrong key is reported and not stored; the right one works", async ({ page, keyless }) => {
  let isRight = false;
  await page.route(toOpenAI, (route) =>
    isRight
      ? route.fulfill({ json: { data: [{ id: "gpt-5-mini" }] } })
      : route.fulfill({ status: 401, json: { error: { message: "Incorrect API key provided." } } }),
  );
  await page.goto(keyless.url);
  await openButton(page).click();
  await keyField(page).fill("sk-proj-wrong");
  await expect(status(page)).toContainText("OpenAI rejected this API key.");
  await expect(startButton(page)).toBeDisabled();
  isRight = true;
  await keyField(page).fill("sk-proj-right");
  await expect(status(page)).toHaveText("Connected, 1 model.");
  // Dismissing asks first, and stores nothing.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: english.editor.discard }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.goto(`${keyless.url}/settings#access`);
  await expect(page.getByRole("switch", { name: /Use my own API keys/ })).not.toBeChecked();
});

test("a key that several providers use is sent nowhere until the provider is chosen", async ({ page, keyless }) => {
  const asked: string[] = [];
  await page.route(toOpenAI, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ json: { data: [{ id: "gpt-5-mini" }] } });
  });
  await page.goto(keyless.url);
  await openButton(page).click();
  await keyField(page).fill("sk-0123456789abcdef");
  await expect(status(page)).toHaveText(/^Several providers use keys like this\. .* for OpenAI\.$/);
  expect(asked).toEqual([]);
  await dialog(page).getByRole("combobox", { name: "Provider" }).selectOption({ label: "OpenAI" });
  await expect(status(page)).not.toHaveText(/^Several/);
});

test("a pasted gateway's address and key fill both fields, and the key goes nowhere else", async ({
  page,
  keyless,
  provider,
}) => {
  const others: string[] = [];
  page.on("request", (request) => toOpenAI.test(request.url()) && others.push(request.url()));
  await page.goto(keyless.url);
  await openButton(page).click();
  await expect(keyField(page)).toBeFocused();
  await keyField(page).evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, `OPENAI_API_KEY=sk-proj-gateway\nOPENAI_BASE_URL=${provider.url}/v1\n`);
  await expect(dialog(page).getByLabel("Address", { exact: true })).toHaveValue(`${provider.url}/v1`);
  await expect(keyField(page)).toHaveValue("sk-proj-gateway");
  await expect(status(page)).toHaveText("Connected, 2 models.");
  expect(others).toEqual([]);
});

test("of two keys, the second answers while the first is refused, and the user sees no error", async ({
  page,
  keyless,
  provider,
}) => {
  const refused: string[] = [];
  await answerAsOpenAI(page, provider);
  await page.route(toOpenAI, (route) => {
    if (route.request().headers().authorization !== "Bearer sk-proj-limited") return route.fallback();
    refused.push(new URL(route.request().url()).pathname.replace(/^.*\/v1\//, ""));
    return route.fulfill({ status: 429, json: { error: { message: "Rate limit reached." } } });
  });
  await page.goto(keyless.url);
  await openButton(page).click();
  await keyField(page).fill("sk-proj-limited, sk-proj-second");
  await expect(status(page)).toHaveText("Connected, 2 models.");
  await startButton(page).click();
  await send(page, "hello");
  await expect(messages(page).nth(1)).toContainText("You said: hello");
  expect(provider.asked.at(-1)?.authorization).toBe("Bearer sk-proj-second");
  // Calls to the host then begin with the accepted key.
  expect(refused).toEqual(["models"]);
});

test("a server without a model list is accepted with the name of a model", async ({ page, keyless, provider }) => {
  await page.route(`${provider.url}/v1/models`, (route) =>
    route.fulfill({ status: 404, json: {}, headers: { "access-control-allow-origin": "*" } }),
  );
  await page.goto(`${keyless.url}/settings#access`);
  await openButton(page).click();
  await dialog(page).getByRole("combobox", { name: "Provider" }).selectOption("compatible");
  await dialog(page).getByLabel("Address", { exact: true }).fill(provider.url);
  await expect(status(page)).toHaveText(english.addKey.listNotFound);
  await dialog(page).getByLabel("Model name").fill("tide-1");
  await startButton(page).click();
  await expect(page).toHaveURL(/\/chat/);
  await send(page, "no list");
  await expect(messages(page).nth(1)).toContainText("You said: no list");
  expect(provider.asked.at(-1)?.model).toBe("tide-1");
});

test("a web page at the address is described; a server whose list the browser may not read is used unchecked", async ({
  page,
  keyless,
  provider,
}) => {
  let isPage = true;
  await page.route(`${provider.url}/v1/models`, (route) =>
    isPage
      ? route.fulfill({
          contentType: "text/html",
          body: "<!doctype html><title>Gateway</title>",
          headers: { "access-control-allow-origin": "*" },
        })
      : // Without CORS headers.
        route.fulfill({ json: { data: [{ id: "tide-1" }] }, headers: { "access-control-allow-origin": "" } }),
  );
  await page.goto(keyless.url);
  await openButton(page).click();
  await keyField(page).fill("any-key");
  await dialog(page).getByRole("combobox", { name: "Provider" }).selectOption("compatible");
  await dialog(page).getByLabel("Address", { exact: true }).fill(provider.url);
  await expect(status(page)).toContainText("sent a web page instead of a model list.");
  await expect(startButton(page)).toBeDisabled();
  isPage = false;
  await dialog(page).getByRole("button", { name: "Check again" }).click();
  await expect(status(page)).toContainText("must also allow requests from this site (CORS).");
  await dialog(page).getByRole("button", { name: "Use anyway" }).click();
  await expect(status(page)).toContainText("Not checked: ");
  await dialog(page).getByLabel("Model name").fill("tide-1");
  await startButton(page).click();
  await send(page, "unchecked");
  await expect(messages(page).nth(1)).toContainText("You said: unchecked");
  expect(provider.asked.at(-1)?.model).toBe("tide-1");
});

test(
  "the command palette opens the dialog, unless the operator forbids own keys",
  needsServer,
  async ({ page, keyless, withApp }) => {
    const search = async (url: string) => {
      await page.goto(url);
      await expect(messageBox(page)).toBeVisible();
      await page.keyboard.press("Control+k");
      await page.keyboard.type(">API key");
    };
    await search(keyless.url);
    await page.getByRole("option", { name: "Add an API key" }).click();
    await expect(dialog(page)).toBeVisible();
    await withApp({ HIDE_USER_API_KEY: "1" }, async ({ url }) => {
      await search(url);
      await expect(page.getByRole("combobox").first()).toHaveValue(">API key");
      await expect(page.getByRole("option", { name: "Add an API key" })).toHaveCount(0);
      await page.goto(`${url}/settings#access`);
      await expect(openButton(page)).toHaveCount(0);
    });
  },
);

test("the dialog passes axe in its states, in light and dark", async ({ page, keyless }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(keyless.url);
  await openButton(page).click();
  await expect(keyField(page)).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole("combobox", { name: "Provider" }).selectOption("openai");
  await keyField(page).fill("gsk_0123");
  await expect(dialog(page).getByRole("button", { name: "Use Groq" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await axeFindings(page)).toEqual([]);
});

test.describe("on a phone", () => {
  const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];
  test.use({ ...phone, viewport: { width: 320, height: 640 } });

  test("from the first visit, two taps and one field lead to an answer", async ({ page, keyless, provider }) => {
    await answerAsOpenAI(page, provider);
    const clicks = await countClicks(page);
    await page.goto(keyless.url);
    await openButton(page).click();
    await expect(keyField(page)).toBeFocused();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.insertText("sk-proj-0123");
    await expect(status(page)).toHaveText("Connected, 2 models.");
    await startButton(page).click();
    await expect(page).toHaveURL(/\/chat/);
    expect(await clicks()).toBe(2);
    await expect(messageBox(page)).toBeFocused();
    await page.keyboard.type("hello");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(messages(page).nth(1)).toContainText("You said: hello");
    // With a key, the home page offers none.
    await page.goto(keyless.url);
    await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
    await expect(openButton(page)).toHaveCount(0);
  });

  test("the sheet fits the width, and no local model is offered", async ({ page, keyless, provider }) => {
    await answerAsOpenAI(page, provider);
    await page.goto(`${keyless.url}/chat`);
    await openButton(page).click();
    await expect(keyField(page)).toBeFocused();
    const box = await dialog(page).boundingBox();
    expect(box).toMatchObject({ x: 0, width: 320 });
    expect(await dialog(page).evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await keyField(page).fill("sk-proj-0123");
    await expect(status(page)).toHaveText("Connected, 2 models.");
    expect(await axeFindings(page)).toEqual([]);
    await startButton(page).click();
    await expect(messageBox(page)).toBeFocused();
    await expect(page.getByRole("button", { name: /Use a local model/ })).toHaveCount(0);
  });

  test("at 400% zoom, everything in the sheet can be scrolled into view, and nothing is cut off", async ({
    page,
    keyless,
    provider,
  }) => {
    await answerAsOpenAI(page, provider);
    await page.setViewportSize({ width: 320, height: 256 });
    for (const code of ["en", "de", "ar"]) {
      await page.goto(`${keyless.url}/chat`);
      await page.evaluate((lang) => localStorage.setItem("lang", lang), code);
      await page.reload();
      await page.locator('[data-chat-screen] button[aria-haspopup="dialog"]').filter({ hasText: /API/ }).click();
      const sheet = page.locator("dialog[open]");
      await sheet.locator("input").first().fill("gsk_0123456789");
      await sheet.locator("select").selectOption("compatible");
      const parts = sheet.locator("h2, input, select, [role=status], button, a");
      for (const part of await parts.all()) {
        await part.scrollIntoViewIfNeeded();
        await expect(part, `${code}: ${await part.textContent()}`).toBeInViewport({ ratio: 0.95 });
      }
      // Of the sheet, enough is visible to read what is entered.
      const room = await sheet.evaluate((element) => {
        const scroller = [element, ...element.querySelectorAll("*")].find(
          (each) => each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY),
        );
        return { height: scroller?.clientHeight ?? 0, isWide: element.scrollWidth > element.clientWidth };
      });
      expect(room.height, code).toBeGreaterThan(180);
      expect(room.isWide, code).toBe(false);
    }
  });
});

import type { Page } from "@playwright/test";
import {
  addressOf,
  everywhere,
  expect,
  messageBox,
  messages,
  needsServer,
  replyEnded,
  serverKey,
  test,
} from "./support/fixtures";

const title = "Apply settings from this link?";

/** All that the page asks for: addresses, headers and bodies. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    sent.push([request.url(), JSON.stringify(request.headers()), request.postData() ?? ""].join("\n"));
  });
  return sent;
}

test("a key of a link is sent only to its host, after confirmation; the URL is clean before anything is sent @I8.1 @I8.2", async ({
  page,
  app,
  provider,
}) => {
  const sent = sentBy(page);
  const settings = JSON.stringify({ key: "sk-of-the-link-0042", url: `${provider.url}/v1`, theme: "dark", odd: 1 });
  await page.goto(`${app.url}/#/?settings=${settings}`);
  const dialog = page.getByRole("dialog", { name: title });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/`);
  const { host } = new URL(provider.url);
  // The fake provider is on this computer and without encryption: that is said, and the address waits for a tick.
  const address = dialog.getByRole("checkbox", { name: "OpenAI address" });
  await expect(address).toBeFocused();
  await expect(address).not.toBeChecked();
  await expect(address).toHaveAccessibleDescription(new RegExp(`will be sent to http://${host}.*not encrypted`));
  const key = dialog.getByRole("checkbox", { name: "OpenAI API key" });
  await expect(key).toBeDisabled();
  await expect(dialog.getByText("sk-••••0042")).toBeVisible();
  await expect(dialog.getByText("sk-of-the-link-0042")).toHaveCount(0);
  await expect(dialog.getByText("1 unknown entry.")).toBeVisible();
  expect(sent.filter((text) => /sk-of-the-link|settings=/.test(text))).toEqual([]);

  await page.keyboard.press("Space");
  await expect(key).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("checkbox", { name: "Theme" })).toBeFocused();
  await page.keyboard.press("Space");
  await dialog.getByRole("button", { name: "Apply" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("body")).not.toHaveClass(/dark/);

  await messageBox(page).fill("with the key of the link");
  await messageBox(page).press("Enter");
  await expect(messages(page).nth(1)).toContainText("You said: with the key of the link");
  expect(provider.asked.at(-1)?.authorization).toBe("Bearer sk-of-the-link-0042");
  const elsewhere = sent.filter((text) => text.includes("sk-of-the-link") && !text.startsWith(provider.url));
  expect(elsewhere).toEqual([]);
  await page.goto(`${app.url}/settings`);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`^${app.url}/(chat/?\\?id=[\\w-]+)?$`));
});

test("a text is put into the message box or sent only after confirmation, even if the app is open @I8.1 @S11", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(app.url);
  await expect(messageBox(page)).toBeVisible();
  const asked = provider.asked.length;
  await page.evaluate(() => location.assign("#/chat?submit=buy%20it&fill=and%20this"));
  const dialog = page.getByRole("dialog", { name: title });
  await expect(dialog.getByText("buy it")).toBeVisible();
  await expect(page).not.toHaveURL(/submit|fill/);
  await dialog.getByRole("button", { name: "Ignore" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(messageBox(page)).toHaveValue("");
  expect(provider.asked.length).toBe(asked);

  await page.evaluate(() => location.assign("#/chat?submit=high%20tide&fill=and%20this"));
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(messages(page).nth(1)).toContainText("You said: high tide");
  await replyEnded(page);
  await expect(messageBox(page)).toHaveValue("and this");
});

test(
  "a code of a link gives access, and hostile addresses are skipped with the reason @I8.1",
  needsServer,
  async ({ page, guarded }) => {
    const hostile = '{"key":"sk-1","url":"https://api.openai.com@evil.example/v1"}';
    await page.goto(`${guarded.url}/?code=open%20sesame&settings=${encodeURIComponent(hostile)}`);
    const dialog = page.getByRole("dialog", { name: title });
    await expect(dialog.getByRole("checkbox")).toHaveCount(1);
    await expect(dialog.getByText("The address contains a user name, which can hide the real host.")).toBeVisible();
    await expect(dialog.getByText("An API key is applied only together with its address.")).toBeVisible();
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(dialog).toHaveCount(0);
    await messageBox(page).fill("let me in");
    await messageBox(page).press("Enter");
    await expect(messages(page).nth(1)).toContainText("You said: let me in");
  },
);

test(
  "if the operator disables links, nothing is applied from a link",
  needsServer,
  async ({ page, provider, withApp }) => {
    const variables = { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, DISABLE_FAST_LINK: "1" };
    await withApp(variables, async ({ url }) => {
      await page.goto(`${url}/#/?settings={"theme":"dark"}&submit=hello&mask=100003`);
      const dialog = page.getByRole("dialog", { name: "This link wasn’t applied" });
      await expect(dialog).toBeVisible();
      await expect(page).toHaveURL(`${url}/`);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(messages(page)).toHaveCount(0);
    });
  },
);

test("legacy hash paths open their pages and keep all parameters", everywhere, async ({ page, app }) => {
  await page.goto(`${app.url}/#/settings?from=mail`);
  await expect(page).toHaveURL(addressOf(app, "/settings?from=mail"));
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await page.evaluate(() => location.assign("#/masks"));
  await expect(page).toHaveURL(addressOf(app, "/masks"));
  await expect(page.getByRole("heading", { level: 1, name: "Masks" })).toBeVisible();
  await page.goto(`${app.url}/#/auth?model=gpt-4o`);
  await expect(page.getByRole("dialog", { name: title })).toBeVisible();
  await expect(page).toHaveURL(addressOf(app, "/auth"));
});

test("a gateway's link pasted into the settings shows its effects before any is applied", async ({
  page,
  keyless,
  provider,
}) => {
  const given = { type: "openai", name: "GW", apiKey: "sk-that-was-pasted-0042", baseUrl: `${provider.url}/v1` };
  const text = `ai-provider:v1:${Buffer.from(JSON.stringify(given)).toString("base64")}`;
  await page.goto(`${keyless.url}/settings#access`);
  await expect(page.getByText("You can paste a Kelivo or Cherry Studio setup link here")).toBeVisible();
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
  const dialog = page.getByRole("dialog", { name: title });
  await expect(dialog.getByRole("checkbox")).toHaveCount(2);
  await expect(dialog).toContainText(new URL(provider.url).host);
  await dialog.getByRole("checkbox").first().check();
  await dialog.getByRole("checkbox").nth(1).check();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.goto(`${keyless.url}/chat`);
  await messageBox(page).fill("with the pasted key");
  await messageBox(page).press("Enter");
  await expect(messages(page).nth(1)).toContainText("You said: with the pasted key");
  expect(provider.asked.at(-1)?.authorization).toBe("Bearer sk-that-was-pasted-0042");
});

import { everywhere, expect, messageBox, messages, needsServer, send, test } from "./support/fixtures";

test(
  "the access screen has no sidebar; a wrong code is a field error, and the right one leads to the chat",
  needsServer,
  async ({ page, guarded }) => {
    await page.goto(`${guarded.url}/auth`);
    await expect(page.getByRole("heading", { level: 1, name: "Need password" })).toBeVisible();
    await expect(page.getByRole("complementary")).toHaveCount(0);

    await page.getByRole("button", { name: "Confirm" }).click();
    const code = page.getByLabel("Access code", { exact: true });
    await expect(code).toBeFocused();
    await expect(code).toHaveAccessibleDescription("Enter the access code or your own API key.");
    await page.keyboard.type("open barley");
    await page.keyboard.press("Enter");
    await expect(code).toHaveAccessibleDescription("Wrong access code. Check it with this site’s administrator.");
    await code.fill("open sesame");
    await expect(code).toHaveAccessibleDescription("");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/chat/);
    await send(page, "right code");
    await expect(messages(page).nth(1)).toContainText("You said: right code");
  },
);

test(
  "on a guarded site, the card of an empty chat takes the code, and the next keys go to the message box",
  needsServer,
  async ({ page, guarded }) => {
    await page.goto(guarded.url);
    const card = page.getByRole("heading", { level: 2, name: "Access required" });
    await expect(card).toHaveCSS("font-size", "14px");
    await expect(page.getByText("Ask anything to get started.")).toHaveCount(0);
    const code = page.getByLabel("Access code", { exact: true });
    await code.fill("open barley");
    await page.keyboard.press("Enter");
    await expect(code).toHaveAccessibleDescription("Wrong access code. Check it with this site’s administrator.");
    await code.fill("open sesame");
    await page.keyboard.press("Enter");
    await expect(card).toHaveCount(0);
    await expect(messageBox(page)).toBeFocused();
    await send(page, "right code");
    await expect(messages(page).nth(1)).toContainText("You said: right code");
  },
);

test("an own key gives access as well, and Back leads home", needsServer, async ({ page, guarded }) => {
  await page.route("**/api/google/v1beta/models*", (route) =>
    route.fulfill({
      json: { models: [{ name: "models/gemini-3.8-flash", supportedGenerationMethods: ["generateContent"] }] },
    }),
  );
  await page.goto(`${guarded.url}/auth`);
  await page.getByRole("button", { name: "Add an API key" }).click();
  await page.getByLabel("API key", { exact: true }).fill("AIzaOwnKey");
  await page.getByRole("button", { name: "Start chatting" }).click();
  await expect(page).toHaveURL(/\/chat/);
  await page.goto(`${guarded.url}/settings#access`);
  await expect(page.getByRole("switch", { name: /Use my own API keys/ })).toBeChecked();
  await page.goto(`${guarded.url}/auth`);
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(page).toHaveURL(`${guarded.url}/`);
});

test(
  "a site without access codes says so, offers own keys, and leads to the chat",
  everywhere,
  async ({ page, keyless }) => {
    await page.goto(`${keyless.url}/auth`);
    await expect(page.getByRole("heading", { level: 1, name: "No password needed" })).toBeVisible();
    await expect(page.getByText("This site doesn’t need an access code.")).toBeVisible();
    await expect(page.getByText("Need password")).toHaveCount(0);
    await expect(page.getByLabel("Access code", { exact: true })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Add an API key" })).toBeVisible();
    await expect(page).toHaveTitle("No password needed · Parley");
    await page.getByRole("button", { name: "Start chatting" }).click();
    await expect(page).toHaveURL(/\/chat/);
    await expect(messageBox(page)).toBeVisible();
  },
);

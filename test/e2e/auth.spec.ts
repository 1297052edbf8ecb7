import { addressOf, everywhere, expect, messages, needsServer, send, test } from "./support/fixtures";

test(
  "the access screen has no sidebar; a wrong code is an error of its field, the right one leads to the chat",
  needsServer,
  async ({ page, guarded }) => {
    await page.goto(guarded.url);
    await page.getByRole("link", { name: "Enter the access code" }).click();
    await expect(page).toHaveURL(addressOf(guarded, "/auth"));
    await expect(page.getByRole("heading", { level: 1, name: "Need password" })).toBeVisible();
    await expect(page.getByRole("complementary")).toHaveCount(0);

    await page.getByRole("button", { name: "Confirm" }).click();
    const code = page.getByLabel("Access code", { exact: true });
    await expect(code).toBeFocused();
    await expect(code).toHaveAccessibleDescription("Enter the access code, or a key of your own.");
    await page.keyboard.type("open barley");
    await page.keyboard.press("Enter");
    await expect(code).toHaveAccessibleDescription("That code was not accepted. Check it with the owner of the site.");
    await code.fill("open sesame");
    await expect(code).toHaveAccessibleDescription("");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/chat/);
    await send(page, "right code");
    await expect(messages(page).nth(1)).toContainText("You said: right code");
  },
);

test("an own key opens the door as well, and Back leads home", needsServer, async ({ page, guarded }) => {
  await page.goto(`${guarded.url}/auth`);
  await page.getByLabel("Google API key", { exact: true }).fill("own-key");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/chat/);
  await page.goto(`${guarded.url}/settings#access`);
  await expect(page.getByRole("switch", { name: /Use my own keys/ })).toBeChecked();
  await page.goto(`${guarded.url}/auth`);
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(page).toHaveURL(`${guarded.url}/`);
});

test("without an access code the screen only offers own keys", everywhere, async ({ page, keyless }) => {
  await page.goto(`${keyless.url}/auth`);
  await expect(page.getByRole("heading", { level: 1, name: "Use your own keys" })).toBeVisible();
  await expect(page.getByText("Need password")).toHaveCount(0);
  await expect(page.getByLabel("Access code", { exact: true })).toHaveCount(0);
  await expect(page.getByLabel("OpenAI API key", { exact: true })).toBeVisible();
  await expect(page).toHaveTitle("Use your own keys · Parley");
});

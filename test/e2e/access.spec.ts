import { expect, messages, replyEnded, send, serverKey, test } from "./support/fixtures";

test("behind an access code the chat says what it needs; a wrong code is refused, the right one answers", async ({
  page,
  guarded,
  provider,
}) => {
  await page.goto(guarded.url);
  await expect(page.getByText("This chat needs access")).toBeVisible();
  await send(page, "let me in");
  await expect(messages(page).nth(1)).toContainText("This chat needs access");
  await messages(page).nth(1).getByRole("link", { name: "Enter the access code" }).click();
  await page.getByLabel("Access code", { exact: true }).fill("open barley");
  await page.keyboard.press("Escape");
  await send(page, "wrong code");
  await expect(messages(page).nth(3)).toContainText("The reply did not arrive");
  await page.goto(`${guarded.url}/settings#access`);
  await page.getByLabel("Access code", { exact: true }).fill("open sesame");
  await page.goto(guarded.url);
  await send(page, "right code");
  await expect(messages(page).nth(5)).toContainText("You said: right code");
  expect(provider.asked.at(-1)?.authorization).toBe(`Bearer ${serverKey}`);
});

test("an own key with an own address goes straight there, and to no other host", async ({ page, app, provider }) => {
  await page.goto(`${app.url}/settings#access`);
  await page.getByRole("switch", { name: /Use my own keys/ }).check();
  await page.getByText("OpenAI", { exact: true }).click();
  await page.getByLabel("OpenAI key", { exact: true }).fill("sk-own-key");
  await page.goto(app.url);
  await send(page, "with my key");
  await expect(messages(page).nth(1)).toContainText("You said: with my key");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.authorization).toBe("Bearer sk-own-key");
  // The key was entered for the default address: with another one it stays at home.
  await page.goto(`${app.url}/settings#access`);
  await page.getByText("OpenAI", { exact: true }).click();
  await page.getByRole("textbox", { name: "OpenAI address" }).fill(`${provider.url}/elsewhere`);
  await expect(page.getByText("This key was entered for another address")).toBeVisible();
});

test("no page, script or reply of the server shows its key or its codes", async ({ page, guarded }) => {
  const seen: string[] = [];
  page.on("response", async (response) => {
    const text = await response.text().catch(() => "");
    if (text.includes(serverKey) || text.includes("open sesame")) seen.push(response.url());
  });
  await page.goto(guarded.url);
  await send(page, "unauthorized");
  await expect(messages(page).nth(1)).toContainText("This chat needs access");
  expect(seen).toEqual([]);
  expect(guarded.log()).not.toContain(serverKey);
  expect(guarded.log()).not.toContain("open sesame");
});

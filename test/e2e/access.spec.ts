import { expect, messages, needsServer, replyEnded, send, serverKey, test } from "./support/fixtures";

test(
  "with an access code the chat names what it requires; a wrong code is rejected, the right one works",
  needsServer,
  async ({ page, guarded, provider }) => {
    await page.goto(guarded.url);
    await expect(page.getByText("Access required")).toBeVisible();
    await send(page, "let me in");
    await expect(messages(page).nth(1)).toContainText("Access required");
    await page.goto(`${guarded.url}/auth`);
    await page.getByLabel("Access code", { exact: true }).fill("open barley");
    await page.getByRole("link", { name: "Back to home" }).click();
    await send(page, "wrong code");
    await expect(messages(page).nth(3)).toContainText("No reply received");
    await messages(page).nth(3).getByRole("link", { name: "Enter access code" }).click();
    await page.getByLabel("Access code", { exact: true }).fill("open sesame");
    await page.goto(guarded.url);
    await send(page, "right code");
    await expect(messages(page).nth(5)).toContainText("You said: right code");
    expect(provider.asked.at(-1)?.authorization).toBe(`Bearer ${serverKey}`);
  },
);

test("an own key with an own address is sent directly to that address, and to no other host", async ({
  page,
  app,
  provider,
}) => {
  await page.goto(`${app.url}/settings#access`);
  await page.getByRole("switch", { name: /Use my own API keys/ }).check();
  await page.locator("#openai").getByText("OpenAI", { exact: true }).click();
  await page.getByRole("textbox", { name: "OpenAI address" }).fill(`${provider.url}/v1`);
  await page.getByLabel("OpenAI API key", { exact: true }).fill("sk-own-key");
  const relayed: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/openai")) relayed.push(request.url());
  });
  await page.goto(app.url);
  await send(page, "with my key");
  await expect(messages(page).nth(1)).toContainText("You said: with my key");
  await replyEnded(page);
  expect(provider.asked.at(-1)?.authorization).toBe("Bearer sk-own-key");
  expect(relayed).toEqual([]);
  // The key was entered for that host: with another one it stays at home.
  await page.goto(`${app.url}/settings#access`);
  await page.locator("#openai").getByText("OpenAI", { exact: true }).click();
  await page.getByRole("textbox", { name: "OpenAI address" }).fill("https://elsewhere.example");
  await expect(page.getByText("This API key was entered for another address")).toBeVisible();
});

test("pages and relayed replies have their content policies @H5.4 @O4.7", needsServer, async ({ app }) => {
  const document = await fetch(app.url);
  expect(document.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(document.headers.get("x-content-type-options")).toBe("nosniff");
  expect(document.headers.get("referrer-policy")).toBe("no-referrer");
  expect(document.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
  expect(document.headers.get("cache-control")).toBe("max-age=0, must-revalidate");
  const reply = await fetch(`${app.url}/api/openai/v1/models`);
  expect(reply.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
});

test(
  "no page, script or reply of the server reveals its key or its codes @A2.4 @L6.1 @L6.3 @S5",
  needsServer,
  async ({ page, guarded }) => {
    const texts: Promise<string>[] = [];
    page.on("response", (response) => {
      texts.push(response.text().catch(() => ""));
    });
    await page.goto(`${guarded.url}/settings#access`);
    await page.getByLabel("Access code", { exact: true }).pressSequentially("open sesame");
    await page.goto(guarded.url);
    // With the right code the server uses its key, and the provider refuses it.
    await send(page, "unauthorized");
    await expect(messages(page).nth(1)).toContainText("The provider rejected the server's API key.");
    const shown = (await Promise.all(texts)).filter((text) => text.includes(serverKey) || text.includes("open sesame"));
    expect(texts.length).toBeGreaterThan(5);
    expect(shown).toEqual([]);
    expect(guarded.log()).not.toContain(serverKey);
    expect(guarded.log()).not.toContain("open sesame");
  },
);

test("icons and the manifest are also at their conventional paths", needsServer, async ({ app }) => {
  const answers = ["favicon.ico", "apple-touch-icon.png", "site.webmanifest"].map(async (name) => {
    const { status, headers } = await fetch(`${app.url}/${name}`);
    return [name, status, headers.get("content-type")];
  });
  expect(await Promise.all(answers)).toEqual([
    ["favicon.ico", 200, "image/png"],
    ["apple-touch-icon.png", 200, "image/png"],
    ["site.webmanifest", 200, "application/manifest+json"],
  ]);
});

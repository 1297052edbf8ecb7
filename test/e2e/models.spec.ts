import { startUpstream } from "../support/local-upstream";
import {
  chooseModel,
  everywhere,
  expect,
  messages,
  needsServer,
  newChat,
  replyEnded,
  send,
  serverKey,
  test,
} from "./support/fixtures";

test("the model that replaces a missing one is announced once", async ({ page, app }) => {
  const setModels = async (names: string) => {
    await page.goto(`${app.url}/settings`);
    await page.getByRole("textbox", { name: /^Custom models/ }).fill(names);
  };
  await setModels("+tide-9@openai");
  await page.goto(app.url);
  await chooseModel(page, "OpenAI", "tide-9");
  await send(page, "hello");
  await expect(messages(page).nth(1)).toContainText("You said: hello");
  await replyEnded(page);
  await setModels("");
  await page.goto(app.url);
  await page.getByRole("link", { name: "hello" }).click();
  const toast = page.getByRole("status").filter({ hasText: "tide-9 isn’t available. Using gpt-4o-mini instead." });
  await expect(toast).toBeVisible();
  await expect(toast).toHaveCount(0);
  await newChat(page);
  await page.getByRole("link", { name: "hello" }).click();
  await expect(messages(page)).toHaveCount(2);
  await expect(toast).toHaveCount(0);
});

test(
  "the operator's list and default decide which models can be selected, and which the server allows",
  needsServer,
  async ({ page, provider, withApp }) => {
    const settings = {
      OPENAI_API_KEY: serverKey,
      BASE_URL: provider.url,
      CUSTOM_MODELS: "-all,+gpt-4o-mini@openai=House model,+tide-1@openai,+claude-sonnet-5-5@anthropic",
      DEFAULT_MODEL: "tide-1",
    };
    await withApp(settings, async (app) => {
      await page.goto(app.url);
      await page.getByRole("button", { name: "Model: tide-1" }).click();
      const options = page.getByRole("listbox", { name: "Model" }).getByRole("option");
      await expect(options).toHaveText([/tide-1/, /House model/, /claude-sonnet-5-5/]);
      const keyless = page.getByRole("group", { name: "Anthropic", exact: true });
      await expect(keyless).toHaveAccessibleDescription("No API key yet. Add one in Settings.");
      await page.keyboard.press("Escape");
      await send(page, "to the default");
      await expect(messages(page).nth(1)).toContainText("You said: to the default");
      expect(provider.asked.at(-1)?.model).toBe("tide-1");
      await replyEnded(page);
      await chooseModel(page, "OpenAI", "House model");
      await send(page, "to the house");
      await expect(messages(page).nth(3)).toContainText("You said: to the house");
      expect(provider.asked.at(-1)?.model).toBe("gpt-4o-mini");

      const before = provider.asked.length;
      const refused = await fetch(`${app.url}/api/openai/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: "gpt-4", messages: [] }),
      });
      expect([refused.status, await refused.json()]).toEqual([
        403,
        { error: true, message: "you are not allowed to use gpt-4 model" },
      ]);
      expect(provider.asked).toHaveLength(before);
    });
  },
);

test(
  "a custom server is added, checked, called with its own key, renamed, and removed with its key",
  everywhere,
  async ({ page, keyless, provider }) => {
    // The costs of replies name the server as well.
    const access = page.locator("#access");
    await page.goto(`${keyless.url}/settings#access`);
    await page.getByRole("button", { name: "Add a server" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("OpenAI");
    await expect(page.getByText("Another provider has this name")).toBeVisible();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Boathouse");
    await page.getByRole("textbox", { name: "Boathouse address" }).fill(`${provider.url}/v1`);
    await page.getByLabel("Boathouse API key", { exact: true }).fill("sk-boat");
    await page.getByRole("textbox", { name: "Boathouse models" }).fill("tide-2, tide-3");
    const row = page.getByRole("group").filter({ has: page.getByText("Boathouse", { exact: true }) });
    await row.getByRole("button", { name: "Check" }).click();
    await expect(row.getByRole("status")).toHaveText("Connected, 2 models.");

    await page.goto(keyless.url);
    await chooseModel(page, "Boathouse", "local-reef");
    await send(page, "over to you");
    await expect(messages(page).nth(1)).toContainText("You said: over to you");
    expect(provider.asked.at(-1)).toMatchObject({ model: "local-reef", authorization: "Bearer sk-boat" });
    await replyEnded(page);

    // A sync or an edited backup can bring an extra body that the field would not accept.
    await page.goto(`${keyless.url}/settings#access`);
    await access.getByText("Boathouse", { exact: true }).click();
    const extraBody = page.getByRole("textbox", { name: "Boathouse extra body" });
    await extraBody.fill('{"seed":7}');
    await page.evaluate(() => {
      const stored = localStorage.getItem("access-control") ?? "";
      localStorage.setItem("access-control", stored.replace(String.raw`{\"seed\":7}`, "{"));
    });
    await page.goto(keyless.url);
    await page.getByRole("link", { name: "over to you" }).first().click();
    const count = provider.asked.length;
    await send(page, "with an extra body");
    await expect(page.getByText(/^This server’s extra body is invalid, so nothing was sent/)).toBeVisible();
    expect(provider.asked).toHaveLength(count);
    await page.getByRole("link", { name: "Open settings" }).click();
    await expect(extraBody).toBeFocused();
    await expect(extraBody).toHaveValue("{");
    await expect(access.getByText("Enter a JSON object.")).toBeVisible();
    await extraBody.fill('{"seed":8}');
    await page.goBack();
    await messages(page).last().getByRole("button", { name: "Retry" }).click();
    await expect(messages(page).nth(3)).toContainText("You said: with an extra body");
    await replyEnded(page);

    await page.goto(`${keyless.url}/settings#access`);
    await access.getByText("Boathouse", { exact: true }).click();
    await page.getByRole("button", { name: "Remove Boathouse" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove Boathouse" }).click();
    await expect(access.getByText("Boathouse")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await access.getByText("Boathouse", { exact: true }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Shipyard");
    await page.goto(keyless.url);
    await page.getByRole("link", { name: "over to you" }).first().click();
    await send(page, "still you");
    await expect(messages(page).nth(5)).toContainText("You said: still you");
    expect(provider.asked.at(-1)).toMatchObject({ model: "local-reef", authorization: "Bearer sk-boat" });
    await replyEnded(page);

    await page.goto(`${keyless.url}/settings#access`);
    await access.getByText("Shipyard", { exact: true }).click();
    await page.getByRole("button", { name: "Remove Shipyard" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove Shipyard" }).click();
    await expect(access.getByText("Shipyard")).toHaveCount(0);
    const stored = await page.evaluate(() => localStorage.getItem("access-control") ?? "");
    expect(stored).toContain('"endpoints":[]');
    expect(stored).not.toContain("sk-boat");
  },
);

test("a check reports the problem", async ({ page, app }) => {
  const refusing = await startUpstream((_, response) => {
    response.writeHead(401, { "content-type": "application/json", "access-control-allow-origin": "*" });
    response.end('{"error":{"message":"No such key.","code":"invalid_api_key"}}');
  });
  await page.goto(`${app.url}/settings#access`);
  await page.getByRole("switch", { name: /Use my own API keys/ }).check();
  await page.locator("#openai").getByText("OpenAI", { exact: true }).click();
  const row = page.getByRole("group").filter({ has: page.getByText("OpenAI", { exact: true }) });
  await page.getByRole("textbox", { name: "OpenAI address" }).fill(refusing.url);
  await row.getByRole("button", { name: "Check" }).click();
  await expect(row.getByRole("status")).toContainText("The API key was rejected.");
  await expect(row.getByRole("status")).toContainText("No such key.");
  await refusing.close();
  await row.getByRole("button", { name: "Check" }).click();
  await expect(row.getByRole("status")).toContainText("The connection failed");
});

test("favourites and recent models come first, also after a reload", async ({ page, app }) => {
  await page.goto(app.url);
  await newChat(page);
  await page.getByRole("button", { name: /^Model: / }).click();
  const list = page.getByRole("listbox", { name: "Model" });
  await page.getByRole("combobox", { name: "Search models" }).fill("gpt-5-mini");
  await page.getByRole("button", { name: "Add gpt-5-mini to favorites" }).click();
  await expect(page.getByRole("button", { name: "Remove gpt-5-mini from favorites" })).toBeVisible();
  await page.getByRole("combobox", { name: "Search models" }).press("Enter");
  await expect(page.getByRole("button", { name: "Model: gpt-5-mini" })).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Model: gpt-5-mini" }).click();
  await expect(list.getByRole("group", { name: "Favorites" }).getByRole("option")).toHaveText([/gpt-5-mini/]);
  await expect(list.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveText([/gpt-5-mini/]);
});

test("older models are folded behind one row, and found by a search at once", everywhere, async ({ page, app }) => {
  await page.goto(`${app.url}/settings`);
  await page.getByRole("textbox", { name: /^Custom models/ }).fill("+tide-9");
  await page.goto(app.url);
  await page.getByRole("button", { name: /^(Model: |Choose a model)/ }).click();
  const list = page.getByRole("listbox", { name: "Model" });
  await expect(list.getByRole("group", { name: "Custom models" }).getByRole("option")).toHaveText([/tide-9/]);
  const openAi = list.getByRole("group", { name: "OpenAI", exact: true });
  await expect(openAi.getByRole("option").first()).toContainText("gpt-6.1-sol");
  await expect(openAi.getByText("gpt-4-0613")).toHaveCount(0);
  const count = await openAi.getByRole("option").count();
  await openAi.getByRole("option", { name: /older models$/ }).click();
  await expect(openAi.getByText("gpt-4-0613")).toHaveCount(1);
  expect(await openAi.getByRole("option").count()).toBeGreaterThan(count + 10);
  await page.keyboard.press("Escape");
  await chooseModel(page, "OpenAI", "gpt-4-0613");
  await expect(page.getByRole("button", { name: "Model: gpt-4-0613" })).toBeVisible();
});

test(
  "models and providers have the icons of their makers, from this site; letters stand for a missing one",
  everywhere,
  async ({ page, keyless }) => {
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await page.route("**/icons/groq.svg", (route) => route.abort());
    await page.goto(`${keyless.url}/settings#access`);
    await page.getByRole("switch", { name: /Use my own API keys/ }).check();
    const tileOf = (name: string) =>
      page
        .getByRole("group")
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator("[data-f]");
    const icon = tileOf("OpenRouter").locator("img");
    await expect(icon).toHaveAttribute("src", /\/icons\/openrouter\.svg$/);
    await expect
      .poll(() => icon.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0))
      .toBe(true);
    const look = await icon.evaluate((image) => {
      const { backgroundColor, maskImage } = getComputedStyle(image);
      const tile = image.parentElement;
      return { isInk: tile && getComputedStyle(tile).color === backgroundColor, maskImage };
    });
    expect(look).toEqual({ isInk: true, maskImage: expect.stringMatching(/icons\/openrouter\.svg"\)$/) });
    await expect(tileOf("Groq").locator("[data-first=G][data-second=q]")).toBeVisible();
    await expect(tileOf("llama.cpp").locator("[data-first=L][data-second=c]")).toBeVisible();
    expect([...hosts]).toEqual([new URL(keyless.url).origin]);
  },
);

import type { Page } from "@playwright/test";
import { freePort } from "./support/app-server";
import {
  expect,
  messageBox,
  messages,
  needsServer,
  newChat,
  replyEnded,
  send,
  stopReply,
  test,
} from "./support/fixtures";

test("without a key, a built-in demo answers, explains what it is, and shows what the product can render", async ({
  page,
  keyless,
}) => {
  await page.goto(keyless.url);
  await expect(page.getByText("a built-in demo answers")).toBeVisible();
  await page.getByRole("button", { name: "Introduction" }).click();
  await expect(messages(page).nth(1)).toContainText(/this is a demo/i, { timeout: 20_000 });
  await replyEnded(page);
});

test("a reply of the demo offers the next example and the way to a real model", async ({ page, keyless }) => {
  await page.goto(keyless.url);
  await send(page, "hello");
  const reply = messages(page).nth(1);
  await reply.getByRole("button", { name: "A table" }).click({ timeout: 20_000 });
  await expect(messages(page).nth(3).getByRole("table")).toBeVisible({ timeout: 20_000 });
  await expect(reply.getByRole("button", { name: "A table" })).toHaveCount(0);
  await messages(page).nth(3).getByRole("button", { name: "Connect a model" }).click();
  await expect(page.getByRole("dialog", { name: "Add an API key" })).toBeVisible();
});

const samples = [
  { sample: "A table", role: "table" },
  { sample: "Code", role: "figure" },
] as const;

for (const { sample, role } of samples) {
  test(`the demonstration renders: ${sample}`, async ({ page, keyless }) => {
    await page.goto(keyless.url);
    await page.getByRole("button", { name: sample, exact: true }).click();
    await expect(messages(page).nth(1).getByRole(role).first()).toBeVisible({ timeout: 20_000 });
  });
}

test("the demonstration renders formulas and highlights two languages", async ({ page, keyless }) => {
  await page.goto(keyless.url);
  await page.getByRole("button", { name: "Math" }).click();
  await expect(messages(page).nth(1).locator(".katex-display").first()).toBeVisible({ timeout: 20_000 });
  await stopReply(page);
  await newChat(page);
  await page.getByRole("button", { name: "Code", exact: true }).click();
  await expect(messages(page).nth(1).getByText("Python", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(messages(page).nth(1).getByText("TypeScript", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(messages(page).nth(1).locator(".hljs-keyword").first()).toBeVisible();
});

test("the demonstration shows reasoning and an error with its actions", async ({ page, keyless }) => {
  await page.goto(keyless.url);
  await page.getByRole("button", { name: "Reasoning" }).click();
  await expect(
    messages(page)
      .nth(1)
      .getByText(/Thinking|Thought/),
  ).toBeVisible({ timeout: 20_000 });
  await stopReply(page);
  await send(page, "Show me an error");
  await expect(messages(page).nth(3)).toContainText("No reply received");
  await expect(messages(page).nth(3).getByRole("button", { name: "Retry" }).first()).toBeVisible();
});

const search = (page: Page) => page.getByRole("combobox", { name: "Search models" });

test("with a key, the demonstration is not offered", async ({ page, app }) => {
  await page.goto(app.url);
  await page.getByRole("button", { name: /^Model: / }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await search(page).fill("scripted-demo");
  await expect(page.getByRole("option")).toHaveCount(0);
});

test(
  "ENABLE_DEMO=1 forces the demonstration, DISABLE_DEMO=1 forbids it",
  needsServer,
  async ({ page, provider, withApp }) => {
    await withApp({ OPENAI_API_KEY: "sk-x", BASE_URL: provider.url, ENABLE_DEMO: "1" }, async (forced) => {
      await page.goto(forced.url);
      await page.getByRole("button", { name: /^Model: / }).click();
      await search(page).fill("scripted-demo");
      await page.getByRole("option", { name: "scripted-demo" }).click();
      await expect(page.getByRole("button", { name: "Model: scripted-demo" })).toBeVisible();
    });
    await withApp({ DISABLE_DEMO: "1" }, async (forbidden) => {
      await page.goto(forbidden.url);
      await expect(messageBox(page)).toBeVisible();
      await expect(page.getByText("a built-in demo answers")).toHaveCount(0);
      const reply = await fetch(`${forbidden.url}/api/demo/v1/models`);
      expect(reply.status).toBe(404);
    });
  },
);

test("a model server on this computer is found, selected and answers, without a key", async ({
  page,
  keyless,
  provider,
}) => {
  await silenceUsualPlaces(page);
  await page.goto(`${keyless.url}/settings#access`);
  await page.locator("#ollama").getByText("Ollama", { exact: true }).click();
  await page.getByRole("textbox", { name: "Ollama address" }).fill(provider.url);
  await page.getByRole("link", { name: /^Parley .*, home$/ }).click();
  await page.getByRole("button", { name: "Use a local model (Ollama, LM Studio…)" }).click();
  await expect(page.getByText("Found 2 models.")).toBeVisible();
  await page.getByRole("button", { name: "local-reef", exact: true }).click();
  await expect(page.getByRole("button", { name: "Model: local-reef" })).toBeVisible();
  await page.getByRole("button", { name: "local-tide:7b", exact: true }).click();
  await expect(page.getByRole("button", { name: "Model: local-tide:7b" })).toBeVisible();
  await send(page, "from here");
  await expect(messages(page).nth(1)).toContainText("You said: from here");
  expect(provider.asked.at(-1)).toEqual({
    authorization: undefined,
    model: "local-tide:7b",
    messages: [{ role: "user", content: "from here" }],
    tools: [],
  });
});

test("without a model server, the chat explains how to allow requests of this page", async ({ page, keyless }) => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  await silenceUsualPlaces(page);
  await page.goto(`${keyless.url}/settings#access`);
  await page.locator("#ollama").getByText("Ollama", { exact: true }).click();
  await page.getByRole("textbox", { name: "Ollama address" }).fill(nobody);
  await page.getByRole("link", { name: /^Parley .*, home$/ }).click();
  await page.getByRole("button", { name: "Use a local model (Ollama, LM Studio…)" }).click();
  await expect(page.getByText("No local model server found")).toBeVisible();
  await expect(page.getByText(`set OLLAMA_ORIGINS to ${new URL(keyless.url).origin}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Search again" })).toBeVisible();
});

/** Keeps the usual addresses of model servers quiet, whatever runs on the computer of the test. */
async function silenceUsualPlaces(page: Page): Promise<void> {
  await page.route(
    (url) => url.hostname === "localhost",
    (route) => route.abort(),
  );
}

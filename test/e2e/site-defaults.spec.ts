import type { Page } from "@playwright/test";
import { expect, messageBox, needsNode, replyEnded, send, serverKey, test } from "./support/fixtures";

const defaults = {
  settings: {
    theme: "dark",
    language: "fr",
    submitKey: "Ctrl + Enter",
    systemPrompt: "You work in the harbour of Brest.",
    model: "gpt-4o@openai",
    temperature: 0.2,
    density: "compact",
  },
  fixed: ["submitKey", "systemPrompt", "density"],
  hidden: ["fontFamily", "temperature"],
  masks: [{ name: "Harbour master", avatar: "2693", context: [{ role: "system", content: "Ships first." }] }],
  prompts: [{ title: "Tides", content: "List the tides of today." }],
  plugins: [{ title: "Weather", document: { openapi: "3.1.0", info: { title: "Weather", version: "1" }, paths: {} } }],
  mcpServers: { Charts: { url: "https://charts.example.com/mcp" } },
};

/** Returns what the browser has stored of the settings. */
function storedSettings(page: Page) {
  return page.evaluate(() => {
    const { state } = JSON.parse(localStorage.getItem("app-config") ?? "{}");
    const { theme, submitKey, systemPrompt, density } = state;
    return { theme, submitKey, systemPrompt, density, language: localStorage.getItem("lang") };
  });
}

test(
  "a new user starts with the operator's settings, and changes those that are not fixed",
  needsNode,
  async ({ page, provider, withApp }) => {
    const settings = { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, DEFAULTS: JSON.stringify(defaults) };
    await withApp(settings, async (app) => {
      await page.goto(app.url);
      await expect(page.locator("html")).toHaveAttribute("lang", "fr");
      await expect(page.locator("body")).toHaveClass(/dark/);
      const box = page.getByRole("textbox", { name: "Message", exact: true });
      await box.fill("Bonjour");
      await box.press("Control+Enter");
      await expect(page.getByRole("article").nth(1)).toContainText("You said: Bonjour");
      expect(provider.asked.at(-1)?.model).toBe("gpt-4o");
      expect(JSON.stringify(provider.asked.at(-1)?.messages)).toContain("You work in the harbour of Brest.");

      // Fixed rows are disabled and say so; hidden ones are not there, and a search does not find them.
      await page.goto(`${app.url}/settings`);
      const fixed = page.locator("#systemPrompt");
      await expect(fixed.getByRole("textbox")).toBeDisabled();
      await expect(fixed.getByRole("textbox")).toHaveAccessibleDescription("Défini par l’administrateur");
      await expect(page.locator("#submitKey").getByRole("combobox")).toBeDisabled();
      await expect(page.locator("#theme").getByRole("radio").first()).toBeEnabled();
      await expect(page.locator("#fontSize")).toBeVisible();
      await expect(page.locator("#fontFamily")).toHaveCount(0);
      await expect(page.locator("#temperature")).toHaveCount(0);
      await page.getByRole("searchbox").fill("police");
      await expect(page.locator("#theme")).toBeHidden();
      await expect(page.locator("#fontFamily")).toHaveCount(0);
      await page.getByRole("searchbox").fill("");

      // The user's own choices survive the next start; the library is there once.
      await page.locator("#theme").getByRole("radio").nth(1).click();
      await expect(page.locator("body")).toHaveClass(/light/);
      await page.locator("#language").getByRole("combobox").selectOption("en");
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await page.goto(`${app.url}/masks`);
      await expect(page.getByText("Harbour master")).toHaveCount(1);
      await page.goto(`${app.url}/plugins`);
      await expect(page.getByText("Weather")).not.toHaveCount(0);
      await page.goto(`${app.url}/mcp-market`);
      await expect(page.getByText("Charts")).not.toHaveCount(0);
      await page.goto(app.url);
      await expect(messageBox(page)).toBeVisible();
      await expect(page.locator("body")).toHaveClass(/light/);
      // Fixed values are in use, but the user's own are stored for the day on which they are released.
      expect(await storedSettings(page)).toEqual({
        theme: "light",
        submitKey: "Ctrl + Enter",
        systemPrompt: "You work in the harbour of Brest.",
        density: "compact",
        language: "en",
      });
    });

    // Another start of the server with other values: only the fixed ones count.
    const later = {
      settings: {
        ...defaults.settings,
        theme: "dark",
        language: "de",
        density: "roomy",
        systemPrompt: "Speak softly.",
      },
      fixed: ["density", "systemPrompt"],
    };
    await withApp({ ...settings, DEFAULTS: JSON.stringify(later) }, async (app) => {
      // A profile belongs to an address, and each server has another port.
      await page.goto(`${app.url}/rescue`);
      await page.evaluate(
        (own) => {
          localStorage.setItem("app-config", JSON.stringify({ state: own, version: 4.1 }));
          localStorage.setItem("lang", "en");
        },
        { theme: "light", density: "compact", systemPrompt: "My own words." },
      );
      await page.goto(app.url);
      await send(page, "Hello");
      await replyEnded(page);
      expect(JSON.stringify(provider.asked.at(-1)?.messages)).toContain("Speak softly.");
      await expect(page.locator("body")).toHaveClass(/light/);
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await expect(page.locator("html")).toHaveAttribute("data-density", "roomy");
      expect(await storedSettings(page)).toMatchObject({
        theme: "light",
        density: "compact",
        systemPrompt: "My own words.",
        language: "en",
      });
      await page.goto(`${app.url}/masks`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Harbour master")).toHaveCount(0);
    });
  },
);

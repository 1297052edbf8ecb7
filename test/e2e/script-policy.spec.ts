import { everywhere, expect, messageBox, messages, replyEnded, send, test } from "./support/fixtures";

test(
  "only scripts of the build run in a page, and nothing of the app is blocked @H5.4",
  everywhere,
  async ({ page, app }) => {
    const refused: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    await page.goto(app.url);
    await send(page, "Show me `code` and $x^2$");
    await replyEnded(page);
    await expect(messages(page)).toHaveCount(2);
    for (const path of ["/settings", "/masks", "/search-chat", "/mcp-market", "/auth", "/chat"]) {
      await page.goto(app.url + path);
      await expect(page.getByRole("heading", { level: 1 }).or(messageBox(page)).first()).toBeVisible();
    }
    expect(refused).toEqual([]);
    const ran = await page.evaluate(async () => {
      const happened: string[] = [];
      Object.assign(window, { happened });
      const script = document.createElement("script");
      script.textContent = "happened.push('script')";
      const image = document.createElement("img");
      image.setAttribute("onerror", "happened.push('handler')");
      image.src = "data:,";
      document.body.append(script, image);
      await new Promise((resolve) => image.addEventListener("error", resolve));
      try {
        // biome-ignore lint/security/noGlobalEval: what is tested is that it does not run
        happened.push(eval("'text'"));
      } catch (error) {
        happened.push((error as Error).name);
      }
      return happened;
    });
    expect(ran).toEqual(["EvalError"]);
    expect(refused.length).toBeGreaterThanOrEqual(2);
  },
);

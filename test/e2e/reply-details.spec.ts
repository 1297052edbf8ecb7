import type { Page } from "@playwright/test";
import { bodyOf, startUpstream } from "../support/local-upstream";
import { axeFindings } from "./support/axe";
import { expect, messages, needsServer, replyEnded, send, serverKey, test } from "./support/fixtures";

/** A provider that reports its tokens and names the call. */
async function startProvider() {
  const sent: string[] = [];
  const chunk = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
  const usage = { prompt_tokens: 1200, completion_tokens: 34, prompt_tokens_details: { cached_tokens: 800 } };
  const events = [
    chunk({ choices: [{ index: 0, delta: { content: "At noon." }, finish_reason: "stop" }] }),
    chunk({ choices: [], usage }),
    "data: [DONE]\n\n",
  ].join("");
  const upstream = await startUpstream(async (request, response) => {
    if (request.method !== "POST") return void response.end('{"data":[]}');
    const body = await bodyOf(request);
    if (JSON.parse(body).stream !== true) return void response.writeHead(500).end("{}");
    sent.push(body);
    response.setHeader("content-type", "text/event-stream");
    response.setHeader("x-request-id", "req-tide-1");
    response.end(events);
  });
  return { ...upstream, sent, events };
}

const dialog = (page: Page, name = "Request details") => page.getByRole("dialog", { name });

async function openDetails(page: Page): Promise<void> {
  await messages(page).last().hover();
  await messages(page).last().getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Request details" }).click();
}

test(
  "a reply shows its times, usage and cost, and its request and events as long as its tab is open",
  needsServer,
  async ({ page, withApp, context }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const upstream = await startProvider();
    await withApp({ OPENAI_API_KEY: serverKey, BASE_URL: upstream.url }, async (app) => {
      await page.goto(app.url);
      await send(page, "When is “high” water? 潮汐");
      await replyEnded(page);
      await openDetails(page);
      const fact = (name: string) => dialog(page).locator("dl > div", { has: page.getByText(name, { exact: true }) });
      await expect(fact("Input tokens")).toContainText("1,200");
      await expect(fact("Cached input")).toContainText("800");
      await expect(fact("Output tokens")).toContainText("34");
      await expect(fact("Finish reason")).toContainText("Complete · stop");
      await expect(fact("Request ID of the provider")).toContainText("req-tide-1");
      for (const name of ["Provider", "Started", "Time to first byte", "Total time", "Cost"]) {
        await expect(fact(name)).toBeVisible();
      }
      for (const part of ["System prompt", "Your message"]) {
        await expect(dialog(page).getByText(part, { exact: true })).toBeVisible();
      }
      await expect(dialog(page).getByText("never stored or synced")).toBeVisible();
      expect(await dialog(page).getByTestId("request-body").textContent()).toBe(upstream.sent[0]);
      expect(await dialog(page).getByTestId("response-body").textContent()).toBe(upstream.events);
      await dialog(page).getByRole("button", { name: "Copy as curl" }).click();
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await expect.poll(copied).toMatch(/^curl -X POST 'http:\/\/127\.0\.0\.1:\d+\//);
      await dialog(page).getByRole("button", { name: "Copy events" }).click();
      await expect.poll(copied).toBe(upstream.events);
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog(page)).toBeHidden();

      // The times are stored with the reply; the request and the events are not.
      await page.reload();
      await openDetails(page);
      await expect(fact("Total time")).toBeVisible();
      await expect(fact("Input tokens")).toContainText("1,200");
      await expect(dialog(page).getByText(/newest 20 replies/)).toBeVisible();
      await expect(dialog(page).getByTestId("request-body")).toBeHidden();
      await expect(dialog(page).getByText("What was sent")).toBeHidden();
    });
    await upstream.close();
  },
);

test.describe("on a phone, in Arabic", () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: "ar" });

  test("the details fit, and break no rule of accessibility", async ({ page, app }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${app.url}/chat`);
    const box = page.getByRole("textbox", { name: "الرسالة", exact: true });
    await box.fill("متى المد؟");
    await box.press("Enter");
    const reply = page.getByRole("article").nth(1);
    await reply.getByRole("button", { name: "إجراءات الرسالة" }).click();
    await page.getByText("تفاصيل الطلب").click();
    await expect(dialog(page, "تفاصيل الطلب").getByTestId("response-body")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFindings(page)).toEqual([]);
  });
});
